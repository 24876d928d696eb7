#include "core/chess/notations/fen.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/chess/notations/scanner.hpp"

namespace arbiter::chess {

namespace {

/// The longest FEN of a position has fewer than 100 characters.
constexpr std::size_t fen_size_max = 512;

/// Where a square is written in the field of the pieces.
std::size_t offset_of(Square square, std::string_view placement) {
    int rank = 7;
    int file = 0;
    for (std::size_t i = 0; i < placement.size(); ++i) {
        const auto number = rank_named(placement[i]);
        if (placement[i] == '/') {
            --rank;
            file = 0;
            continue;
        }
        file += number ? index(*number) + 1 : 1;
        if (rank == index(rank_of(square)) && file > index(file_of(square))) return i;
    }
    return 0;
}

/// A character of the first field: the set that it adds a square to, and how many squares it takes up.
struct Symbol {
    static constexpr std::uint8_t number = 12;  // after the sets of the pieces
    static constexpr std::uint8_t slash = 13;
    static constexpr std::uint8_t unknown = 14;

    std::uint8_t set = unknown;
    std::uint8_t squares = 0;
};

constexpr std::size_t set_of(Piece piece) {
    return static_cast<std::size_t>(piece.color) * all_piece_types.size() +
           static_cast<std::size_t>(piece.type);
}

constexpr std::array<Symbol, 256> symbols = [] {
    std::array<Symbol, 256> table;
    table.fill({});  // g++ 12 fills with zeros what is left to the initialisers of Symbol
    table[byte_of('/')] = {Symbol::slash, 0};
    for (char digit = '1'; digit <= '8'; ++digit) {
        table[byte_of(digit)] = {Symbol::number, static_cast<std::uint8_t>(digit - '0')};
    }
    for (const Color color : both_colors) {
        for (const PieceType type : all_piece_types) {
            const Piece piece{color, type};
            table[byte_of(letter(piece))] = {static_cast<std::uint8_t>(set_of(piece)), 1};
        }
    }
    return table;
}();

/// The pieces, if nothing is wrong with the field. It does the same for every character, because no
/// processor foresees which one comes next.
std::optional<Board> faultless_placement(std::string_view text) {
    std::array<std::uint64_t, 15> sets{};
    std::size_t squares = 0;
    std::size_t ranks = 1;
    std::uint8_t before = Symbol::slash;
    unsigned faulty = 0;
    for (const char c : text) {
        const auto [set, taken] = symbols[byte_of(c)];
        const unsigned ends_rank = set == Symbol::slash ? 1 : 0;
        faulty |= ends_rank & (squares != 8 * ranks ? 1U : 0U);
        faulty |= (set == Symbol::number ? 1U : 0U) & (before == Symbol::number ? 1U : 0U);
        sets[set] |= std::uint64_t{1} << ((squares & 63) ^ 56);  // from a8 to h1
        squares += taken;
        ranks += ends_rank;
        before = set;
    }
    if (faulty != 0 || sets[Symbol::unknown] != 0 || ranks != 8 || squares != 64) {
        return std::nullopt;
    }
    Board board;
    for (const Color color : both_colors) {
        for (const PieceType type : all_piece_types) {
            board.add(Bitboard(sets[set_of({color, type})]), {color, type});
        }
    }
    return board;
}

/// Reads the fields of a FEN and collects what is wrong with them, one by one.
class FenReader {
public:
    explicit FenReader(std::string_view text, FenReading reading = FenReading::strict)
        : text_(text), reading_(reading) {
        if (text.size() > fen_size_max) {
            faults_.add("fen_too_long",
                        "a FEN has at most " + std::to_string(fen_size_max) + " characters");
            return;
        }
        read(Scanner(text_));
    }

    Reading<Setup> setup() && {
        Reading<Setup> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = setup_;
        return reading;
    }

    /// Other faults are found in spite of unreadable clocks or castling rights, but not without the
    /// pieces and the turn.
    Reading<Position> position() && {
        if (!placement_known_ || !turn_known_) return {std::nullopt, std::move(faults_)};
        const auto locate = [this](Part part, std::optional<Square> square) {
            return place_in_fen(text_, part, square);
        };
        auto reading = Position::from(setup_, locate);
        faults_.merge(std::move(reading.faults));
        if (faults_.fatal()) reading.value.reset();
        reading.faults = std::move(faults_);
        return reading;
    }

private:
    std::string_view text_;
    FenReading reading_;
    Setup setup_;
    Faults faults_;
    bool placement_known_ = false;
    bool turn_known_ = false;

    void read(Scanner scanner) {
        read_placement(scanner.take_word());
        read_turn(scanner.take_word());
        read_castling(scanner.take_word());
        read_en_passant(scanner.take_word());
        read_counter(scanner.take_word(), setup_.halfmove_clock);
        read_counter(scanner.take_word(), setup_.fullmove_number);
        if (const auto more = scanner.take_word(); !more.empty()) {
            faults_.add("fen_trailing_text", "a FEN ends before " + in_quotes(more),
                        place_of(more));
        }
        // Many programs count from 0, and nothing depends on it.
        if (setup_.fullmove_number == 0) {
            setup_.fullmove_number = 1;
            faults_.warn("fen_move_number_zero", "the first move has the number 1, not 0",
                         place_in_fen(text_, Part::fullmove_number));
        }
    }

    /// Of a stretch of the text.
    Place place_of(std::string_view part) const {
        return place_in(text_, static_cast<std::size_t>(part.data() - text_.data()));
    }
    void add(std::string_view code, std::string sentence, std::string_view part) {
        faults_.add(code, std::move(sentence), place_of(part));
    }

    void read_placement(std::string_view text) {
        if (text.empty()) {
            return add("fen_too_few_fields", "the placement of the pieces is missing", text);
        }
        if (const auto board = faultless_placement(text)) {
            setup_.board = *board;
            placement_known_ = true;
            return;
        }
        const auto ranks = 1 + std::ranges::count(text, '/');
        if (ranks != 8) {
            add("fen_rank_count", "a board has 8 ranks, not " + std::to_string(ranks), text);
        }
        Scanner scanner(text);
        for (int number = 8; number >= 1; --number) {
            const Rank rank = *rank_named(static_cast<char>('0' + number));
            read_rank(scanner.take_until([](char c) { return c == '/'; }), rank);
            if (!scanner.take('/')) break;
        }
        placement_known_ = !faults_.fatal();
    }

    void read_rank(std::string_view text, Rank rank) {
        const auto here = [&] { return std::string("rank ") + digit(rank); };
        int squares = 0;
        bool readable = true;
        bool after_digit = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (const auto number = rank_named(c)) {
                if (after_digit) {
                    faults_.warn("fen_adjacent_digits", here() + " has two numbers in a row",
                                 place_of(text.substr(i)));
                }
                squares += index(*number) + 1;
                after_digit = true;
                continue;
            }
            after_digit = false;
            if (const auto piece = piece_named(c)) {
                if (squares < 8)
                    setup_.board.put(square_at(static_cast<File>(squares), rank), *piece);
            } else {
                readable = false;
                add("fen_unknown_letter",
                    in_quotes({&c, 1}) + " in " + here() +
                        " is neither a piece nor a number from 1 to 8",
                    text.substr(i));
            }
            ++squares;
        }
        if (readable && squares != 8) {
            add(squares < 8 ? "fen_rank_too_short" : "fen_rank_too_long",
                here() + " has " + std::to_string(squares) + " squares instead of 8", text);
        }
    }

    void read_turn(std::string_view text) {
        turn_known_ = text == "w" || text == "b";
        if (turn_known_) {
            setup_.board.turn = text == "w" ? Color::white : Color::black;
        } else if (text.empty()) {
            add("fen_too_few_fields", "the side to move is missing", text);
        } else {
            add("fen_bad_turn", "the side to move is w or b, not " + in_quotes(text), text);
        }
    }

    void read_castling(std::string_view text) {
        if (text == "-") return;
        for (std::size_t i = 0; i < text.size(); ++i) read_castling_letter(text.substr(i, 1));
    }

    void read_castling_letter(std::string_view text) {
        const char c = text[0];
        const bool upper = c >= 'A' && c <= 'Z';
        const char lower = upper ? static_cast<char>(c - 'A' + 'a') : c;
        if (lower != 'k' && lower != 'q' && !file_named(lower)) {
            return add("fen_bad_castling", in_quotes(text) + " is not a castling right", text);
        }
        if (!placement_known_) return;
        const Color color = upper ? Color::white : Color::black;
        const auto rook = castling_rook(color, lower);
        if (!rook) {
            const std::string problem =
                in_quotes(text) + " finds no king and rook on the back rank to castle";
            if (reading_ == FenReading::strict) {
                return add("fen_no_castling_rook", problem, text);
            }
            return faults_.warn("surplus_castling_right", problem, place_of(text));
        }
        Board& board = setup_.board;
        if (board.castling_rook(color, wing_of(board.king(color), *rook))) {
            return add("fen_repeated_castling",
                       in_quotes(text) + " gives a second right to castle on the same side", text);
        }
        board.castling_rooks |= *rook;
    }

    /// K and Q mean the outermost rook on that side of the king, a file letter the rook on that file.
    std::optional<Square> castling_rook(Color color, char lower) const {
        const Rank back = relative(Rank::r1, color);
        const Bitboard kings = setup_.board.of(color, PieceType::king);
        const Bitboard rooks = setup_.board.of(color, PieceType::rook) & board_of(back);
        if (!kings.single() || rank_of(kings.first()) != back || rooks.empty()) return std::nullopt;
        if (const auto file = file_named(lower)) {
            const Square rook = square_at(*file, back);
            return rooks.contains(rook) ? std::optional(rook) : std::nullopt;
        }
        const Wing wing = lower == 'k' ? Wing::kingside : Wing::queenside;
        const Square outermost = wing == Wing::kingside ? rooks.last() : rooks.first();
        return wing_of(kings.first(), outermost) == wing ? std::optional(outermost) : std::nullopt;
    }

    void read_en_passant(std::string_view text) {
        if (text.empty() || text == "-") return;
        const auto square = square_named(text);
        if (square) {
            setup_.board.en_passant = *square;
        } else {
            add("fen_bad_en_passant",
                "the en passant square is a square or -, not " + in_quotes(text), text);
        }
    }

    /// A number that no counter can hold becomes the largest one: `Position::from` refuses both.
    void read_counter(std::string_view text, std::uint32_t& counter) {
        if (text.empty()) return;
        const char* const begin = text.data();
        const char* const end = begin + text.size();
        const auto [rest, error] = std::from_chars(begin, end, counter);
        if (rest != end || error == std::errc::invalid_argument) {
            add("fen_bad_number", in_quotes(text) + " is not a number", text);
        } else if (error == std::errc::result_out_of_range) {
            counter = std::numeric_limits<std::uint32_t>::max();
        }
    }
};

/// Room for the longest FEN. Each part is written at a place in it, and answers where it ends.
using FenText = std::array<char, 128>;

char* write_placement(char* at, const Board& board) {
    const std::array<char, 64> letters = letters_on(board);
    for (std::size_t rank = 8; rank-- > 0;) {
        char empty = '0';
        for (std::size_t file = 0; file < 8; ++file) {
            // Written at once and kept or not, because no processor foresees what stands there.
            const char symbol = letters[rank * 8 + file];
            const bool stands = symbol != '\0';
            *at = empty;
            at += (stands ? 1U : 0U) & (empty != '0' ? 1U : 0U);
            *at = symbol;
            at += stands ? 1U : 0U;
            empty = stands ? '0' : static_cast<char>(empty + 1);
        }
        *at = empty;
        at += empty != '0' ? 1U : 0U;
        *at++ = '/';
    }
    return at - 1;
}

/// X-FEN: K and Q stand for the outermost rook; an inner one is named by its file.
bool is_outermost(const Board& board, Color color, Square rook) {
    const Bitboard rooks = board.of(color, PieceType::rook) & board_of(rank_of(rook));
    return rook == (board.king(color) < rook ? rooks.last() : rooks.first());
}

char castling_letter(const Board& board, Piece king, Square rook, FenDialect dialect) {
    const bool by_file = dialect == FenDialect::shredder || !is_outermost(board, king.color, rook);
    const char wing = board.king(king.color) < rook ? 'k' : 'q';
    const char lower = by_file ? letter(file_of(rook)) : wing;
    return king.color == Color::white ? static_cast<char>(lower - 'a' + 'A') : lower;
}

char* write_castling(char* at, const Board& board, FenDialect dialect) {
    if (board.castling_rooks.empty()) *at++ = '-';
    for (const Color color : both_colors) {
        for (const Wing wing : {Wing::kingside, Wing::queenside}) {
            if (const auto rook = board.castling_rook(color, wing)) {
                *at++ = castling_letter(board, {color, PieceType::king}, *rook, dialect);
            }
        }
    }
    return at;
}

char* write_en_passant(char* at, const Board& board, FenDialect dialect) {
    const auto can_be_taken = [&](Square passed) {
        return pawn_attacks(opponent(board.turn), passed)
            .intersects(board.of(board.turn, PieceType::pawn));
    };
    if (board.en_passant.empty() ||
        (dialect == FenDialect::x_fen && !can_be_taken(board.en_passant.first()))) {
        *at++ = '-';
    } else {
        *at++ = letter(file_of(board.en_passant.first()));
        *at++ = digit(rank_of(board.en_passant.first()));
    }
    return at;
}

char* write_four_fields(char* at, const Board& board, FenDialect dialect) {
    at = write_placement(at, board);
    *at++ = ' ';
    *at++ = board.turn == Color::white ? 'w' : 'b';
    *at++ = ' ';
    at = write_castling(at, board, dialect);
    *at++ = ' ';
    return write_en_passant(at, board, dialect);
}

}  // namespace

Place place_in_fen(std::string_view text, Part part, std::optional<Square> square) {
    Scanner scanner(text);
    std::string_view field = scanner.take_word();
    for (std::size_t i = 0; i < static_cast<std::size_t>(part); ++i) field = scanner.take_word();
    auto offset = static_cast<std::size_t>(field.data() - text.data());
    if (part == Part::placement && square) offset += offset_of(*square, field);
    return place_in(text, offset);
}

std::array<char, 64> letters_on(const Board& board) {
    std::array<char, 64> letters{};
    for (const Color color : both_colors) {
        for (const PieceType type : all_piece_types) {
            const char symbol = letter(Piece{color, type});
            for (const Square square : board.of(color, type)) {
                letters[static_cast<std::size_t>(square)] = symbol;
            }
        }
    }
    return letters;
}

Reading<Position> read_fen(std::string_view text, FenReading reading) {
    return FenReader(text, reading).position();
}

Reading<Setup> read_fen_setup(std::string_view text) { return FenReader(text).setup(); }

std::string write_short_fen(const Board& board, FenDialect dialect) {
    FenText text;
    return {text.data(), write_four_fields(text.data(), board, dialect)};
}

std::string write_fen(const Position& position, FenDialect dialect) {
    FenText text;
    char* at = write_four_fields(text.data(), position.board(), dialect);
    for (const std::uint32_t counter : {position.halfmove_clock(), position.fullmove_number()}) {
        *at++ = ' ';
        at = std::to_chars(at, text.data() + text.size(), counter).ptr;
    }
    return {text.data(), at};
}

}  // namespace arbiter::chess

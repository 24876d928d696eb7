#include "core/chess/notations/san_text.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/text.hpp"
#include "core/chess/notations/scanner.hpp"

namespace arbiter::chess {

namespace {

constexpr std::size_t san_size_max = 100;

// clang-format off
struct Transliteration {
    std::string_view character;
    std::string_view ascii;
};
constexpr Transliteration transliterations[] = {
    {"♔", "K"}, {"♕", "Q"}, {"♖", "R"}, {"♗", "B"}, {"♘", "N"}, {"♙", "P"},
    {"♚", "K"}, {"♛", "Q"}, {"♜", "R"}, {"♝", "B"}, {"♞", "N"}, {"♟", "P"},
    {"\uFE0E", ""}, {"\uFE0F", ""},  // after a figurine: show it as text, as a picture
    {"\u2010", "-"}, {"\u2011", "-"}, {"\u2012", "-"}, {"–", "-"}, {"—", "-"}, {"\u2015", "-"},
    {"−", "-"}, {"×", "x"}, {"†", "+"}, {"‡", "#"}, {"±", "+/-"}, {"∓", "-/+"}, {"\u00A0", " "},
};

/// What may follow a move without changing which one it is. A longer entry stands before its prefixes.
constexpr std::string_view suffixes[] = {
    "+/-", "+/=", "+-", "+=", "+", "-/+", "-+", "=/+", "=+", "(=)", "#", "!", "?",
    "(e.p.)", "e.p.", "e.p", "ep", "checkmate", "check", "ch", "mate", "dis", "dbl",
};
// clang-format on

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The text in ASCII; nothing if it holds a character that no notation of moves uses.
std::optional<std::string> transliterated(std::string_view text) {
    std::string ascii;
    while (!text.empty()) {
        if (is_ascii(text.front())) {
            ascii += text.front();
            text.remove_prefix(1);
            continue;
        }
        const auto* const found = std::ranges::find_if(
            transliterations, [&](const auto& entry) { return text.starts_with(entry.character); });
        if (found == std::end(transliterations)) return std::nullopt;
        ascii += found->ascii;
        text.remove_prefix(found->character.size());
    }
    return ascii;
}

/// What is wrong with a text that names no square, by the slip that it looks like.
std::string_view hint_for(std::string_view text) {
    constexpr std::string_view words[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    std::string low(text);
    for (char& c : low) c = lower(c);
    for (const std::string_view word : words) {
        if (low.find(word) != std::string::npos)
            return "a piece is written as one letter and the square to go to, such as Nf3";
    }
    if (low.size() < 2) return "it names no square to go to";
    const char first = text[text.size() - 2];
    const char second = text.back();
    const bool file = low[low.size() - 2] >= 'a' && low[low.size() - 2] <= 'h';
    const bool rank = second >= '1' && second <= '8';
    if (file && (second == '9' || second == '0')) return "the ranks are 1 to 8";
    if (rank && first >= 'i' && first <= 'z') return "the files are a to h";
    if (rank && first >= 'A' && first <= 'H') return "files are written in lower case, such as e4";
    if (rank && file && text.size() == 3) return "the pieces are K, Q, R, B and N";
    return "it names no square to go to";
}

/// Reads one move in ASCII without blanks around it.
class SanParser {
public:
    explicit SanParser(std::string_view text) : scanner_(text) {}

    std::expected<SanText, std::string_view> run() {
        take_move_number();
        const std::string_view whole = scanner_.rest();
        std::optional<SanText> text;
        if (const auto wing = take_castling()) {
            text = *wing;
        } else if (const auto move = take_move()) {
            text = *move;
        } else {
            return std::unexpected(hint_for(whole));
        }
        if (scanner_.rest().starts_with("=")) {
            Scanner ahead = scanner_;
            ahead.skip();
            if (piece_type_named(upper(ahead.peek())))
                return std::unexpected("a pawn becomes a queen, rook, bishop or knight");
        }
        take_suffixes();
        if (!scanner_.done()) return std::unexpected("there is more text after the move");
        return *text;
    }

private:
    Scanner scanner_;

    /// "4." or "4..." before the move, as a score sheet has it.
    void take_move_number() {
        Scanner ahead = scanner_;
        while (ahead.take_any_of("0123456789")) {
        }
        if (!ahead.take('.')) return;
        while (ahead.take('.')) {
        }
        ahead.skip_blanks();
        scanner_ = ahead;
    }

    std::optional<Wing> take_castling() {
        constexpr std::string_view circles = "O0o";
        Scanner ahead = scanner_;
        const auto steps_over = [&] { return ahead.take('-') && ahead.take_any_of(circles); };
        if (!ahead.take_any_of(circles) || !steps_over()) return std::nullopt;
        scanner_ = ahead;
        if (!steps_over()) return Wing::kingside;
        scanner_ = ahead;
        return Wing::queenside;
    }

    std::optional<SanMove> take_move() {
        const PieceType piece = take_piece().value_or(PieceType::pawn);
        const auto file = take_file();
        const auto rank = take_rank();
        const Scanner after_first = scanner_;
        const bool captures = scanner_.take_any_of("xX:");
        if (!captures) scanner_.take('-');
        if (const auto to = take_square()) {
            // A pawn stays on its file unless it captures.
            const bool straight = piece == PieceType::pawn && !captures && !file;
            return SanMove{piece, straight ? file_of(*to) : file, rank, *to, take_promotion()};
        }
        if (!file || !rank) return std::nullopt;
        scanner_ = after_first;
        const auto stated_file = piece == PieceType::pawn ? file : std::nullopt;
        return SanMove{piece, stated_file, std::nullopt, square_at(*file, *rank), take_promotion()};
    }

    /// A lower-case b is a pawn's file; the other letters are unambiguous.
    std::optional<PieceType> take_piece() {
        if (file_named(scanner_.peek())) return std::nullopt;
        const auto piece = piece_type_named(upper(scanner_.peek()));
        if (piece) scanner_.skip();
        return piece;
    }

    std::optional<File> take_file() {
        const auto file = file_named(scanner_.peek());
        if (file) scanner_.skip();
        return file;
    }

    std::optional<Rank> take_rank() {
        const auto rank = rank_named(scanner_.peek());
        if (rank) scanner_.skip();
        return rank;
    }

    std::optional<Square> take_square() {
        const auto square = square_named(scanner_.rest().substr(0, 2));
        if (square) scanner_.take(scanner_.rest().substr(0, 2));
        return square;
    }

    /// =Q, Q, (Q), /Q.
    std::optional<PieceType> take_promotion() {
        if (scanner_.done() || scanner_.peek() == '+') return std::nullopt;
        Scanner ahead = scanner_;
        const bool bracket = ahead.take('(');
        if (!bracket) ahead.take_any_of("=/");
        const auto type = piece_type_named(upper(ahead.peek()));
        if (std::ranges::find(promotion_types, type) == promotion_types.end()) return std::nullopt;
        ahead.skip();
        if (bracket && !ahead.take(')')) return std::nullopt;
        scanner_ = ahead;
        return type;
    }

    /// Most moves have none.
    void take_suffixes() {
        const auto take = [&](std::string_view suffix) { return scanner_.take(suffix); };
        while (!scanner_.done()) {
            scanner_.skip_blanks();
            if (!std::ranges::any_of(suffixes, take)) return;
        }
    }
};

}  // namespace

std::expected<SanText, std::string_view> read_san_text(std::string_view text) {
    if (text.size() > san_size_max) return std::unexpected("it is too long");
    if (std::ranges::all_of(text, is_ascii)) return SanParser(trimmed(text)).run();
    const auto ascii = transliterated(text);
    if (!ascii) return std::unexpected("it holds a character that no notation uses");
    return SanParser(trimmed(*ascii)).run();
}

}  // namespace arbiter::chess

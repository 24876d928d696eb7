#include "core/chess/position.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/chess/board/zobrist.hpp"

namespace arbiter::chess {

namespace {

constexpr std::size_t at(Color color) { return static_cast<std::size_t>(color); }

std::uint64_t piece_key(Piece piece, Square square) {
    return zobrist::piece[at(piece.color)][static_cast<std::size_t>(piece.type)]
                         [static_cast<std::size_t>(square)];
}

/// The part of the key that is not about pieces on squares.
std::uint64_t context_key(const Board& board) {
    std::uint64_t key = board.turn == Color::white ? zobrist::white_to_move : 0;
    for (const Color color : both_colors) {
        for (const Wing wing : {Wing::kingside, Wing::queenside}) {
            if (board.castling_rook(color, wing)) {
                key ^= zobrist::castling[at(color)][static_cast<std::size_t>(wing)];
            }
        }
    }
    // PolyGlot counts the en passant file only where a pawn stands ready to take.
    if (board.en_passant.any()) {
        const Square passed = board.en_passant.first();
        const Bitboard takers = pawn_attacks(opponent(board.turn), passed);
        if (takers.intersects(board.of(board.turn, PieceType::pawn))) {
            key ^= zobrist::en_passant_file[static_cast<std::size_t>(file_of(passed))];
        }
    }
    return key;
}

/// A counter stops at its maximum, so that every position can be written and read.
constexpr std::uint32_t counted_on(std::uint32_t counter) {
    return std::min(counter + 1, Position::counter_max);
}

std::string in_words(Color color) { return color == Color::white ? "White" : "Black"; }

/// Looks for a move that may have led to a position with a check: before it there was none.
class LastMove {
public:
    explicit LastMove(const Board& board)
        : board_(board),
          by_(opponent(board.turn)),
          free_(~board.occupied()),
          takes_(board.of(board.turn).count() < 16) {}

    bool exists() const {
        for (const Square to : board_.of(by_)) {
            const PieceType type = board_.type_at(to);
            if (may_have_been_pawn(type, to) && pawn_came(to)) return true;
            for (const Square from : officer_attacks(type, to, board_.occupied()) & free_) {
                if (gave_check(type, from, to, takes_ ? Bitboard(to) : Bitboard())) return true;
            }
        }
        return may_have_castled();
    }

private:
    bool may_have_been_pawn(PieceType type, Square to) const {
        return type == PieceType::pawn ||
               (type != PieceType::king && rank_of(to) == relative(Rank::r8, by_));
    }

    bool pawn_came(Square to) const {
        const Bitboard places = free_ & ~board_of(relative(Rank::r1, by_));
        const Bitboard behind = one_step_back(to);
        Bitboard steps = behind & places;
        if (rank_of(to) == relative(Rank::r4, by_)) steps |= one_step_back(steps) & places;
        for (const Square from : steps) {
            if (gave_check(PieceType::pawn, from, to, {})) return true;
        }
        if (!takes_) return false;
        const bool en_passant = rank_of(to) == relative(Rank::r6, by_) &&
                                free_.intersects(behind) &&
                                free_.contains(square_at(index(to) + forward(by_)));
        for (const Square from : pawn_attacks(board_.turn, to) & places) {
            if (gave_check(PieceType::pawn, from, to, to) ||
                (en_passant && gave_check(PieceType::pawn, from, to, behind)))
                return true;
        }
        return false;
    }

    Bitboard one_step_back(Bitboard squares) const {
        return by_ == Color::white ? shift<Direction::south>(squares)
                                   : shift<Direction::north>(squares);
    }

    /// `taken` is where a man stood that the move took, if any.
    bool gave_check(PieceType type, Square from, Square to, Bitboard taken) const {
        Board before = board_;
        before.remove(to);
        before.put(from, {by_, type});
        const Bitboard men = before.occupied() | taken;
        return before.attackers(before.king(before.turn), by_, men).empty();
    }

    bool may_have_castled() const {
        return std::ranges::any_of(std::array{Wing::kingside, Wing::queenside}, [&](Wing wing) {
            return board_.king(by_) == castled_king(by_, wing) &&
                   board_.of(by_, PieceType::rook).contains(castled_rook(by_, wing));
        });
    }

    const Board& board_;
    Color by_;
    Bitboard free_;
    bool takes_;
};

/// Looks for every fault of a setup.
class Inspection {
public:
    Inspection(const Setup& setup, const Locate& locate)
        : setup_(setup), board_(setup.board), locate_(locate) {}

    Faults run() {
        kings();
        material();
        pawns();
        castling();
        en_passant();
        side_not_to_move();
        counters();
        if (faults_.fatal()) return std::move(faults_);
        checks();
        promotions();
        return std::move(faults_);
    }

private:
    const Setup& setup_;
    const Board& board_;
    const Locate& locate_;
    Faults faults_;
    bool kings_stand_ = true;

    void add(std::string_view code, std::string sentence, Part part,
             std::optional<Square> square = {}) {
        faults_.add(code, std::move(sentence), locate_(part, square));
    }

    void kings() {
        for (const Color color : both_colors) {
            const Bitboard kings = board_.of(color, PieceType::king);
            if (kings.empty())
                add("missing_king", in_words(color) + " has no king", Part::placement);
            if (kings.several()) {
                add("too_many_kings", in_words(color) + " has more than one king", Part::placement,
                    kings.last());
            }
            kings_stand_ = kings_stand_ && kings.single();
        }
    }

    void material() {
        for (const Color color : both_colors) {
            if (board_.of(color).count() > 16) {
                add("too_many_pieces", in_words(color) + " has more than 16 pieces",
                    Part::placement);
            }
            if (board_.of(color, PieceType::pawn).count() > 8) {
                add("too_many_pawns", in_words(color) + " has more than 8 pawns", Part::placement);
            }
        }
    }

    void pawns() {
        const Bitboard end_ranks = board_of(Rank::r1) | board_of(Rank::r8);
        for (const Square square : board_.of(PieceType::pawn) & end_ranks) {
            add("pawn_on_end_rank", "a pawn cannot stand on " + to_string(square), Part::placement,
                square);
        }
    }

    /// A right needs a rook on the back rank and the king on it too; one rook on each side of the king.
    void castling() {
        for (const Color color : both_colors) {
            const Rank back = relative(Rank::r1, color);
            const Bitboard kings = board_.of(color, PieceType::king);
            for (const Square rook : board_.castling_rooks& board_of(back)) {
                const bool stands = board_.of(color, PieceType::rook).contains(rook) &&
                                    kings.single() && rank_of(kings.first()) == back;
                const bool outermost =
                    stands && board_.castling_rook(color, wing_of(kings.first(), rook)) == rook;
                if (!outermost) {
                    add("castling_right_impossible",
                        in_words(color) + " cannot have the right to castle with a rook on " +
                            to_string(rook),
                        Part::castling, rook);
                }
            }
        }
        const Bitboard back_ranks = board_of(Rank::r1) | board_of(Rank::r8);
        for (const Square rook : board_.castling_rooks & ~back_ranks) {
            add("castling_right_impossible", "no castling with a rook on " + to_string(rook),
                Part::castling, rook);
        }
    }

    void en_passant() {
        if (board_.en_passant.empty()) return;
        const Square passed = board_.en_passant.first();
        const int ahead = forward(opponent(board_.turn));
        const Rank expected = relative(Rank::r6, board_.turn);
        bool possible = board_.en_passant.single() && rank_of(passed) == expected;
        if (possible) {
            const Square origin = square_at(index(passed) - ahead);
            const Square pawn = square_at(index(passed) + ahead);
            possible = !board_.occupied().contains(passed) && !board_.occupied().contains(origin) &&
                       board_.of(opponent(board_.turn), PieceType::pawn).contains(pawn);
        }
        if (!possible) {
            add("en_passant_impossible", "no double push can have passed over " + to_string(passed),
                Part::en_passant, passed);
        } else if (kings_stand_ && was_in_check_before_push(passed, ahead)) {
            add("en_passant_impossible",
                "no double push over " + to_string(passed) + " can have given this check",
                Part::en_passant, passed);
        }
    }

    /// Taking the push back shows the checks that it did not give.
    bool was_in_check_before_push(Square passed, int ahead) const {
        Board before = board_;
        before.remove(square_at(index(passed) + ahead));
        before.put(square_at(index(passed) - ahead), {opponent(board_.turn), PieceType::pawn});
        return before.checkers().any();
    }

    /// A double push has been judged with its square.
    void checks() {
        const Bitboard checkers = board_.checkers();
        if (checkers.empty() || board_.en_passant.any() || LastMove(board_).exists()) return;
        faults_.warn("check_impossible",
                     std::string("no single move can have given ") +
                         (checkers.several() ? "these checks" : "this check"),
                     locate_(Part::placement, checkers.first()));
    }

    /// Pieces beyond those of the start have been promoted, each from a pawn.
    void promotions() {
        for (const Color color : both_colors) {
            const auto beyond = [&](Bitboard pieces, int at_start) {
                return std::max(0, (pieces & board_.of(color)).count() - at_start);
            };
            const Bitboard bishops = board_.of(PieceType::bishop);
            const int promoted =
                beyond(board_.of(PieceType::queen), 1) + beyond(board_.of(PieceType::rook), 2) +
                beyond(board_.of(PieceType::knight), 2) + beyond(bishops & light_squares, 1) +
                beyond(bishops & dark_squares, 1);
            if (promoted <= 8 - board_.of(color, PieceType::pawn).count()) continue;
            faults_.warn("too_many_promoted",
                         in_words(color) + " has more promoted pieces than pawns are missing",
                         locate_(Part::placement, {}));
        }
    }

    void side_not_to_move() {
        if (!kings_stand_) return;
        const Color waiting = opponent(board_.turn);
        if (board_.attacked(board_.king(waiting), board_.turn)) {
            add("opponent_in_check",
                in_words(waiting) + " is in check, but it is " + in_words(board_.turn) + "'s turn",
                Part::turn, board_.king(waiting));
        }
    }

    void counters() {
        if (setup_.halfmove_clock > Position::counter_max) {
            add("halfmove_clock_out_of_range",
                "the half-move clock goes up to " + std::to_string(Position::counter_max),
                Part::halfmove_clock);
        }
        if (setup_.fullmove_number < 1 || setup_.fullmove_number > Position::counter_max) {
            add("fullmove_number_out_of_range",
                "the move number goes from 1 to " + std::to_string(Position::counter_max),
                Part::fullmove_number);
        }
    }
};

}  // namespace

Position Position::start() {
    static const Position start(Setup::standard());
    return start;
}

Reading<Position> Position::from(const Setup& setup, const Locate& locate) {
    Reading<Position> reading{std::nullopt, Inspection(setup, locate).run()};
    if (!reading.faults.fatal()) reading.value = Position(setup);
    return reading;
}

std::uint64_t Position::recomputed_key() const {
    std::uint64_t key = context_key(board());
    for (const Color color : both_colors) {
        for (const PieceType type : all_piece_types) {
            for (const Square square : board().of(color, type))
                key ^= piece_key({color, type}, square);
        }
    }
    return key;
}

Position Position::after(Move move) const {
    const Board& before = board();
    const Color us = before.turn;
    Setup next{before.after(move), counted_on(halfmove_clock()),
               us == Color::black ? counted_on(fullmove_number()) : fullmove_number()};
    std::uint64_t key = key_ ^ context_key(before) ^ context_key(next.board);

    if (move.kind() == Move::Kind::castling) {
        const Wing wing = wing_of(move.from(), move.to());
        const Piece king{us, PieceType::king};
        const Piece rook{us, PieceType::rook};
        key ^= piece_key(king, move.from()) ^ piece_key(king, castled_king(us, wing)) ^
               piece_key(rook, move.to()) ^ piece_key(rook, castled_rook(us, wing));
        return {next, key};
    }

    const Piece mover = *before.at(move.from());
    const Square taken_at = move.kind() == Move::Kind::en_passant
                                ? square_at(index(move.to()) - forward(us))
                                : move.to();
    const auto taken = before.at(taken_at);
    key ^= piece_key(mover, move.from()) ^
           piece_key({us, move.promotion().value_or(mover.type)}, move.to());
    if (taken) key ^= piece_key(*taken, taken_at);
    if (taken || mover.type == PieceType::pawn) next.halfmove_clock = 0;
    return {next, key};
}

Position Position::after_pass() const {
    Setup next = setup_;
    next.board.turn = opponent(turn());
    next.board.en_passant = {};
    next.halfmove_clock = counted_on(halfmove_clock());
    if (turn() == Color::black) next.fullmove_number = counted_on(fullmove_number());
    return {next, key_ ^ context_key(board()) ^ context_key(next.board)};
}

}  // namespace arbiter::chess

#include "core/chess/board/perft.hpp"

#include "core/chess/board/generate.hpp"
#include "core/chess/board/replies.hpp"

namespace arbiter::chess {

namespace {

/// A page waits for the module, and hardly ever counts.
#if defined(__wasm__)
constexpr bool counts_two_plies_together = false;
#else
constexpr bool counts_two_plies_together = true;
#endif

struct Counter {
    static constexpr bool tells_queens_apart = false;
    std::uint64_t count = 0;

    void add(Bitboard targets) { count += static_cast<std::uint64_t>(targets.count()); }

    template <PieceType>
    void piece(Square, Bitboard targets) {
        add(targets);
    }
    template <PawnStep, Color>
    void pawns(Bitboard targets) {
        add(targets);
    }
    template <PawnStep, Color>
    void promotions(Bitboard targets) {
        count += promotion_types.size() * static_cast<std::uint64_t>(targets.count());
    }
    void en_passant(Square, Square) { ++count; }
    void castling(Square, Square) { ++count; }
};

template <Color Us>
[[gnu::noinline]] std::uint64_t count_leaves(const Board& board) {
    Counter counter;
    visit_moves<Us>(board, counter);
    return counter.count;
}

template <Color Us>
std::uint64_t count_nodes(const Board& board, int depth);

/// Makes every move on a copy of the board and counts from there.
template <Color Us>
struct Descent {
    static constexpr bool tells_queens_apart = true;
    const Board* board;
    int depth;
    std::uint64_t count = 0;

    void down(const Board& next) {
        count += depth == 2 ? count_leaves<opponent(Us)>(next)
                            : count_nodes<opponent(Us)>(next, depth - 1);
    }

    template <PieceType Type>
    void piece(Square from, Bitboard targets) {
        const Bitboard prey = board->of(opponent(Us));
        for (const Square to : targets & ~prey) down(board->shifted<Us, Type>(from, to));
        for (const Square to : targets& prey) down(board->moved<Us, Type>(from, to));
    }
    template <PawnStep Step, Color>
    void pawns(Bitboard targets) {
        for (const Square to : targets) {
            const Square from = square_at(index(to) - step_of(Step, Us));
            if constexpr (Step == PawnStep::two) {
                down(board->pushed_twice<Us>(from, to));
            } else if constexpr (Step == PawnStep::one) {
                down(board->shifted<Us, PieceType::pawn>(from, to));
            } else {
                down(board->moved<Us, PieceType::pawn>(from, to));
            }
        }
    }
    template <PawnStep Step, Color>
    void promotions(Bitboard targets) {
        for (const Square to : targets) {
            const Square from = square_at(index(to) - step_of(Step, Us));
            for (const PieceType type : promotion_types) down(board->promoted<Us>(from, to, type));
        }
    }
    void en_passant(Square from, Square to) { down(board->captured_en_passant<Us>(from, to)); }
    void castling(Square king, Square rook) { down(board->castled<Us>(king, rook)); }
};

/// Counts the last two plies: where a move leaves the replies as they are, they are counted once.
template <Color Us>
struct LastDescent {
    static constexpr bool tells_queens_apart = true;
    Descent<Us> each;
    const Replies<Us>* replies;

    template <PieceType Type>
    void piece(Square from, Bitboard targets) {
        const Bitboard countable = replies->template countable<Type>(from, targets);
        each.count += replies->template count<Type>(from, countable);
        each.template piece<Type>(from, targets ^ countable);
    }
    template <PawnStep Step, Color>
    void pawns(Bitboard targets) {
        if constexpr (Step == PawnStep::one || Step == PawnStep::two) {
            const Bitboard countable = replies->template countable_pawns<Step>(targets);
            each.count += replies->template count_pawns<Step>(countable);
            targets ^= countable;
        }
        each.template pawns<Step, Us>(targets);
    }
    template <PawnStep Step, Color>
    void promotions(Bitboard targets) {
        each.template promotions<Step, Us>(targets);
    }
    void en_passant(Square from, Square to) { each.en_passant(from, to); }
    void castling(Square king, Square rook) { each.castling(king, rook); }
};

/// In check there are too few moves for that, and a pinned piece makes every reply a matter of lines.
template <Color Us>
[[gnu::noinline]] std::uint64_t count_last_two(const Board& board) {
    const Threats<Us> threats(board);
    Descent<Us> each{&board, 2};
    if (threats.in_check() || !Threats<opponent(Us)>(board).none()) {
        visit_moves<Us>(board, threats, each);
        return each.count;
    }
    const Replies<Us> replies(board);
    LastDescent<Us> descent{each, &replies};
    visit_moves<Us>(board, threats, descent);
    return descent.each.count;
}

template <Color Us>
std::uint64_t count_nodes(const Board& board, int depth) {
    if (depth == 1) return count_leaves<Us>(board);
    if constexpr (counts_two_plies_together) {
        if (depth == 2) return count_last_two<Us>(board);
    }
    Descent<Us> descent{&board, depth};
    visit_moves<Us>(board, descent);
    return descent.count;
}

}  // namespace

std::uint64_t count_moves(const Board& board) { return perft(board, 1); }

std::uint64_t perft(const Board& board, int depth) {
    if (depth <= 0) return 1;
    return board.turn == Color::white ? count_nodes<Color::white>(board, depth)
                                      : count_nodes<Color::black>(board, depth);
}

}  // namespace arbiter::chess

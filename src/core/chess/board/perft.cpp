#include "core/chess/board/perft.hpp"

#include "core/chess/board/generate.hpp"

namespace arbiter::chess {

namespace {

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

template <Color Us>
std::uint64_t count_nodes(const Board& board, int depth) {
    if (depth == 1) return count_leaves<Us>(board);
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

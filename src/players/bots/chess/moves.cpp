#include "players/bots/chess/moves.hpp"

#include <algorithm>

#include "core/chess/board/generate.hpp"
#include "players/bots/chess/evaluation.hpp"

namespace arbiter::players {

namespace {

using chess::Bitboard;
using chess::Board;
using chess::Move;
using chess::PawnStep;
using chess::PieceType;
using chess::Square;

/// Sees all legal moves as sets and keeps those that force.
struct ForcingMoves {
    static constexpr bool tells_queens_apart = false;

    Bitboard prey;
    chess::MoveList* moves;

    template <PieceType Type>
    void piece(Square from, Bitboard targets) {
        for (const Square to : targets& prey) moves->add(Move::normal(from, to));
    }
    template <PawnStep Step, Color Us>
    void pawns(Bitboard targets) {
        if constexpr (Step == PawnStep::capture_west || Step == PawnStep::capture_east) {
            for (const Square to : targets) moves->add(Move::normal(origin<Step, Us>(to), to));
        }
    }
    template <PawnStep Step, Color Us>
    void promotions(Bitboard targets) {
        for (const Square to : targets) {
            moves->add(Move::promotion(origin<Step, Us>(to), to, PieceType::queen));
        }
    }
    void en_passant(Square from, Square to) { moves->add(Move::en_passant(from, to)); }
    void castling(Square, Square) {}

private:
    template <PawnStep Step, Color Us>
    static Square origin(Square to) {
        return chess::square_at(chess::index(to) - step_of(Step, Us));
    }
};

int victim_value(const Board& board, Move move) {
    if (move.kind() == Move::Kind::en_passant) return exchange_value(PieceType::pawn);
    if (move.kind() == Move::Kind::castling) return 0;
    const auto victim = board.at(move.to());
    return victim ? exchange_value(victim->type) : 0;
}

/// The cheapest of the pieces that a side has in a set; the set must hold one.
PieceType cheapest(const Board& board, Bitboard pieces) {
    for (const PieceType type : chess::all_piece_types) {
        if (board.of(type).intersects(pieces)) return type;
    }
    return PieceType::king;
}

}  // namespace

chess::MoveList forcing_moves(const Board& board) {
    chess::MoveList moves;
    ForcingMoves visitor{board.of(opponent(board.turn)), &moves};
    chess::visit_moves(board, visitor);
    return moves;
}

bool is_forcing(const Board& board, Move move) {
    return move.kind() == Move::Kind::promotion || move.kind() == Move::Kind::en_passant ||
           (move.kind() == Move::Kind::normal &&
            board.of(opponent(board.turn)).contains(move.to()));
}

int capture_order(const Board& board, Move move) {
    const int promotion = move.promotion() ? exchange_value(*move.promotion()) : 0;
    const auto piece = board.at(move.from());
    return 16 * (victim_value(board, move) + promotion) - (piece ? chess::index(piece->type) : 0);
}

int exchange(const Board& board, Move move) {
    constexpr std::size_t captures_max = 32;
    std::array<int, captures_max> gains{};
    const Square square = move.to();
    Bitboard occupied = board.occupied() & ~Bitboard(move.from());
    Color side = opponent(board.turn);
    PieceType standing = move.promotion().value_or(board.at(move.from())->type);
    gains[0] = victim_value(board, move) +
               (move.promotion() ? exchange_value(standing) - exchange_value(PieceType::pawn) : 0);
    std::size_t count = 1;
    while (count < captures_max) {
        const Bitboard attackers = board.attackers(square, side, occupied) & occupied;
        if (attackers.empty()) break;
        const PieceType type = cheapest(board, attackers);
        const bool defended = (board.attackers(square, opponent(side), occupied) & occupied).any();
        if (type == PieceType::king && defended) break;
        gains[count] = exchange_value(standing) - gains[count - 1];
        ++count;
        standing = type;
        occupied &= ~Bitboard((attackers & board.of(type)).first());
        side = opponent(side);
    }
    // Nobody need go on with what does not pay.
    while (--count > 0) gains[count - 1] = -std::max(-gains[count - 1], gains[count]);
    return gains[0];
}

}  // namespace arbiter::players

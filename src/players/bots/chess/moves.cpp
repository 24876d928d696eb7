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

int victim_value(const Board& board, Move move) {
    if (move.kind() == Move::Kind::en_passant) return exchange_value(PieceType::pawn);
    const bool takes = board.of(opponent(board.turn)).contains(move.to());
    return takes ? exchange_value(type_at(board, move.to())) : 0;
}

CheckingMoves::CheckingMoves(const Board& board) {
    const Square king = board.king(opponent(board.turn));
    const Bitboard occupied = board.occupied();
    const Bitboard diagonal = chess::bishop_attacks(king, occupied);
    const Bitboard straight = chess::rook_attacks(king, occupied);
    squares_ = {chess::pawn_attacks(opponent(board.turn), king),
                chess::knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                {}};
    const Bitboard queens = board.of(PieceType::queen);
    const Bitboard sliders = board.of(board.turn) &
                             ((chess::rook_rays(king) & (board.of(PieceType::rook) | queens)) |
                              (chess::bishop_rays(king) & (board.of(PieceType::bishop) | queens)));
    for (const Square from : sliders) {
        const Bitboard men = chess::between(king, from) & occupied;
        if (men.single()) screens_ |= men;
    }
}

int capture_order(const Board& board, Move move) {
    const int promotion = move.promotion() ? exchange_value(*move.promotion()) : 0;
    return 16 * (victim_value(board, move) + promotion) - chess::index(type_at(board, move.from()));
}

bool exchange_gains(const Board& board, Move move, int least) {
    if (move.kind() == Move::Kind::castling) return least <= 0;
    const Square square = move.to();
    PieceType standing = move.promotion().value_or(type_at(board, move.from()));
    // What the side that has just taken has to spare if its piece is not taken: its opponent must take more.
    int spare = victim_value(board, move) - least;
    if (move.promotion()) spare += exchange_value(standing) - exchange_value(PieceType::pawn);
    if (spare < 0) return false;
    Bitboard occupied = board.occupied() & ~Bitboard(move.from());
    for (Color side = opponent(board.turn);; side = opponent(side)) {
        const bool ours = side == board.turn;
        const Bitboard attackers = board.attackers(square, side, occupied) & occupied;
        if (attackers.empty()) return !ours;
        const PieceType type = cheapest(board, attackers);
        const bool guarded = type == PieceType::king &&
                             (board.attackers(square, opponent(side), occupied) & occupied).any();
        if (guarded) return !ours;
        spare = exchange_value(standing) - spare - 1;
        if (spare < 0) return !ours;
        standing = type;
        occupied &= ~Bitboard((attackers & board.of(type)).first());
    }
}

}  // namespace arbiter::players

#pragma once

#include <array>
#include <optional>

#include "core/chess/codes.hpp"
#include "core/chess/position.hpp"
#include "core/contract/effect.hpp"
#include "core/contract/rejection.hpp"

namespace arbiter::chess {

/// All legal moves, in the generator's order.
MoveList legal_moves(const Board& board);
bool is_legal(const Board& board, Move move);
/// Whether a move other than castling that a man can make leaves no check to its king.
bool keeps_king_safe(const Board& board, Move move);
bool has_legal_move(const Board& board);
bool has_more_moves(const Board& board, std::size_t than);

/// The number of squares that each type of piece of the side to move can go to.
struct Mobility {
    std::array<int, 6> targets{};
};
Mobility mobility(const Board& board);

/// The board as FIDE 9.2.3 compares it: without an en passant square on which no legal capture is
/// possible.
Board repetition_form(const Board& board);

/// A move as UCI and JSON write it, before the rules are applied: two squares and perhaps a piece.
/// Castling is the king's move of two squares or, as in Chess960, its move onto its own rook.
struct WrittenMove {
    Square from;
    Square to;
    std::optional<PieceType> promotion;
};

/// Men that may go wherever they can: they stand on no line with their king, which is not in check.
Bitboard free_men(const Board& board);

/// What a written move means on this board. It need not be legal.
Move interpret(const Board& board, WrittenMove written);

/// Why a move is illegal: `piece_cannot_go_there` if nothing more specific applies.
Rejection refusal(const Board& board, Move move);

/// What a legal move does that leads to `next`: "moved", "captured", "promoted", "check".
Effects effects(const Board& board, Move move, const Board& next);

}  // namespace arbiter::chess

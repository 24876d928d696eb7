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
bool has_legal_move(const Board& board);

/// The number of squares that each type of piece of the side to move can go to.
struct Mobility {
    std::array<int, 6> targets{};
};
Mobility mobility(const Board& board);

/// The board as FIDE 9.2.3 compares it: an en passant square that nobody can legally take on is
/// no difference.
Board repetition_form(const Board& board);

/// What a player asks for before anybody has looked at the rules: two squares and perhaps a piece.
/// Castling is the king's move of two squares or, as in Chess960, its move onto its own rook.
struct MoveRequest {
    Square from;
    Square to;
    std::optional<PieceType> promotion;
};

/// The move that a request means on this board. It need not be legal.
Move interpret(const Board& board, MoveRequest request);

/// Why a move that is not legal is not. Ends in `piece_cannot_go_there` if nothing special applies.
Rejection explain(const Board& board, Move move);

/// What a legal move does: "moved", "captured", "promoted", "castled", "check", "checkmate".
Effects effects(const Board& board, Move move);

}  // namespace arbiter::chess

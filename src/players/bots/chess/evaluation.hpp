#pragma once

#include "core/chess/board/board.hpp"

namespace arbiter::players {

/// What a piece is worth in an exchange, in hundredths of a pawn. A king is worth more than all.
int exchange_value(chess::PieceType type);

/// How good a board is for the side to move, in hundredths of a pawn, without looking ahead: the
/// terms of terms.hpp with the weights of weights.cpp. Each has a weight for the middle game and one
/// for the end game, and the pieces left on the board say how much of each.
int evaluate(const chess::Board& board);

/// How much of the middle game is left: from 0, bare kings and pawns, to `phase_max`.
int phase_of(const chess::Board& board);
inline constexpr int phase_max = 24;

/// Of a lead this many sixteenths count: fewer where it is hard to win with.
int winning_sixteenths(const chess::Board& board, Color leader);

/// Whether too little is left on the board for a mate by force: bare kings, or one minor piece.
bool is_barren(const chess::Board& board);

}  // namespace arbiter::players

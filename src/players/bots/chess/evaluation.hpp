#pragma once

#include "core/chess/board/board.hpp"

namespace arbiter::players {

/// What a piece is worth in an exchange, in hundredths of a pawn. A king is worth more than all.
int exchange_value(chess::PieceType type);

/// How good a board is for the side to move, in hundredths of a pawn, without looking ahead:
/// material and where it stands, pawns, mobility, the kings' safety. Each term has a value for the
/// middle game and one for the end game, and the pieces left on the board say how much of each.
int evaluate(const chess::Board& board);

/// Whether too little is left on the board for a mate by force: bare kings, or one minor piece.
bool is_barren(const chess::Board& board);

}  // namespace arbiter::players

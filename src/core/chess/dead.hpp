#pragma once

#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// Whether it is proved that `color` cannot checkmate by any series of legal moves, both sides
/// helping (FIDE 5.2.2, 6.9). Never true without a proof; false may mean that none was found within
/// the bounds stated in RULES.md.
bool cannot_checkmate(const Board& board, Color color);

/// Whether it is proved that neither side can checkmate: a dead position.
bool is_dead(const Board& board);

}  // namespace arbiter::chess

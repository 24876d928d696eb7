#pragma once

#include "core/backgammon/board/board.hpp"
#include "players/bots/backgammon/chances.hpp"

namespace arbiter::players {

/// Whether the sides can still meet; otherwise it is a race.
bool has_contact(const backgammon::Board& board);

/// The chances of the side that has just moved, with the opponent about to roll: by a net, or exactly
/// where the bear-off table knows them.
BackgammonChances chances_after_move(const backgammon::Board& board, Color mover);

/// The chances of the side that is about to roll.
inline BackgammonChances chances_before_roll(const backgammon::Board& board, Color roller) {
    return chances_after_move(board, opponent(roller)).turned();
}

}  // namespace arbiter::players

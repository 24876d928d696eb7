#pragma once

#include "core/backgammon/board/board.hpp"
#include "players/bots/backgammon/net.hpp"

namespace arbiter::players {

/// Whether the sides can still meet; otherwise it is a race.
bool has_contact(const backgammon::Board& board);

/// Pips that a side needs to bear off, with what it will waste on the way.
float effective_pips(const backgammon::Board& board, Color color);

/// The chances of the side that has just moved, with the opponent about to roll: by the net while the
/// sides can meet, by pips in a race.
BackgammonChances chances_after_move(const BackgammonNet& net, const backgammon::Board& board,
                                     Color mover);

/// The chances of the side that is about to roll.
inline BackgammonChances chances_before_roll(const BackgammonNet& net,
                                             const backgammon::Board& board, Color roller) {
    return chances_after_move(net, board, opponent(roller)).turned();
}

}  // namespace arbiter::players

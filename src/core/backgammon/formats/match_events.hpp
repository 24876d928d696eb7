#pragma once

#include <vector>

#include "core/backgammon/game.hpp"

/// The events that the words of files of matches stand for.
namespace arbiter::backgammon {

/// The first roll of a game belongs to the side with the higher die.
Event rolled(const Game& game, Color by, Dice dice);
/// A double, a beaver or a raccoon, whichever it is now.
Event doubled(const Game& game, Color by);
/// Whether a side has just beavered: files say that the other takes it, a game does not.
bool was_beavered(const Game& game);

/// How a loser gives up a game that is worth this many points: a drop or a resignation.
struct GivingUp {
    std::vector<Event> events;
    int points;  ///< what it costs: not always what the file says
};
/// The score is that at the beginning of the game.
GivingUp giving_up(const Game& game, PerColor<int> score, Color winner, int points);

/// Whether an end that costs this much is worth that many points: programs differ in how they count
/// points that the match no longer needed.
bool is_worth(int cost, const Game& game, PerColor<int> score, Color winner, int points);

}  // namespace arbiter::backgammon

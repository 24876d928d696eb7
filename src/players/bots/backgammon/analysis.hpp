#pragma once

#include <vector>

#include "players/bots/backgammon/search.hpp"

/// What the bot thinks of a position, for whoever reviews a game. Equities are those of
/// `CubeEquities`: 1 is a single game won with the cube as it is.
namespace arbiter::players {

/// The turns with the dice on the table, the best first; the position must be in the stage `move`.
/// `level` says how far it looks.
std::vector<JudgedTurn> judged_turns(const backgammon::Rules& rules,
                                     const backgammon::Position& position, int level);

/// The decisions about the cube of the side about to roll, or of the side that has doubled.
struct JudgedCube {
    BackgammonChances chances;  ///< of the side to roll
    CubeEquities equities;
    double cubeless;
    double win_chance;  ///< of the match, or of the game for money
};
JudgedCube judged_cube(const backgammon::Rules& rules, const backgammon::Position& position,
                       int level);

/// By how much dice are better than the average roll, for the side that has rolled them.
struct Luck {
    double equity;
    double in_result;  ///< points for money, in a match from -1 (lost) to 1 (won)
};
Luck luck(const backgammon::Rules& rules, const backgammon::Position& before_roll,
          backgammon::Dice dice);

}  // namespace arbiter::players

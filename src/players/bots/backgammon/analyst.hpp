#pragma once

#include "core/backgammon/game.hpp"
#include "players/bots/game_analyst.hpp"

namespace arbiter::players {

/// A decision about the cube, by what each choice is worth: "roll" and "double", or "take" and "drop".
/// Not to double where nobody would think of it is no decision.
Analysis cube_decision(std::vector<RatedMove> choices, std::string_view played);

/// Values are equities: 1 is a single game won with the cube as it is, at the score of the match. Before
/// a roll it is judged whether to double, and how lucky the roll was that came.
Analysis analyse(const backgammon::Game& game, const AnalysisTask& task, const Bot& bot,
                 const Limits& limits);

extern const GameAnalyst backgammon_analyst;

}  // namespace arbiter::players

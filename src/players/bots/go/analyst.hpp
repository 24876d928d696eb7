#pragma once

#include "core/go/game.hpp"
#include "players/bots/game_analyst.hpp"

namespace arbiter::players {

/// Values are points, komi included: by how many the side to move wins on average. A move that the search
/// has hardly looked at is judged by a search of the position after it.
Analysis analyse(const go::Game& game, const AnalysisTask& task, const Bot& bot,
                 const Limits& limits);

extern const GameAnalyst go_analyst;

}  // namespace arbiter::players

#pragma once

#include "core/chess/game.hpp"
#include "players/bots/game_analyst.hpp"

namespace arbiter::players {

/// A score as engines tell it. A value is at most 1,500 either way, and a mate counts as that.
Judgement chess_judgement(int centipawns, std::optional<int> mate_in);

/// Values are hundredths of a pawn.
Analysis analyse(const chess::Game& game, const AnalysisTask& task, const Bot& bot,
                 const Limits& limits);

extern const GameAnalyst chess_analyst;

}  // namespace arbiter::players

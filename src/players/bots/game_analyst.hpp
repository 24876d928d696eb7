#pragma once

#include "players/analysis/analysis.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// How a game's bot judges moves, as its folder defines it.
struct GameAnalyst {
    const Traits* game;
    /// For a game that is not over: by the search of the bot's level, without the errors of the lower
    /// ones.
    Analysis (*analyse)(const AnyGame& game, const AnalysisTask& task, const Bot& bot,
                        const Limits& limits);
    Scale scale;
};

/// Null if nobody judges this game.
const GameAnalyst* analyst_for(const Traits& game);

}  // namespace arbiter::players

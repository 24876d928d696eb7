#pragma once

#include <expected>
#include <string_view>

#include "players/analysis/review.hpp"
#include "players/player.hpp"

namespace arbiter::players {

/// Who can say what moves are worth: the built-in bots, and engines that think aloud. Asked by one
/// thread at a time.
class Analyst {
public:
    virtual ~Analyst() = default;

    /// The error is `cannot_play` for a game that is over or beyond the analyst.
    virtual std::expected<Analysis, PlayerError> analyse(const AnyGame& game,
                                                         const AnalysisTask& task,
                                                         const Budget& budget) = 0;
};

/// What the numbers of this game's analyses mean; null if nobody analyses it.
const Scale* scale_of(const Traits& game);

/// How long each move of a review is thought about.
struct ReviewTerms {
    Budget budget{};
    int depth = 0;  ///< as in `AnalysisTask`
};

/// What event number `ply` of a game has cost; nothing if it cannot be judged.
std::expected<std::optional<ReviewedMove>, PlayerError> review_event(Analyst& analyst,
                                                                     const AnyGame& game,
                                                                     std::size_t ply,
                                                                     const ReviewTerms& terms);

}  // namespace arbiter::players

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/go/position.hpp"
#include "core/go/rules.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// What is searched: a position and the points where the side to move may play.
struct GoTask {
    const go::Position& position;
    const std::vector<go::Point>& candidates;
    std::optional<go::Point> last{};
    /// The number of points that Black must have more than White on the board for a draw.
    go::HalfPoints black_needs{};
    std::uint64_t seed = 0;
};

struct GoReport {
    std::optional<go::Point> move;  ///< nothing if no candidate is playable
    double chance = 0.5;            ///< that the side to move wins
    std::uint64_t playouts = 0;
    std::vector<float>
        black_share;  ///< for each point: the share of playouts in which it is Black's
};

/// Monte-Carlo tree search. The tree grows where playouts are won; the value of a point anywhere in a
/// playout (RAVE, rapid action value estimation) guides the choice until a node has enough visits of
/// its own. A node of the limits is one playout.
GoReport search_go(const GoTask& task, const SearchLimits& limits);

}  // namespace arbiter::players

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/go/position.hpp"
#include "core/go/rules.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// What is searched: a position and the points that its side to move may play on.
struct GoTask {
    const go::Position& position;
    const std::vector<go::Point>& candidates;
    std::optional<go::Point> last{};
    /// What Black must have more of on the board to draw.
    go::HalfPoints black_needs{};
    std::uint64_t seed = 0;
};

struct GoReport {
    std::optional<go::Point> move;  ///< nothing: none of the candidates makes sense
    double chance = 0.5;            ///< of the side to move to win
    std::uint64_t playouts = 0;
    std::vector<float> black_share;  ///< of the playouts in which a point ends up as Black's
};

/// Monte-Carlo tree search. A tree of moves grows where playouts go well; what a point is worth
/// anywhere in a playout (RAVE, rapid action value estimation) guides it until a node has been
/// tried often enough itself. A node of the limits is one playout.
GoReport search_go(const GoTask& task, const SearchLimits& limits);

}  // namespace arbiter::players

#pragma once

#include <chrono>
#include <optional>

#include "players/player.hpp"

namespace arbiter::players {

/// What a clock leaves to a side that has the move.
struct TimeLeft {
    std::chrono::milliseconds main{};
    std::chrono::milliseconds gained{};  ///< by each move
    int moves = 0;                       ///< until there is more; 0: to the end of the game
};

/// How long to think about one move, so that the flag never falls.
std::chrono::milliseconds share_of(const TimeLeft& left);

/// How long the turn's budget and its clock allow; nothing if neither limits.
std::optional<std::chrono::milliseconds> thinking_time(const Turn& turn);

}  // namespace arbiter::players

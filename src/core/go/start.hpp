#pragma once

#include <cstdint>
#include <optional>

#include "core/go/rules.hpp"
#include "core/go/setup.hpp"

namespace arbiter::go {

/// What is known of play before the start, where a format hands over a position in mid-game.
struct Before {
    std::uint32_t moves = 0;    ///< passes count
    std::uint8_t passes = 0;    ///< in a row, just before the start
    std::optional<Point> last;  ///< where the last stone was put, if that was the last move

    bool operator==(const Before&) const = default;
};

/// Where a game begins.
struct Start {
    Setup setup;
    Rules rules;
    /// Stones that Black has ahead. They count for White's compensation; those that are not in the
    /// setup, `free_handicap` of them, Black places with its first moves.
    int handicap = 0;
    int free_handicap = 0;
    Before before{};

    bool operator==(const Start&) const = default;
};

}  // namespace arbiter::go

#pragma once

#include <cstdint>
#include <optional>

#include "core/go/rules.hpp"
#include "core/go/setup.hpp"

namespace arbiter::go {

/// What a format tells about the moves before the start, where it holds a position in mid-game.
struct Before {
    std::uint32_t moves = 0;    ///< passes count
    std::uint8_t passes = 0;    ///< in a row, just before the start
    std::optional<Point> last;  ///< the last move, if it was not a pass

    bool operator==(const Before&) const = default;
};

/// Where a game begins.
struct Start {
    Setup setup;
    Rules rules;
    /// All handicap stones: they count for White's compensation. `free_handicap` of them are not in
    /// the setup: Black places them with its first moves.
    int handicap = 0;
    int free_handicap = 0;
    Before before{};

    bool operator==(const Start&) const = default;
};

}  // namespace arbiter::go

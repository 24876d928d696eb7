#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/go/board/board.hpp"

namespace arbiter::go {

/// The neighbourhoods in which playouts like to play, as 65536 flags. The cells around a spot are two
/// bits each, as `Cell` numbers them, clockwise from the north-west in the lowest two. Every shape
/// counts for both sides.
std::vector<bool> shape_table();

/// A few connected points.
struct Space {
    static constexpr std::size_t most = 6;

    std::array<Spot, most> spots{};
    std::size_t count = 0;

    void add(Spot s) { spots[count++] = s; }
    bool contains(Spot s) const {
        const auto used = std::span(spots).first(count);
        return std::ranges::find(used, s) != used.end();
    }
};

/// The point on which both sides want to play in a small space of a board whose rows are `stride`
/// apart; nothing if it has none.
std::optional<Spot> vital_point(const Space& space, int stride);

}  // namespace arbiter::go

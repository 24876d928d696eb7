#pragma once

#include <optional>
#include <vector>

#include "core/go/position.hpp"

/// What lives and what does not, as far as that can be said without playing well. Nothing here
/// decides a game: the players do.
namespace arbiter::go {

/// The points that a side keeps even if it passes for ever: Benson's unconditionally alive groups,
/// and their eyes with whatever the opponent has inside. Row by row from the bottom.
std::vector<std::optional<Color>> unconditional_life(const Position& position);

/// Stones that look dead: those inside an unconditional eye, and groups that most playouts lose;
/// never an unconditionally alive one. In the order of the points.
std::vector<Point> dead_stones_proposal(const Position& position);

}  // namespace arbiter::go

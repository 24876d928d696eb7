#pragma once

#include <optional>
#include <vector>

#include "core/go/position.hpp"

/// Life and death, as far as it can be determined without strong play. It is only a proposal: the
/// players decide.
namespace arbiter::go {

/// The points that a side keeps even if it always passes: Benson's unconditionally alive groups and
/// their eyes, stones of the opponent inside included. Row by row from the bottom.
std::vector<std::optional<Color>> unconditional_life(const Position& position);

/// Stones that are probably dead: those inside an unconditional eye, and groups that are lost in most
/// playouts; never an unconditionally alive one. In the order of the points.
std::vector<Point> dead_stones_proposal(const Position& position);

}  // namespace arbiter::go

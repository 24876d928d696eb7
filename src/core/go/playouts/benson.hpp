#pragma once

#include "core/go/board/regions.hpp"
#include "core/go/position.hpp"

namespace arbiter::go {

/// The points that a side keeps even if it always passes: Benson's unconditionally alive groups and
/// their eyes, stones of the opponent inside included.
Grid unconditional_life(const Position& position);

}  // namespace arbiter::go

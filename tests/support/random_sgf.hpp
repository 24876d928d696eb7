#pragma once

#include <cstdint>

#include "core/go/formats/sgf_game.hpp"
#include "core/go/game.hpp"

namespace arbiter::go::testing {

/// A tree with variations, setup, markup and texts that need escapes, on a board of any size.
SgfGame random_sgf(std::uint64_t seed);

/// A game of random legal moves that may have any start that SGF can express and any end.
Game random_recorded_game(std::uint64_t seed);

}  // namespace arbiter::go::testing

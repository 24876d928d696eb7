/// Names and values that accompany a game and are not part of it: players, event, date.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/tags.hpp"
///
/// chess::Game game = *chess::Game::create({});
/// game.tags = {{"White", "Ada"}, {"Black", "Charles"}};
/// ```
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace arbiter {

/// Names and values that accompany a game, in order; a name occurs once. Names are those of PGN
/// where it has one: "White", "Black", "Event". Tags are not part of the game itself.
using Tags = std::vector<std::pair<std::string, std::string>>;

}  // namespace arbiter

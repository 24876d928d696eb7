/// Names and values that accompany a game and are not part of it: players, event, date.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/tags.hpp"
///
/// chess::Game game = *chess::Game::create({});
/// game.tags = {{"White", "Ada"}, {"Black", "Charles"}};
/// set_tag(game.tags, "White", "Grace");
/// assert(*find_tag(game.tags, "White") == "Grace");
/// ```
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

/// Names and values that accompany a game, in order; a name occurs once. Names are those of PGN
/// where it has one: "White", "Black", "Event". Tags are not part of the game itself.
using Tags = std::vector<std::pair<std::string, std::string>>;

/// Null if there is no such tag.
const std::string* find_tag(const Tags& tags, std::string_view name);
void set_tag(Tags& tags, std::string_view name, std::string_view value);

}  // namespace arbiter

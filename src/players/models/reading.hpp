#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "players/player.hpp"

namespace arbiter::players {

/// The move or action that a model means. An exact reading comes first: a text that is a move is
/// taken as it stands, legal or not, so that the referee can say what is wrong with it; only what is
/// none is compared with what is legal. Without any move it is the end of the text.
std::string move_meant(std::string_view text, const Turn& turn);

/// The answer of most; moves that are legal count before those that are not, the earliest of equals.
std::string majority(const std::vector<std::string>& moves, const Turn& turn);

}  // namespace arbiter::players

#pragma once

#include <expected>
#include <string>

#include "core/backgammon/game.hpp"

namespace arbiter::backgammon {

/// As GNU Backgammon writes and reads it. The fault is `cannot_express`: the match begins in the
/// middle of a game, or the cube was doubled automatically.
std::expected<std::string, Fault> write_mat(const Game& game);

}  // namespace arbiter::backgammon

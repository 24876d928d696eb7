#pragma once

#include <expected>

#include "core/go/formats/sgf_game.hpp"
#include "core/go/game.hpp"

/// From a game to SGF.
namespace arbiter::go {

/// The game's start, moves, result and tags. The fault is `cannot_express`: SGF has no board of 0x0,
/// no handicap of one stone, and no handicap that is partly set up and partly placed.
std::expected<SgfGame, Fault> sgf_of(const Game& game);

}  // namespace arbiter::go

/// The list of games, in alphabetical order. Only this file and its source name all of them.
///
/// ```cpp
/// #include "core/games/all_games.hpp"
///
/// []<Game... G>(GameList<G...>) { assert((!G::traits.title.empty() && ...)); }(AllGames{});
/// ```
#pragma once

#include "core/backgammon/game.hpp"
#include "core/chess/game.hpp"
#include "core/games/game_type.hpp"
#include "core/go/game.hpp"

namespace arbiter {

/// Every game there is, in alphabetical order. tests/contract puts each through one suite: a game
/// that is added here and gives no samples there does not build.
using AllGames = GameList<backgammon::Game, chess::Game, go::Game>;

}  // namespace arbiter

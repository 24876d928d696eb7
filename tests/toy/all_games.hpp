#pragma once

#include "core/games/all_games.hpp"
#include "tests/toy/nim.hpp"

namespace arbiter {

template <class List, Game Added>
struct Longer;
template <Game... G, Game Added>
struct Longer<GameList<G...>, Added> {
    using Type = GameList<G..., Added>;
};

/// Every game there is, and a toy.
using GamesWithToy = Longer<AllGames, nim::Game>::Type;

}  // namespace arbiter

#include "tests/toy/all_games.hpp"

// Linked instead of core/games/all_games.cpp.
namespace arbiter {

std::span<const GameType* const> game_types() { return types_of(GamesWithToy{}); }

}  // namespace arbiter

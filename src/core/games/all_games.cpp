#include "core/games/all_games.hpp"

namespace arbiter {

std::span<const GameType* const> game_types() { return types_of(AllGames{}); }

}  // namespace arbiter

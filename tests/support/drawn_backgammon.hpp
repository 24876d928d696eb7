#pragma once

#include <string_view>

#include "core/backgammon/game.hpp"

namespace arbiter::backgammon {

/// A board from a drawing, White as X at the bottom: the points 13 to 24 from the left with Black's
/// bar, below them the points 12 to 1 with White's bar. Checkers that are not drawn are off.
///
///     5X  .  .  . 3O  . | . | 5O  .  .  .  . 2X
///     5O  .  .  . 3X  . | . | 5X  .  .  .  . 2O
Board drawn(std::string_view drawing);

/// A game that begins with this setup, which must be possible.
Game game_at(const Setup& setup, const Rules& rules = {});

/// A new game with these rules.
Game new_game(const Rules& rules);

}  // namespace arbiter::backgammon

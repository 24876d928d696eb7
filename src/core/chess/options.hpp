#pragma once

#include "core/chess/game.hpp"

namespace arbiter::chess {

/// A game that begins at a position, in the variant that the options name; by default the one that
/// the castling rights need.
Reading<Game> game_at(const Reading<Position>& position, const Options& options);

/// Whether chess-squares is to be written with the present position among the earlier ones.
bool history_with_current(const Options& options);

}  // namespace arbiter::chess

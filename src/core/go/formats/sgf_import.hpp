#pragma once

#include "core/go/formats/sgf_game.hpp"
#include "core/go/game.hpp"

/// From SGF to a game.
namespace arbiter::go {

/// The main line as a game. RU, KM and HA give the rules unless an option `rules`, `komi` or another
/// field says otherwise. The game begins after the last node that sets up stones. RE is followed
/// where the moves decide nothing: `R`, `T` and `F` become what they say; a score becomes the marks
/// of TB and TW in the last node and the agreement of both, if that gives the same result; anything
/// else a `Conclude`.
///
/// Faults: what an option, the setup or a move is refused for, `malformed_point` for a move that is
/// none, `too_many_moves`. Warnings: `unknown_rules`, `bad_komi`, `bad_handicap`, `unknown_result`,
/// `result_contradicts_board`, `moves_after_the_end`, `setup_in_mid_game`.
Reading<Game> game_of(const SgfGame& sgf, const Options& options = {});

}  // namespace arbiter::go

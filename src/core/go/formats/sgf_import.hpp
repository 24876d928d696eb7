#pragma once

#include "core/go/formats/sgf_game.hpp"
#include "core/go/game.hpp"

/// From SGF to a game.
namespace arbiter::go {

/// The main line as a game. RU, KM and HA give the rules; the options `rules`, `komi` and the other
/// fields override them. The game begins after the last node that sets up stones. If the moves do not
/// end the game, RE does: `R`, `T` and `F` become a resignation, a loss on time and a forfeit; a score
/// becomes the marks of TB and TW in the last node and the agreement of both sides if that gives the
/// same result; anything else becomes a `Conclude`.
///
/// Faults: those of options and setup, the code of a rejected move, `malformed_point` for a move that
/// is not a point, `too_many_moves`. Warnings: `unknown_rules`, `bad_komi`, `bad_handicap`, `unknown_result`,
/// `result_contradicts_board`, `moves_after_the_end`, `setup_in_mid_game`.
Reading<Game> game_of(const SgfGame& sgf, const Options& options = {});

}  // namespace arbiter::go

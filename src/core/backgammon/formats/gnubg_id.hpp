#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/backgammon/game.hpp"

/// `gnubg-id`: GNU Backgammon's Position ID with its Match ID, "4HPwATDgc/ABMA:cAgAAAAAAAAA".
namespace arbiter::backgammon {

inline constexpr std::string_view gnubg_id_cannot_carry =
    "whether the Crawford rule, beavers and automatic doubles are in use, or no cube at all; a "
    "beaver that may be raccooned; the kind of start in mid-game; the moves, the tags";

bool looks_like_gnubg_id(std::string_view text);
/// A letter is wrong, or there are too many or too few.
bool resembles_gnubg_id(std::string_view text);
/// A colon or blanks may stand between the two; with the labels "Position ID" and "Match ID" they may stand
/// anywhere in a text, as GNU Backgammon prints them above a board. The end of a game in a match that goes
/// on is the start of the next game, with the warning `next_game`. The options give the rules that the IDs do not.
/// Beside the faults of a Position ID: `missing_match_id`, `match_id_length`, `trailing_text`,
/// `bad_cube`, `bad_dice`, `bad_game_state`, `bad_score`, `bad_crawford`, `bad_double`,
/// `bad_turn`, and the faults of `Position::from`.
Reading<Game> read_gnubg_id(std::string_view text, const Options& options);
/// The fault is `cannot_express`: a turn is partly played, or a number is too large.
std::expected<std::string, Fault> write_gnubg_id(const Game& game);

}  // namespace arbiter::backgammon

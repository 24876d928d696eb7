#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/backgammon/game.hpp"

/// `xgid`: eXtreme Gammon's "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10". White is its
/// bottom player, X in its pictures.
namespace arbiter::backgammon {

inline constexpr std::string_view xgid_cannot_carry =
    "the opening roll (White is on roll instead), an offered resignation, whether beavers may "
    "be raccooned, automatic doubles, the Crawford rule where it does not apply, the Jacoby rule "
    "in a match, the kind of "
    "start; the moves, the tags";

bool looks_like_xgid(std::string_view text);
/// In lower case, or with something wrong after the first four letters.
bool resembles_xgid(std::string_view text);
/// May stand in a text with the prefix "XGID=", as eXtreme Gammon copies a position with its diagram and
/// analysis. Faults stand at lines and columns: `xgid_fields`, `xgid_position_length`, `bad_character`,
/// `too_many_checkers`, `bad_cube`, `bad_turn`, `bad_dice`, `bad_score`, `bad_crawford`,
/// `bad_match_length`, `bad_cube_limit`, `trailing_text`, and the faults of `Position::from`.
Reading<Game> read_xgid(std::string_view text, const Options& options);
/// The fault is `cannot_express`: a turn is partly played, or the game is over.
std::expected<std::string, Fault> write_xgid(const Game& game);

}  // namespace arbiter::backgammon

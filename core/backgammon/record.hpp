#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/backgammon/game.hpp"

/// What players of backgammon exchange: positions as IDs, and whole matches as MAT.
///
/// White is player 1 of GNU Backgammon, and X in its pictures and in XGID: the one both programs
/// draw at the bottom. In MAT White is the player of the left column.
namespace arbiter::backgammon {

// ---------------------------------------------------------------------------------------------
// GNU Backgammon's Position ID: "4HPwATDgc/ABMA".

/// The board as the side on roll sees it: 14 characters.
std::string position_id(const Board& board, Color on_roll);
/// Faults stand at lines and columns: `position_id_length`, `bad_character`, `stray_bits`,
/// `too_many_checkers`, `shared_point`.
Reading<Board> board_of_position_id(std::string_view id, Color on_roll);

inline constexpr std::string_view position_id_cannot_carry =
    "who is on roll (it is read as White), the dice, the cube, the score and the rules, the moves, "
    "the tags";

bool looks_like_position_id(std::string_view text);
/// White is on roll; the options give the rules.
Reading<Game> read_position_id(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_position_id(const Game& game);

// ---------------------------------------------------------------------------------------------
// With the Match ID: "4HPwATDgc/ABMA:cAgAAAAAAAAA".

inline constexpr std::string_view gnubg_id_cannot_carry =
    "whether the Crawford rule, beavers and automatic doubles are in use, or no cube at all; a "
    "beaver that may be raccooned; the kind of start in mid-game; the moves, the tags";

bool looks_like_gnubg_id(std::string_view text);
/// A colon or blanks may stand between the two. The options give the rules that the IDs do not.
/// Beside the faults of a Position ID: `missing_match_id`, `match_id_length`, `trailing_text`,
/// `bad_cube`, `bad_dice`, `bad_game_state`, `bad_score`, `bad_crawford`, `bad_double`,
/// `bad_resignation`, `bad_turn`, and what `Game::checked` finds.
Reading<Game> read_gnubg_id(std::string_view text, const Options& options);
/// The fault is `cannot_express`: a turn is partly played, or a number is too large.
std::expected<std::string, Fault> write_gnubg_id(const Game& game);

// ---------------------------------------------------------------------------------------------
// eXtreme Gammon's "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10".

inline constexpr std::string_view xgid_cannot_carry =
    "the opening roll (White is on roll instead), an offered resignation, raccoons, automatic "
    "doubles, the Crawford rule where it does not apply, the Jacoby rule in a match, the kind of "
    "start; the moves, the tags";

bool looks_like_xgid(std::string_view text);
/// Faults stand at lines and columns: `xgid_fields`, `xgid_position_length`, `bad_character`,
/// `too_many_checkers`, `bad_cube`, `bad_turn`, `bad_dice`, `bad_score`, `bad_crawford`,
/// `bad_match_length`, `bad_cube_limit`, and what `Game::checked` finds.
Reading<Game> read_xgid(std::string_view text, const Options& options);
/// The fault is `cannot_express`: a turn is partly played, or the game is over.
std::expected<std::string, Fault> write_xgid(const Game& game);

// ---------------------------------------------------------------------------------------------
// MAT: a match in two columns, as Jellyfish began to write it.

inline constexpr std::string_view mat_cannot_carry =
    "which die who rolled first and the ties before it, the rules but the match length, "
    "resignations "
    "that were declined, dice that nobody played, losses on time and other results from outside; "
    "tags but those of its header";

inline constexpr std::size_t mat_size_max = std::size_t{16} << 20;

bool looks_like_mat(std::string_view text);
/// One match, or one game for money. Columns may stand anywhere as long as their order tells whose
/// they are. Faults stand at lines and columns: `mat_too_large`, `missing_match_length`,
/// `bad_match_length`, `missing_names`, `unexpected_text`, `bad_dice`, `wrong_column`,
/// `score_disagrees`, `several_matches`, or what a move is refused for. Read all the same, with a
/// warning: `move_number`, `result_disagrees`, `moves_after_the_end`.
Reading<Game> read_mat(std::string_view text, const Options& options);
/// As GNU Backgammon writes and reads it. The fault is `cannot_express`: the game begins with
/// another board than a new game's, or with a score.
std::expected<std::string, Fault> write_mat(const Game& game);

}  // namespace arbiter::backgammon

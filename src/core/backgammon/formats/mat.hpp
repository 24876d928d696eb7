#pragma once

#include <expected>
#include <memory>
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
/// `bad_turn`, and what `Game::checked` finds.
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
    "ties of the opening roll, resignations that were declined or not answered, losses on time and "
    "other results from outside; that a roll nobody can play is still on the table, or that a "
    "double "
    "was answered by resigning; tags whose names are no words";

inline constexpr std::size_t mat_size_max = std::size_t{16} << 20;
/// Rolls, moves and doubles of one match.
inline constexpr std::size_t mat_events_max = 200'000;

bool looks_like_mat(std::string_view text);
/// A match, or the first game of a session for money; the options overrule what the header says
/// about the rules. Columns may stand anywhere as long as their order tells whose they are.
///
/// Faults stand at lines and columns: `mat_too_large`, `missing_match_length`, `bad_match_length`,
/// `missing_names`, `unfinished_game`, `score_disagrees`, `unexpected_text`, `bad_dice`,
/// `result_impossible`, `too_many_moves`, or what a move is refused for. Read all the same, with a
/// warning: `result_disagrees`, `moves_after_the_end`, `several_games`.
Reading<Game> read_mat(std::string_view text, const Options& options);
/// As GNU Backgammon writes and reads it. The fault is `cannot_express`: the match begins in the
/// middle of a game, or the cube was doubled automatically.
std::expected<std::string, Fault> write_mat(const Game& game);
/// Every game of a session for money, and every match of a file.
std::unique_ptr<Stream<Game>> stream_mat(const Options& options);

}  // namespace arbiter::backgammon

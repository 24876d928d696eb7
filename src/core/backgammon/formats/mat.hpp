#pragma once

#include <memory>
#include <string_view>

#include "core/backgammon/formats/mat_writer.hpp"
#include "core/backgammon/game.hpp"
#include "core/contract/document.hpp"

/// `mat`: a match in two columns, as Jellyfish began to write it. White is the player of the left
/// column.
namespace arbiter::backgammon {

inline constexpr std::string_view mat_cannot_carry =
    "ties of the opening roll, resignations that were declined or not answered, losses on time and "
    "other results from outside; that a roll nobody can play is still on the table, or that a "
    "double was answered by resigning; variations, and annotations that are not comments";

/// Of one match, or of one game for money.
inline constexpr std::size_t mat_size_max = std::size_t{16} << 20;
/// Rolls, moves, doubles and words of one match.
inline constexpr std::size_t mat_events_max = 200'000;

bool looks_like_mat(std::string_view text);
/// The length of the match or the heading of a game stands somewhere.
bool resembles_mat(std::string_view text);

/// Documents, each of them a match or a game for money; the options overrule what the header says
/// about the rules. Columns may begin anywhere: their order says whose they are.
///
/// What cannot be played is kept with its verdict, and so is the rest of that game; the next one is
/// read again, after what the result or the next score says about the one before. Where neither tells,
/// another document begins. A result or a score that the games do not give is kept as it is written.
///
/// Errors without a document: `mat_too_large`, `missing_match_length`, `bad_match_length`,
/// `missing_names` before the first game, `too_many_moves`, moves before the first game, a score that
/// ends the match. Beside one: `missing_names`, `unfinished_game`, `unexpected_text`, `bad_dice`, or
/// what a move is refused for. Warnings: `unexpected_text` in the header, `unfinished_game` where the
/// next score tells who won, `score_disagrees`, `result_disagrees`, `result_impossible`,
/// `roll_left_out`, `moves_after_the_end`.
std::unique_ptr<Stream<Document<Game>>> stream_mat(const Options& options);
/// The first match, or the first game of a session for money; `several_games` warns of others.
Reading<Game> read_mat(std::string_view text, const Options& options);

}  // namespace arbiter::backgammon

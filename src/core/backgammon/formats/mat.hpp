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
    "double "
    "was answered by resigning; tags whose names are not words";

inline constexpr std::size_t mat_size_max = std::size_t{16} << 20;
/// Rolls, moves and doubles of one match.
inline constexpr std::size_t mat_events_max = 200'000;

bool looks_like_mat(std::string_view text);
/// The length of the match or the heading of a game stands somewhere.
bool resembles_mat(std::string_view text);
/// A match, or the first game of a session for money; the options overrule what the header says
/// about the rules. Columns may begin anywhere: their order says whose they are.
///
/// Faults stand at lines and columns: `mat_too_large`, `missing_match_length`, `bad_match_length`,
/// `missing_names`, `unfinished_game`, `unexpected_text`, `bad_dice`, `too_many_moves`, or what a move
/// is refused for. Read all the same, with a warning: `unfinished_game` where the next score tells who
/// won, `score_disagrees`, `result_disagrees`, `result_impossible`, `roll_left_out`,
/// `moves_after_the_end`, `several_games`.
Reading<Game> read_mat(std::string_view text, const Options& options);
/// Every game of a session for money, and every match of a file.
std::unique_ptr<Stream<Document<Game>>> stream_mat(const Options& options);

}  // namespace arbiter::backgammon

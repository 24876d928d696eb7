#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/backgammon/game.hpp"
#include "core/base/words.hpp"

/// `position-id`: GNU Backgammon's Position ID alone, "4HPwATDgc/ABMA". White is its player 1, whom it
/// draws as X at the bottom.
namespace arbiter::backgammon {

/// The board as the side on roll sees it: 14 characters.
std::string position_id(const Board& board, Color on_roll);
/// Faults stand at lines and columns: `position_id_length`, `bad_character`, `stray_bits`,
/// `too_many_checkers`, `shared_point`.
Reading<Board> board_of_position_id(const Word& id, Color on_roll);

inline constexpr std::string_view position_id_cannot_carry =
    "who is on roll (it is read as White), the dice, the cube, the score and the rules, the moves, "
    "the tags";

bool looks_like_position_id(std::string_view text);
/// A letter is wrong, or there are too many or too few.
bool resembles_position_id(std::string_view text);
/// White is on roll; the options give the rules.
Reading<Game> read_position_id(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_position_id(const Game& game);

}  // namespace arbiter::backgammon

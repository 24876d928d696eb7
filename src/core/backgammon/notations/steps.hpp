#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/backgammon/rules.hpp"

namespace arbiter::backgammon {

/// A legal turn as GNU Backgammon writes it: "8/5 6/5*", "24/18*/13", "bar/20", "6/off(2)", and
/// "can't move" for an empty one. The board is the one before the turn.
std::string write_turn(const Board& board, Color color, const Turn& turn);

/// Tolerant: any order, a checker's way in one go ("24/13"), repeated moves in any form, commas,
/// dashes for strokes, "b" and "25" for the bar, "o" and "0" for off, missing stars. The answer is a
/// legal turn, or why there is none: `unreadable_move`, or the `refusal` of what was meant.
Result<Choice> read_turn(const Board& board, Color color, const Hand& hand, std::string_view text);

/// "31", "3-1", "3 1".
std::optional<Dice> read_dice(std::string_view text);
/// "31", the higher die first.
std::string write_dice(Dice dice);

}  // namespace arbiter::backgammon

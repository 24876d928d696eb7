#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/backgammon/formats/gitgammon_reader.hpp"
#include "core/backgammon/formats/gitgammon_state.hpp"
#include "core/backgammon/game.hpp"

/// `gitgammon`: a game as the state.json of a gitgammon table holds it.
namespace arbiter::backgammon {

inline constexpr std::string_view gitgammon_cannot_carry =
    "the rules, what the game was won by, the moves; of the tags all but White, Black, UpdatedAt "
    "and those of its own";

/// The game begins with the table as it stands. Its tags are `White` and `Black`, `UpdatedAt`, and
/// once somebody has moved `Turn` and `LastMove`; of a completed game also `Dice` and `DiceUsed`; `Dice`
/// as well where the lower die comes first; and `Messages`, a JSON array, if there are any.
/// The faults are those of `Position::from`; a table that was read has none.
Reading<Game> game_of(const Table& table, const Rules& rules);

/// The last move's file gets a name that follows from the move; a pass counts as a move. The fault
/// is `cannot_express`: no dice are on the table, it is a match, the cube has been turned, ...
std::expected<Table, Fault> table_of(const Game& game);

/// The faults are those of `read_table`. The options give the rules.
Reading<Game> read_gitgammon(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_gitgammon(const Game& game);

}  // namespace arbiter::backgammon

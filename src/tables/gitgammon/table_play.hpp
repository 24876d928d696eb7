#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "core/backgammon/formats/gitgammon_state.hpp"
#include "tables/codes.hpp"
#include "tables/gitgammon/move_file.hpp"

/// How a table of gitgammon goes on. Dice and time come from outside.
namespace arbiter::tables::gitgammon {

using backgammon::Table;
using backgammon::TableDice;

/// Why a table of gitgammon refuses a move file, beside what all tables refuse.
namespace codes {

using arbiter::codes::game_over;
using arbiter::codes::not_your_turn;
using namespace tables::codes;
// clang-format off
inline constexpr RejectionCode other_dice{"other_dice", RejectionKind::illegal,
    "the dice on the table are {dice}, not {claimed}"};
inline constexpr RejectionCode wrong_die{"wrong_die", RejectionKind::illegal,
    "{from}/{to} is not played with a {die}"};
// clang-format on

}  // namespace codes

/// What comes after a turn: the other player's dice, and the time.
struct NextRoll {
    TableDice dice;
    std::string_view now;
};

/// The table with the checkers of a turn moved and its dice used, or why it is refused. Whose turn
/// comes next, and whether the game is over, is for the caller.
Result<Table> turned(const Table& table, const MoveFileName& name, const MoveFile& file,
                     std::string_view now);

/// The table after a move, or why it is refused. After a winning move the dice stay as they are.
Result<Table> moved(const Table& table, const MoveFileName& name, const MoveFile& file,
                    NextRoll next);

/// Whether the game goes on and the active player cannot move.
bool is_blocked(const Table& table);

/// The turn passes from a player who is blocked.
Table passed(const Table& table, NextRoll next);

/// The table after a move and the passes that follow it. `roll` gives `TableDice`.
template <std::invocable Roll>
Result<Table> moved(const Table& table, const MoveFileName& name, const MoveFile& file,
                    std::string_view now, Roll roll) {
    Result<Table> next = moved(table, name, file, {roll(), now});
    while (next && is_blocked(*next)) next = passed(*next, {roll(), now});
    return next;
}

}  // namespace arbiter::tables::gitgammon

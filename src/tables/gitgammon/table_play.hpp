#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "core/contract/rejection.hpp"
#include "tables/gitgammon/move_file.hpp"

/// How a table goes on. Dice and time come from outside.
namespace arbiter::backgammon {

/// Why a table refuses a move file, beside what the rules say.
namespace table_codes {

// clang-format off
inline constexpr RejectionCode name_contradicts{"name_contradicts", RejectionKind::unreadable,
    "the file's name says {named}, the move is {player}'s"};
inline constexpr RejectionCode wrong_sequence{"wrong_sequence", RejectionKind::out_of_turn,
    "the next move has the number {expected}, not {sequence}"};
inline constexpr RejectionCode stale_state{"stale_state", RejectionKind::out_of_turn,
    "the move is for the state {expected}; the table is in state {actual}"};
inline constexpr RejectionCode other_dice{"other_dice", RejectionKind::illegal,
    "the dice on the table are {dice}, not {claimed}"};
inline constexpr RejectionCode wrong_die{"wrong_die", RejectionKind::illegal,
    "{from}/{to} is not played with a {die}"};
// clang-format on

}  // namespace table_codes

/// What comes after a turn: the other player's dice, and the time.
struct NextRoll {
    TableDice dice;
    std::string_view now;
};

/// The table after a move, or why it is refused. If the move wins, the dice stay as they are.
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

}  // namespace arbiter::backgammon

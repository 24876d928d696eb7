#pragma once

#include "core/contract/rejection.hpp"

/// Why a table of any game refuses a move file, beside what the rules say.
namespace arbiter::tables::codes {

// clang-format off
inline constexpr RejectionCode name_contradicts{"name_contradicts", RejectionKind::unreadable,
    "the file's name says {named}, the move is {player}'s"};
inline constexpr RejectionCode wrong_sequence{"wrong_sequence", RejectionKind::out_of_turn,
    "the next move has the number {expected}, not {sequence}"};
inline constexpr RejectionCode stale_state{"stale_state", RejectionKind::out_of_turn,
    "the move is for the state {expected}; the table is in state {actual}"};
// clang-format on

}  // namespace arbiter::tables::codes

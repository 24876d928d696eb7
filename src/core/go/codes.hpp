#pragma once

#include <array>

#include "core/contract/rejection.hpp"

/// The reasons of Go's rejections. Programs branch on the names, which never change.
namespace arbiter::go::codes {

using arbiter::codes::game_over;
using arbiter::codes::unknown_action;

// clang-format off
/// The code that every game has, with what Go alone allows.
inline constexpr RejectionCode not_your_turn{arbiter::codes::not_your_turn.name,
    arbiter::codes::not_your_turn.kind,
    "it is {turn}'s turn; with the option turns=free a side may move twice in a row"};
inline constexpr RejectionCode unreadable_move{"unreadable_move", RejectionKind::unreadable,
    "\"{text}\" is not a move: {problem}"};
inline constexpr RejectionCode point_off_board{"point_off_board", RejectionKind::illegal,
    "{point} is not on a board of {size}"};
inline constexpr RejectionCode point_occupied{"point_occupied", RejectionKind::illegal,
    "there is already a {occupant} stone on {point}"};
inline constexpr RejectionCode no_liberties{"no_liberties", RejectionKind::illegal,
    "no liberties: a {color} stone on {point} captures nothing and leaves the group {group} without a liberty"};
inline constexpr RejectionCode ko{"ko", RejectionKind::illegal,
    "ko: {color} may not retake on {point} before move {retake_after} has been made"};
inline constexpr RejectionCode repeats_position{"repeats_position", RejectionKind::illegal,
    "a {color} stone on {point} repeats an earlier position, the one after move {move_number}"};
inline constexpr RejectionCode pass_in_handicap{"pass_in_handicap", RejectionKind::illegal,
    "Black places the handicap first: {missing} stones are missing"};
inline constexpr RejectionCode not_your_stone{"not_your_stone", RejectionKind::out_of_turn,
    "{by} cannot move or speak for {color}"};
inline constexpr RejectionCode marking_phase{"marking_phase", RejectionKind::illegal,
    "play has ended: mark_dead D4 marks dead stones, agree agrees, resume resumes play"};
inline constexpr RejectionCode not_in_marking_phase{"not_in_marking_phase", RejectionKind::illegal,
    "dead stones are settled after both sides have passed"};
inline constexpr RejectionCode no_stone_there{"no_stone_there", RejectionKind::illegal,
    "there is no stone on {point}"};
inline constexpr RejectionCode already_marked{"already_marked", RejectionKind::illegal,
    "the group on {point} is marked {status} already"};
inline constexpr RejectionCode already_agreed{"already_agreed", RejectionKind::illegal,
    "{by} has agreed already"};
// clang-format on

inline constexpr std::array all{
    &unreadable_move,  &unknown_action,       &point_off_board,
    &point_occupied,   &no_liberties,         &ko,
    &repeats_position, &pass_in_handicap,     &not_your_stone,
    &marking_phase,    &not_in_marking_phase, &no_stone_there,
    &already_marked,   &already_agreed,       &not_your_turn,
    &game_over,
};

}  // namespace arbiter::go::codes

#pragma once

#include <array>

#include "core/contract/rejection.hpp"

/// Why backgammon refuses something. Programs branch on the names: they do not change. Points are
/// in the numbering of the side that moves.
namespace arbiter::backgammon::codes {

using arbiter::codes::game_over;
using arbiter::codes::not_your_turn;
using arbiter::codes::unknown_action;

// clang-format off
inline constexpr RejectionCode unreadable_move{"unreadable_move", RejectionKind::unreadable,
    "\"{text}\" is not a move: {problem}"};
inline constexpr RejectionCode must_enter_from_bar{"must_enter_from_bar", RejectionKind::illegal,
    "{from}/{to}: {checkers} on the bar must enter first"};
inline constexpr RejectionCode point_held{"point_held", RejectionKind::illegal,
    "{from}/{to}: the point is held by {checkers} checkers"};
inline constexpr RejectionCode no_checker_there{"no_checker_there", RejectionKind::illegal,
    "{from}/{to}: you have no checker on {from}"};
inline constexpr RejectionCode wrong_direction{"wrong_direction", RejectionKind::illegal,
    "{from}/{to}: checkers move to lower points"};
inline constexpr RejectionCode no_such_die{"no_such_die", RejectionKind::illegal,
    "{from}/{to} needs a {pips}; the dice left are {dice}"};
inline constexpr RejectionCode not_all_home{"not_all_home", RejectionKind::illegal,
    "{from}/off: no bearing off while a checker is outside on {outside}"};
inline constexpr RejectionCode checker_behind{"checker_behind", RejectionKind::illegal,
    "{from}/off with a {die}: a checker is behind on {behind}"};
inline constexpr RejectionCode must_use_both_dice{"must_use_both_dice", RejectionKind::illegal,
    "both dice can be played, as in {example}"};
inline constexpr RejectionCode must_use_higher_die{"must_use_higher_die", RejectionKind::illegal,
    "only one die can be played, and it must be the {die}, as in {example}"};
inline constexpr RejectionCode turn_not_finished{"turn_not_finished", RejectionKind::illegal,
    "the turn is not finished: {example} is still possible"};
inline constexpr RejectionCode roll_first{"roll_first", RejectionKind::illegal,
    "{turn} has not rolled yet"};
inline constexpr RejectionCode already_rolled{"already_rolled", RejectionKind::illegal,
    "the dice are on the table: {dice}"};
inline constexpr RejectionCode opening_roll_first{"opening_roll_first", RejectionKind::illegal,
    "the game begins with one die each"};
inline constexpr RejectionCode opening_roll_over{"opening_roll_over", RejectionKind::illegal,
    "the opening roll has been made"};
inline constexpr RejectionCode double_not_allowed{"double_not_allowed", RejectionKind::illegal,
    "{by} may not double: {why}"};
inline constexpr RejectionCode waiting_for_response{"waiting_for_response", RejectionKind::illegal,
    "{turn} has to take or drop first"};
inline constexpr RejectionCode no_double_offered{"no_double_offered", RejectionKind::illegal,
    "nobody has doubled"};
inline constexpr RejectionCode beaver_not_allowed{"beaver_not_allowed", RejectionKind::illegal,
    "{why}"};
inline constexpr RejectionCode no_resignation{"no_resignation", RejectionKind::illegal,
    "nobody has offered to resign"};
inline constexpr RejectionCode resignation_pending{"resignation_pending", RejectionKind::illegal,
    "{by} offers to resign a {level}: accept or decline first"};
// clang-format on

inline constexpr std::array all{
    &unreadable_move,    &unknown_action,       &must_enter_from_bar, &point_held,
    &no_checker_there,   &wrong_direction,      &no_such_die,         &not_all_home,
    &checker_behind,     &must_use_both_dice,   &must_use_higher_die, &turn_not_finished,
    &roll_first,         &already_rolled,       &opening_roll_first,  &opening_roll_over,
    &double_not_allowed, &waiting_for_response, &no_double_offered,   &beaver_not_allowed,
    &no_resignation,     &resignation_pending,  &not_your_turn,       &game_over,
};

}  // namespace arbiter::backgammon::codes

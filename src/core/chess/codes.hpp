#pragma once

#include <array>

#include "core/contract/rejection.hpp"

/// Why chess refuses something. Programs branch on the names: they do not change.
namespace arbiter::chess::codes {

using arbiter::codes::game_over;
using arbiter::codes::not_your_turn;
using arbiter::codes::unknown_action;

// clang-format off
inline constexpr RejectionCode unreadable_move{"unreadable_move", RejectionKind::unreadable,
    "\"{text}\" is not a move in SAN, UCI or JSON: {problem}"};
inline constexpr RejectionCode ambiguous_move{"ambiguous_move", RejectionKind::ambiguous,
    "\"{text}\" could be any of {candidates}"};
inline constexpr RejectionCode no_piece_there{"no_piece_there", RejectionKind::illegal,
    "there is no piece on {from}"};
inline constexpr RejectionCode not_your_piece{"not_your_piece", RejectionKind::illegal,
    "the {piece} on {from} belongs to the other side"};
inline constexpr RejectionCode own_piece_there{"own_piece_there", RejectionKind::illegal,
    "the {piece} cannot go from {from} to {to}: the {occupant} is one's own"};
inline constexpr RejectionCode piece_cannot_go_there{"piece_cannot_go_there", RejectionKind::illegal,
    "a {piece} on {from} cannot go to {to}"};
inline constexpr RejectionCode no_piece_can_go_there{"no_piece_can_go_there", RejectionKind::illegal,
    "no {piece} can go to {to}"};
inline constexpr RejectionCode pawn_needs_capture{"pawn_needs_capture", RejectionKind::illegal,
    "the pawn on {from} goes to {to} only to capture, and there is nothing to capture"};
inline constexpr RejectionCode en_passant_expired{"en_passant_expired", RejectionKind::illegal,
    "the pawn on {from} can no longer take en passant on {to}: that right lasts for one move only"};
inline constexpr RejectionCode own_piece_on_target{"own_piece_on_target", RejectionKind::illegal,
    "no {piece} can go to {to}: the {occupant} is one's own"};
inline constexpr RejectionCode path_blocked{"path_blocked", RejectionKind::illegal,
    "the {piece} cannot go from {from} to {to}: the {blocker} is in the way"};
inline constexpr RejectionCode leaves_king_in_check{"leaves_king_in_check", RejectionKind::illegal,
    "moving the {piece} from {from} to {to} leaves the king in check from {attackers}"};
inline constexpr RejectionCode castling_out_of_check{"castling_out_of_check", RejectionKind::illegal,
    "no castling out of check: the king is attacked from {attackers}"};
inline constexpr RejectionCode castling_through_check{"castling_through_check", RejectionKind::illegal,
    "no castling through check: {square} is attacked from {attackers}"};
inline constexpr RejectionCode castling_into_check{"castling_into_check", RejectionKind::illegal,
    "no castling into check: {square} is attacked from {attackers}"};
inline constexpr RejectionCode castling_right_lost{"castling_right_lost", RejectionKind::illegal,
    "there is no right to castle {side}"};
inline constexpr RejectionCode castling_path_occupied{"castling_path_occupied", RejectionKind::illegal,
    "castling {side} needs an empty path: {squares} {squares:is|are} occupied"};
inline constexpr RejectionCode promotion_missing{"promotion_missing", RejectionKind::illegal,
    "the pawn that reaches {to} must become a queen, rook, bishop or knight"};
inline constexpr RejectionCode promotion_not_allowed{"promotion_not_allowed", RejectionKind::illegal,
    "the {piece} going from {from} to {to} does not promote"};
inline constexpr RejectionCode claim_not_justified{"claim_not_justified", RejectionKind::illegal,
    "no draw by {reason}: the count is {count} of {needed}"};
inline constexpr RejectionCode no_draw_offer{"no_draw_offer", RejectionKind::illegal,
    "there is no draw offer to answer"};
inline constexpr RejectionCode draw_already_offered{"draw_already_offered", RejectionKind::illegal,
    "{by} has already offered a draw"};
inline constexpr RejectionCode own_draw_offer{"own_draw_offer", RejectionKind::illegal,
    "{by} cannot answer its own draw offer"};

inline constexpr std::array<const RejectionCode*, 26> all{
    &unreadable_move, &unknown_action, &ambiguous_move, &no_piece_there, &not_your_piece,
    &own_piece_there, &piece_cannot_go_there, &no_piece_can_go_there, &pawn_needs_capture,
    &en_passant_expired, &own_piece_on_target,
    &path_blocked, &leaves_king_in_check, &castling_out_of_check, &castling_through_check,
    &castling_into_check, &castling_right_lost, &castling_path_occupied, &promotion_missing,
    &promotion_not_allowed, &claim_not_justified, &no_draw_offer, &draw_already_offered,
    &own_draw_offer, &not_your_turn, &game_over,
};
// clang-format on

}  // namespace arbiter::chess::codes

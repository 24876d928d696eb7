#pragma once

#include <cstddef>

namespace arbiter::players {

/// What the evaluation of a chess board consists of: each group of weights and its size.
namespace chess_terms {

inline constexpr std::size_t placement = 0;  // by piece, then by square as its owner sees it
inline constexpr std::size_t knight_mobility = placement + 6UL * 64;
inline constexpr std::size_t bishop_mobility = knight_mobility + 9;
inline constexpr std::size_t rook_mobility = bishop_mobility + 14;
inline constexpr std::size_t queen_mobility = rook_mobility + 15;
inline constexpr std::size_t danger_max = 39;
inline constexpr std::size_t danger = queen_mobility + 28;      // to the enemy's king
inline constexpr std::size_t passed = danger + danger_max + 1;  // by rank, as all below up to
inline constexpr std::size_t passed_free = passed + 8;
inline constexpr std::size_t passed_safe = passed_free + 8;
inline constexpr std::size_t phalanx = passed_safe + 8;
inline constexpr std::size_t supported = phalanx + 8;
inline constexpr std::size_t shelter =
    supported + 8;  // the rank of the pawn before the king; 0: none
inline constexpr std::size_t storm = shelter + 8;
inline constexpr std::size_t own_king_distance = storm + 8;  // of the square before a passed pawn
inline constexpr std::size_t enemy_king_distance = own_king_distance + 8;
inline constexpr std::size_t pawn_threat = enemy_king_distance + 8;  // by victim
inline constexpr std::size_t minor_threat = pawn_threat + 6;
inline constexpr std::size_t rook_threat = minor_threat + 6;
inline constexpr std::size_t king_threat = rook_threat + 6;
inline constexpr std::size_t hanging = king_threat + 1;
inline constexpr std::size_t push_threat = hanging + 1;
inline constexpr std::size_t isolated = push_threat + 1;
inline constexpr std::size_t isolated_on_open_file = isolated + 1;
inline constexpr std::size_t doubled = isolated_on_open_file + 1;
inline constexpr std::size_t backward = doubled + 1;
inline constexpr std::size_t bishop_pair = backward + 1;
inline constexpr std::size_t pawn_on_bishops_color = bishop_pair + 1;
inline constexpr std::size_t knight_outpost = pawn_on_bishops_color + 1;
inline constexpr std::size_t bishop_outpost = knight_outpost + 1;
inline constexpr std::size_t minor_behind_pawn = bishop_outpost + 1;
inline constexpr std::size_t rook_on_open_file = minor_behind_pawn + 1;
inline constexpr std::size_t rook_on_half_open_file = rook_on_open_file + 1;
inline constexpr std::size_t rook_behind_passed_pawn = rook_on_half_open_file + 1;
inline constexpr std::size_t tempo = rook_behind_passed_pawn + 1;
inline constexpr std::size_t count = tempo + 1;

}  // namespace chess_terms

}  // namespace arbiter::players

#pragma once

#include <array>
#include <cstdint>

namespace arbiter::chess::zobrist {

/// The numbers that are combined by exclusive or into a position's key, the same as PolyGlot's, so
/// that a key looks a position up in any opening book of that format.
extern const std::array<std::array<std::array<std::uint64_t, 64>, 6>, 2>
    piece;  // colour, type, square
extern const std::array<std::uint64_t, 8> en_passant_file;
extern const std::array<std::array<std::uint64_t, 2>, 2> castling;  // colour; kingside, queenside
extern const std::uint64_t white_to_move;

}  // namespace arbiter::chess::zobrist

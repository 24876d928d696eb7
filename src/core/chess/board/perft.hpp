#pragma once

#include <cstdint>

#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// The number of legal moves.
std::uint64_t count_moves(const Board& board);

/// The number of lines of play of exactly `depth` legal moves.
std::uint64_t perft(const Board& board, int depth);

}  // namespace arbiter::chess

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/chess/board/board.hpp"
#include "core/chess/board/move.hpp"

namespace arbiter::chess {

/// The number of legal moves.
std::uint64_t count_moves(const Board& board);

/// The number of lines of play of exactly `depth` legal moves.
std::uint64_t perft(const Board& board, int depth);

/// The same, move by move.
std::vector<std::pair<Move, std::uint64_t>> divide(const Board& board, int depth);

}  // namespace arbiter::chess

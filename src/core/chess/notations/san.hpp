#pragma once

#include <string>
#include <string_view>

#include "core/chess/board/board.hpp"
#include "core/contract/rejection.hpp"

namespace arbiter::chess {

/// A legal move in standard algebraic notation with + and #.
std::string write_san(const Board& board, Move move);
/// The same for whoever knows the board after the move.
std::string write_san(const Board& board, Move move, const Board& next);
/// Tolerant: missing or surplus + # ! ?, 0-0, long algebraic, figurines, e.p., redundant
/// disambiguation, missing x and =. The answer is a legal move, or why there is none:
/// `unreadable_move`, `ambiguous_move` with the candidates, or what `refusal` says.
Result<Move> read_san(const Board& board, std::string_view text);

}  // namespace arbiter::chess

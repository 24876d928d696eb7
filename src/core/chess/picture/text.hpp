#pragma once

#include <string>

#include "core/chess/board/board.hpp"
#include "core/contract/game.hpp"

namespace arbiter::chess {

/// The board in letters or figurines; it may be invalid.
std::string text_board(const Board& board, const RenderOptions& options);

}  // namespace arbiter::chess

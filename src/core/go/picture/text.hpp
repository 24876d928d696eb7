#pragma once

#include <string>

#include "core/contract/game.hpp"
#include "core/go/board/stones.hpp"
#include "core/go/picture/marks.hpp"

namespace arbiter::go {

/// The board in ASCII letters or Unicode lines. The last move is in parentheses, a preview in
/// brackets.
std::string text_board(const Stones& stones, const Marks& marks, const RenderOptions& options);

}  // namespace arbiter::go

#pragma once

#include <string>

#include "core/contract/game.hpp"
#include "core/go/board/stones.hpp"
#include "core/go/picture/marks.hpp"

namespace arbiter::go {

/// A self-contained SVG. The board need not be a legal position: an editor draws groups without
/// liberties too. A1 is always at the lower left, as in books.
///
/// Every intersection is one element of the class `point` with `data-point`,
/// every stone has `data-stone`, and empty points catch clicks, so that a page can make it
/// interactive; title and description give the position in words. The themes are light, dark and auto.
std::string svg_board(const Stones& stones, const Marks& marks, const RenderOptions& options);

}  // namespace arbiter::go

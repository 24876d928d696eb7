#pragma once

#include <string>

#include "core/chess/picture/describe.hpp"
#include "core/contract/game.hpp"

namespace arbiter::chess {

/// A self-contained SVG. Every square is an element with classes and `data-square`, every piece has
/// `data-piece`, so that a page can make it interactive; title and description speak the position.
/// The themes are light, dark, auto and print.
std::string svg_board(const Board& board, const Marks& marks, const RenderOptions& options);

}  // namespace arbiter::chess

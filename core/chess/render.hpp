#pragma once

#include <string>
#include <vector>

#include "core/chess/game.hpp"

namespace arbiter::chess {

/// What a drawing shows beside the pieces.
struct Marks {
    std::optional<Move> last_move;
    bool check = true;  ///< show a king in check
};

/// A self-contained SVG. Every square is an element with classes and `data-square`, every piece has
/// `data-piece`, so that a page can make it interactive; title and description speak the position.
std::string svg_board(const Board& board, const Marks& marks, const RenderOptions& options);

enum class TextStyle : std::uint8_t { ascii, unicode };
std::string text_board(const Board& board, TextStyle style, const RenderOptions& options);

}  // namespace arbiter::chess

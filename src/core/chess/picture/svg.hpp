#pragma once

#include <optional>
#include <string>

#include "core/chess/board/board.hpp"
#include "core/contract/game.hpp"

namespace arbiter::chess {

// A board may hold nonsense here, such as no king or three: a page that sets one up is drawn too.

/// What a drawing shows beside the pieces.
struct Marks {
    std::optional<Move> last_move;
    bool check = true;  ///< show a king in check
};

/// A self-contained SVG. Every square is an element with classes and `data-square`, every piece has
/// `data-piece`, so that a page can make it interactive; title and description speak the position.
/// The themes are light, dark and auto.
std::string svg_board(const Board& board, const Marks& marks, const RenderOptions& options);

/// The board in letters or figurines.
std::string text_board(const Board& board, const RenderOptions& options);

/// The position in words, for those who hear it: "White to move. White: king e1, rooks a1 and h1.
/// Black: king e8. Last move: pawn e7 to e5."
std::string describe(const Board& board, const Marks& marks);

}  // namespace arbiter::chess

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/contract/game.hpp"
#include "core/go/board/move.hpp"
#include "core/go/position.hpp"

namespace arbiter::go {

class Game;

// A board may hold nonsense here, such as a group without liberties: a page that sets one up is
// drawn too. A1 is at the lower left whoever looks at it, as in every book.

/// A move that is tried out.
struct Preview {
    std::optional<Stone> stone{};  ///< nothing if it puts none on the board
    std::vector<Point> taken{};    ///< what would come off the board
    std::string refusal{};         ///< why it cannot be played; empty if it can
};

/// What a drawing shows beside the stones.
struct Marks {
    std::optional<Color> turn{};  ///< nothing if nobody is to move
    std::string status{};         ///< "Black to move", "White wins by score"; may be empty
    std::optional<std::variant<Play, Pass>> last_move{};
    std::optional<Point> ko{};
    std::vector<Point> dead{};
    /// For every point, row by row from the bottom; empty if they are not shown.
    std::vector<std::optional<Color>> owners{};
    std::vector<int> liberties{};  ///< of the group of the stone there
    std::optional<Preview> preview{};
};

/// Of the game as it stands, with what the options ask for.
Marks marks(const Game& game, const RenderOptions& options);

/// A self-contained SVG. Every intersection is one element of the class `point` with `data-point`,
/// every stone has `data-stone`, and empty points catch clicks, so that a page can make it
/// interactive; title and description speak the position. The themes are light, dark and auto.
std::string svg_board(const Stones& stones, const Marks& marks, const RenderOptions& options);

/// The board in letters or on lines. The last move stands in parentheses, a preview in brackets.
std::string text_board(const Stones& stones, const Marks& marks, const RenderOptions& options);

/// The position in words, for those who hear it: "9x9 board. Black, 4 stones: C3 to E3, G7. White,
/// 1 stone: E5. Last move: White E5. Black to move."
std::string describe(const Stones& stones, const Marks& marks);

/// "Black, 4 stones: C3 to E3, G7."
std::string describe(const Stones& stones, Color color);
/// What a preview shows: "Black D4 would take D5 to F5." or "Black D4 is refused: ..."
std::string describe(const Preview& preview);

}  // namespace arbiter::go

#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/contract/game.hpp"
#include "core/go/board/move.hpp"

namespace arbiter::go {

class Game;

/// A move that is tried but not played.
struct Preview {
    std::optional<Stone> stone{};  ///< nothing for a pass
    std::vector<Point> taken{};    ///< the stones that it would capture
    std::string refusal{};         ///< why it cannot be played; empty if it can
};

/// What a drawing shows besides the stones.
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

/// The marks of the game in its present state.
Marks marks(const Game& game, const RenderOptions& options);

}  // namespace arbiter::go

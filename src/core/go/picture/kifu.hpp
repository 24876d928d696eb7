#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/contract/game.hpp"
#include "core/go/board/stones.hpp"

namespace arbiter::go {

class Game;

struct NumberedStone {
    std::uint32_t number;
    Stone stone;
    bool operator==(const NumberedStone&) const = default;
};

/// A move that a diagram cannot show: a pass, or a stone on a point that already has one in the
/// diagram.
struct KifuNote {
    std::uint32_t number;
    std::optional<Point> point;              ///< nothing for a pass
    std::optional<std::uint32_t> at_number;  ///< of the stone on that point, if it has one

    bool operator==(const KifuNote&) const = default;
};

/// "57 at 51", "58 at D4" if the stone there has no number, "60 pass".
std::string to_string(const KifuNote& note);

/// A diagram as printed in books. A stone that is captured within the range stays on the diagram.
struct Kifu {
    MoveRange range;  ///< of the existing moves; `first` is after `last` if there are none
    Stones before;    ///< without numbers: the stones before the first move of the range
    std::vector<NumberedStone> numbered{};
    std::vector<KifuNote> notes{};
};

/// Move numbers include the moves before the start.
Kifu kifu(const Game& game, MoveRange range);

/// "Moves 51-100", "Move 7", "No moves".
std::string title(const Kifu& kifu);

/// The diagram with its title above and its notes below the board.
std::string svg_kifu(const Kifu& kifu, const RenderOptions& options);

}  // namespace arbiter::go

#pragma once

#include <optional>
#include <string_view>

#include "core/go/board/move.hpp"

namespace arbiter::go {

/// A move as a text gives it, before any rule has been applied.
struct MoveText {
    std::optional<Color> by;     ///< nothing if the text does not say whose move it is
    std::optional<Point> point;  ///< nothing: a pass

    bool operator==(const MoveText&) const = default;
};

/// A move in any notation that a player may write: "D4" or "pass", "B D4" as in GTP, "D4b" and
/// "passw" as in SGN, "B[dd]" as in SGF. Letters may be upper or lower case. Nothing if it is none
/// of these.
std::optional<MoveText> read_move_text(std::string_view text, Size size);

}  // namespace arbiter::go

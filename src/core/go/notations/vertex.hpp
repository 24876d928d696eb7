#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/board/move.hpp"

namespace arbiter::go {

/// What a player writes before anybody has looked at the rules.
struct MoveText {
    std::optional<Color> by;     ///< whose move, if the text says so
    std::optional<Point> point;  ///< nothing: a pass

    bool operator==(const MoveText&) const = default;
};

/// A vertex as GTP has it, "D4" or "pass"; with a colour as in GTP, "B D4", as in SGN, "D4b" and
/// "passw", or as in SGF, "B[dd]". In any case; nothing if it is none of these.
std::optional<MoveText> read_move_text(std::string_view text, Size size);

/// "b", "black", "W", "White".
std::optional<Color> color_word(std::string_view word);

}  // namespace arbiter::go

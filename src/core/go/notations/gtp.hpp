#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/notations/move_text.hpp"

/// Moves as the arguments of GTP's `play`: a colour and a vertex.
namespace arbiter::go {

/// "b", "black", "W", "White".
std::optional<Color> color_word(std::string_view word);

/// "B D4", "white pass".
std::optional<MoveText> read_gtp_move(std::string_view text);
/// "B D4"; a pass if there is no point.
std::string write_gtp_move(Color by, std::optional<Point> point);

}  // namespace arbiter::go

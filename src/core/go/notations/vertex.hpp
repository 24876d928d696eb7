#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/notations/move_text.hpp"

namespace arbiter::go {

/// "D4" or "pass", in upper or lower case, without a colour.
std::optional<MoveText> read_vertex(std::string_view word);
/// Nothing is a pass.
std::string write_vertex(std::optional<Point> point);

}  // namespace arbiter::go

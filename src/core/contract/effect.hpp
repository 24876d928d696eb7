#pragma once

#include <string_view>
#include <vector>

#include "core/base/detail.hpp"

namespace arbiter {

/// One consequence of an event: a piece moved, a stone captured, check given, the game over.
struct Effect {
    std::string_view kind;  ///< a string literal of the game: "moved", "captured", "check"
    Details data;

    bool operator==(const Effect&) const = default;
};

using Effects = std::vector<Effect>;

}  // namespace arbiter

/// What an event did, as data: programs branch on the kind, sentences are made elsewhere.
///
/// ```cpp
/// #include "core/contract/effect.hpp"
///
/// const Effects effects{{"captured", {{"square", "e5"}}}};
/// assert(effects.front().kind == "captured");
/// assert(*find(effects.front().data, "square") == DetailValue("e5"));
/// ```
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

/// Events that several games share. A game's `Event` is a variant of these and its own.
///
/// ```cpp
/// #include "core/chess/board/move.hpp"
/// #include "core/contract/event.hpp"
///
/// using Event = std::variant<chess::Move, Resign, LoseOnTime, Conclude>;
/// const Event event = Resign{.by = Color::white};
/// assert(std::get<Resign>(event).by == Color::white);
/// ```
#pragma once

#include "core/contract/color.hpp"
#include "core/contract/outcome.hpp"

namespace arbiter {

struct Resign {
    Color by;
    bool operator==(const Resign&) const = default;
};

/// This side's flag has fallen.
struct LoseOnTime {
    Color by;
    bool operator==(const LoseOnTime&) const = default;
};

/// A result that comes from outside the board: an adjudication, or a file that gives no reason.
struct Conclude {
    Outcome outcome;
    bool operator==(const Conclude&) const = default;
};

}  // namespace arbiter

#pragma once

#include <span>
#include <string_view>

#include "core/go/game.hpp"

/// The end of a game of which SGF tells the result alone.
namespace arbiter::go {

/// Ends a game as RE says, unless the moves have done so: `R`, `T` and `F` become a resignation, a
/// loss on time and a forfeit; a score becomes the marks of TB and TW in the last node and the
/// agreement of both sides if that gives the same result; anything else becomes a `Conclude`. What
/// the events do not say becomes the tag RE.
///
/// Warnings: `unknown_result`, `result_contradicts_board`.
void follow_result(Game& game, std::string_view result, std::span<const Annotation> last_node,
                   TextPlace place, Faults& faults);

}  // namespace arbiter::go

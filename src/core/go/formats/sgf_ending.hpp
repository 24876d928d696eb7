#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/go/formats/sgf_result.hpp"
#include "core/go/game.hpp"

/// The end of a game of which SGF tells the result alone.
namespace arbiter::go {

/// Where both sides have passed and dead stones are to be marked.
struct LastBoard {
    const Position& position;
    const Rules& rules;
    const Account& account;
};
/// The marks of TB and TW in the last node and the agreement of both sides; nothing if they lead to
/// another result.
std::optional<std::vector<Event>> settlement(const LastBoard& board, const ToldResult& told,
                                             std::span<const Annotation> last_node);

/// Ends a game as RE says, unless the moves have done so: `R`, `T` and `F` become a resignation, a
/// loss on time and a forfeit; a score becomes its `settlement` if there is one; anything else becomes a
/// `Conclude`. What the events do not say becomes the tag RE.
///
/// Warnings: `unknown_result`, `result_contradicts_board`.
void follow_result(Game& game, std::string_view result, std::span<const Annotation> last_node,
                   TextPlace place, Faults& faults);

}  // namespace arbiter::go

#pragma once

#include <optional>

#include "core/base/json.hpp"
#include "core/chess/events.hpp"
#include "core/contract/rejection.hpp"

namespace arbiter::chess {

class Game;

/// The JSON form of moves and actions: {"from": "e7", "to": "e8", "promotion": "Q"},
/// {"action": "claim_draw", "reason": "threefold_repetition"}.
void write_event_json(JsonWriter& out, const Game& game, const Event& event);
/// `by` is who is speaking if that is known; otherwise the side to move, or for an answer to a draw
/// offer the side it was made to.
Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by);

}  // namespace arbiter::chess

#pragma once

#include <optional>

#include "core/backgammon/game.hpp"

namespace arbiter::backgammon {

/// The JSON form of turns and actions: {"by": "white", "moves": [{"from": 8, "to": 5}, ...]},
/// {"action": "roll", "by": "white", "dice": [3, 1]}, {"action": "double", "by": "white"} ... Points
/// are in the mover's numbering; the bar and off are words.
void write_event_json(JsonWriter& out, const Event& event);
Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by);

}  // namespace arbiter::backgammon

#pragma once

#include <optional>

#include "core/go/game.hpp"

namespace arbiter::go {

/// The JSON form of moves and actions: {"point": "D4", "by": "black"}, {"action": "agree", ...}.
void write_event_json(JsonWriter& out, const Event& event);
/// Also [row, column] counted from the upper left, and "pass", as `go-rows` has them.
Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by);

}  // namespace arbiter::go

#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/go/game.hpp"

namespace arbiter::go {

/// `go-grid`: the JSON state an agent is prompted with, point by point. A game read from it starts
/// at that position, under `tromp-taylor` unless an option says otherwise.
Reading<Game> read_grid(std::string_view text, const Options& options);
/// `cannot_express` where the board is not square.
std::expected<std::string, Fault> write_grid(const Game& game,
                                             JsonWriter::Style style = JsonWriter::Style::lines);

/// `go-rows`: the compact dictionary, under `simple` unless an option says otherwise.
Reading<Game> read_rows(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_rows(const Game& game);

/// The JSON form of moves and actions: {"point": "D4", "by": "black"}, {"action": "agree", ...}.
void write_event_json(JsonWriter& out, const Event& event);
/// Also [row, column] counted from the upper left, and "pass", as `go-rows` has them.
Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by);

}  // namespace arbiter::go

#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/chess/game.hpp"

namespace arbiter::chess {

/// `chess-squares`: the JSON state an agent is prompted with. The moves are not in it, the earlier
/// positions are.
Reading<Game> read_squares(std::string_view text);
/// `cannot_express` where a Chess960 castling right belongs to another rook than the outermost one.
std::expected<std::string, Fault> write_squares(const Game& game,
                                                JsonWriter::Style style = JsonWriter::Style::lines);

/// A list of earlier positions, each at least the first two fields of a FEN. Faults stand at the
/// list's entries.
std::vector<Board> read_history(JsonView list, Faults& faults);

/// Adds the faults of a text that stands as a string in a JSON document, at that string's pointer.
void add_at(Faults& faults, const Faults& inner, JsonView string);

/// The JSON form of moves and actions: {"from": "e7", "to": "e8", "promotion": "Q"},
/// {"action": "claim_draw", "reason": "threefold_repetition"}.
void write_event_json(JsonWriter& out, const Game& game, const Event& event);
/// `by` is who is speaking if that is known; otherwise the side to move, or for an answer to a draw
/// offer the side it was made to.
Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by);

}  // namespace arbiter::chess

#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/chess/game.hpp"

namespace arbiter::chess {

/// `chess-squares`: the JSON state an agent is prompted with. It holds the earlier positions, but not
/// the moves.
Likeness squares_likeness(const Glance& glance);
/// Also as CheckAI's REST interface wraps it: in `state`, with a status beside it.
Reading<Game> read_squares(std::string_view text, const Options& options = {});
/// `cannot_express` where a Chess960 castling right belongs to another rook than the outermost one.
std::expected<std::string, Fault> write_squares(const Game& game,
                                                JsonWriter::Style style = JsonWriter::Style::lines);

}  // namespace arbiter::chess

#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/go/game.hpp"

namespace arbiter::go {

Likeness grid_likeness(const Glance& glance);
/// `go-grid`: the JSON state that an agent is prompted with, point by point. The game starts at that
/// position. Default rules: `tromp-taylor`.
Reading<Game> read_grid(std::string_view text, const Options& options);
/// `cannot_express` where the board is not square.
std::expected<std::string, Fault> write_grid(const Game& game,
                                             JsonWriter::Style style = JsonWriter::Style::lines);

}  // namespace arbiter::go

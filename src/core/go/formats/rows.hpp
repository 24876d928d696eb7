#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/go/game.hpp"

namespace arbiter::go {

Likeness rows_likeness(const Glance& glance);
/// `go-rows`: the compact dictionary. Default rules: `simple`.
Reading<Game> read_rows(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_rows(const Game& game);

}  // namespace arbiter::go

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/chess/formats/pgn.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::chess::testing {

/// All the games of a text that arrives in pieces of the given size.
std::vector<Reading<PgnGame>> read_pgn(std::string_view text,
                                       std::size_t piece_size = std::string_view::npos);

/// The one game of a text that must have one, with at most warnings.
PgnGame read_one_pgn(std::string_view text);

/// A line in one string, written down quite differently from `write_pgn`:
/// `e4 $1 "comment" (d4 d5) ["before" e5]`.
std::string outline(const std::vector<PgnMove>& moves, const Position& position);
std::string outline(const PgnGame& game);

/// The bytes of tests/chess/data/NAME.
std::string test_data(std::string_view name);

}  // namespace arbiter::chess::testing

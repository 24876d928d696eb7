#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/chess/formats/pgn.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::chess::testing {

/// All the games of a text that arrives in pieces of the given size.
std::vector<Reading<Document<Game>>> read_pgn(std::string_view text,
                                              std::size_t piece_size = std::string_view::npos);

/// The one game of a text that must have one, with at most warnings.
Document<Game> read_one_pgn(std::string_view text);

/// The moves in one string, written down quite differently from `write_pgn`; what cannot be played
/// stands in angle brackets: `e4 $1 "comment" (d4 d5) ["before" e5] <Ke5>`.
std::string outline(const Document<Game>& document);

/// The moves of the main line, the ending left out.
std::size_t count_moves(const Document<Game>& document);

/// The bytes of tests/chess/data/NAME.
std::string test_data(std::string_view name);

}  // namespace arbiter::chess::testing

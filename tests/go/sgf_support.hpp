#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/go/formats/sgf.hpp"
#include "core/go/formats/sgf_export.hpp"
#include "core/go/formats/sgf_game.hpp"
#include "core/go/formats/sgf_import.hpp"
#include "core/go/formats/sgf_reader.hpp"
#include "core/go/formats/sgf_writer.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::go::testing {

/// All the games of a text that arrives in pieces of the given size.
std::vector<Reading<SgfGame>> read_sgf(std::string_view text,
                                       std::size_t piece_size = std::string_view::npos);

/// The one game of a text that must have one; warnings are a failure.
SgfGame read_one_sgf(std::string_view text);
/// The same as a game to play on; warnings are allowed.
Game read_one_game(std::string_view text, const Options& options = {});

/// A tree in one string, independent of `write_sgf`: a node is its stones, its move and its other
/// properties, a variation is in parentheses.
///
///     +B:A1,B1 KM=6.5 | B C3 C=hello | (W D4) (W pass)
std::string outline(const SgfGame& game);

}  // namespace arbiter::go::testing

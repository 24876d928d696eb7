#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/sgf_tree.hpp"
#include "core/go/formats/sgf.hpp"
#include "core/go/formats/sgf_reader.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::go::testing {

using SgfDocument = Document<Game>;

/// All the documents of a text that arrives in pieces of the given size.
std::vector<Reading<SgfDocument>> read_sgf(std::string_view text,
                                           std::size_t piece_size = std::string_view::npos);
/// The one document of a text that must have one; warnings are a failure.
SgfDocument read_one_sgf(std::string_view text);
/// The first main line as a game.
Reading<Game> read_sgf_game(std::string_view text, const Options& options = {});
/// The same of a text that must have one; warnings are allowed.
Game read_one_game(std::string_view text, const Options& options = {});
std::expected<std::string, Fault> write_sgf_game(const Game& game);

/// The nodes as they are written, whatever they mean.
SgfTree tree_of(std::string_view text);

/// A tree in one string, independent of `write_sgf`: a node is its stones, its move and its other
/// properties, a variation is in parentheses.
///
///     +B:A1,B1 KM=6.5 | B C3 C=hello | (W D4) (W pass)
std::string outline(const SgfDocument& document);

/// The codes of the verdicts: "3 illegal", "4 after_the_end".
std::vector<std::string> verdicts(const SgfDocument& document);

}  // namespace arbiter::go::testing

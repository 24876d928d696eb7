#pragma once

#include <cstdint>
#include <string>

#include "core/contract/document.hpp"
#include "core/contract/sgf_tree.hpp"
#include "core/go/game.hpp"

namespace arbiter::go::testing {

/// A tree with variations, setup, legal and illegal moves, markup and texts that need escapes, on a
/// board of any size.
SgfTree random_sgf(std::uint64_t seed);
/// As a text, independent of `write_sgf`.
std::string text_of(const SgfTree& tree);

/// A game of random legal moves that may have any start that SGF can express and any end.
Game random_recorded_game(std::uint64_t seed);

/// Such a game with variations and comments.
Document<Game> random_document(std::uint64_t seed);

}  // namespace arbiter::go::testing

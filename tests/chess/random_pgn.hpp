#pragma once

#include <cstdint>

#include "core/chess/formats/pgn.hpp"

namespace arbiter::chess::testing {

/// A random game with random tags, comments, annotations and nested variations, in the form in
/// which the reader gives it: standard chess or Chess960, from the start or from elsewhere.
Document<Game> random_pgn(std::uint64_t seed);

}  // namespace arbiter::chess::testing

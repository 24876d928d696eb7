#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace arbiter::store {

struct Copied {
    std::size_t games = 0;    ///< that are now the same in both
    std::size_t entries = 0;  ///< that were written
    /// Games that could not be copied, each with the reason.
    std::vector<std::string> problems;
};

/// Brings every game of one store into another. What is there already is left alone and what has
/// been added since is added, so that it can be run again after a failure or to catch up. A game
/// that has gone on differently in the other store is a problem and stays as it is.
/// Answers to requests are not copied: they matter for a few minutes only.
Found<Copied> copy(Store& from, Store& to);

}  // namespace arbiter::store

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "store/every_id.hpp"

namespace arbiter::store {

struct Copied {
    std::size_t games = 0;            ///< that are now the same in both stores
    std::size_t entries = 0;          ///< that were written
    std::vector<std::string> errors;  ///< games that could not be copied, each with the reason
};

/// Copies every game of one store into another. Entries that are there already are not written
/// again, so that an interrupted copy can be resumed and a finished one brought up to date. A game
/// that does not replay, or that went on differently in the other store, is an error and is left
/// alone. Answers to requests are not copied: they matter for a few minutes only.
std::expected<Copied, StoreError> copy(Store& from, Store& to, const OnProgress& on_progress = {});

}  // namespace arbiter::store

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.hpp"

namespace arbiter::store {

/// The first thing of a game that does not fit.
struct Finding {
    std::string game;
    std::uint64_t version = 0;  ///< of the entry; 0 where it is about the game as a whole
    std::string problem;
    bool operator==(const Finding&) const = default;
};

/// Replays a game: every entry is where it belongs and chained to the one before, each event may
/// follow the others under the rules, and the summary says what they say.
/// Nothing where all of that holds. A game may go on meanwhile.
std::optional<Finding> audit(Store& store, std::string_view id);

struct Audit {
    std::size_t games = 0;
    std::vector<Finding> findings;  ///< in the order of the games' ids
};
/// The same for every game there is.
Found<Audit> audit(Store& store);

}  // namespace arbiter::store

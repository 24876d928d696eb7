#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "store/every_id.hpp"
#include "store/journal.hpp"

namespace arbiter::store {

/// Replays a game and compares its summary with what its events say. Nothing where all is as it was
/// written. The game may go on meanwhile.
std::optional<Damage> audit(Store& store, std::string_view id);

struct Audit {
    std::size_t games = 0;
    std::vector<Damage> damages;  ///< at most one a game, in the order of the games' ids
};
/// The same for every game there is.
std::expected<Audit, StoreError> audit(Store& store, const OnProgress& on_progress = {});

}  // namespace arbiter::store

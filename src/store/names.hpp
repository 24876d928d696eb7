#pragma once

#include <expected>
#include <string_view>

#include "store/store.hpp"

namespace arbiter::store {

/// What stands in the place of a name that was removed.
inline constexpr std::string_view removed_name = "(name removed)";

/// Removes what may name people from a game: the names of its seats, and the tags and comments of the
/// text that it was created from. The entries are chained anew, so receipts that were given before do not
/// fit any more. False if the game is not there.
std::expected<bool, StoreError> remove_names(Store& store, std::string_view id);

}  // namespace arbiter::store

#pragma once

#include <expected>
#include <string>

#include "store/store.hpp"

namespace arbiter::store {

/// Copies a SQLite file as it is at one moment into another one, which must not be there. A server may
/// use the file meanwhile, and is not held up.
std::expected<void, StoreError> back_up(const std::string& from, const std::string& to);

}  // namespace arbiter::store

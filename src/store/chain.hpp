#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.hpp"

namespace arbiter::store {

/// What the first entry of a game is chained to.
inline constexpr std::string_view chain_start =
    "0000000000000000000000000000000000000000000000000000000000000000";

/// SHA-256 in hexadecimal over: previous hash, newline, game id, newline, version, newline, at_ms,
/// newline, body. A changed, exchanged or missing entry breaks every hash after it.
std::string chained(std::string_view previous, std::string_view id, const Entry& entry);

/// The first of the entries that cannot follow, in words. `previous` is the hash of version `after`.
std::optional<std::string> broken_link(std::string_view id, std::string_view previous,
                                       std::uint64_t after, const std::vector<Entry>& entries);

}  // namespace arbiter::store

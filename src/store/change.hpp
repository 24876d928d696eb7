#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/store.hpp"

namespace arbiter::store {

/// What an index of every database can hold.
inline constexpr std::size_t id_size_max = 200;
inline constexpr std::size_t name_size_max = 1000;
inline constexpr std::size_t key_size_max = 1000;

/// Whether every database can hold this text: UTF-8 without NUL.
bool is_storable(std::string_view text);

/// Why no database may get this change: its parts contradict each other, or one of them cannot be
/// stored everywhere. Such a change would fail the whole transaction that it shares.
std::optional<std::string> misfit(const Change& change);

}  // namespace arbiter::store

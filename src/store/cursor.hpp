#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter::store {

/// The last game of a page of a list: the next page begins after it.
struct Cursor {
    std::int64_t updated_ms;
    std::string id;
    bool operator==(const Cursor&) const = default;
};

std::string to_string(const Cursor& cursor);
/// Nothing if `to_string` never wrote this text.
std::optional<Cursor> read_cursor(std::string_view text);

}  // namespace arbiter::store

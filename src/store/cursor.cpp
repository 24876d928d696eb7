#include "store/cursor.hpp"

#include <charconv>

#include "store/change.hpp"

namespace arbiter::store {

std::string to_string(const Cursor& cursor) {
    return std::to_string(cursor.updated_ms) + "." + cursor.id;
}

std::optional<Cursor> read_cursor(std::string_view text) {
    Cursor cursor{};
    const char* end = text.data() + text.size();
    const auto [dot, error] = std::from_chars(text.data(), end, cursor.updated_ms);
    if (error != std::errc() || dot == end || *dot != '.') return std::nullopt;
    cursor.id.assign(dot + 1, end);
    if (!is_storable(cursor.id)) return std::nullopt;
    return cursor;
}

}  // namespace arbiter::store

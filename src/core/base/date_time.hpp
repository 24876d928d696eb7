#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

/// A moment that can be compared with others. The core has no clock: it only reads what it is told.
struct Instant {
    std::int64_t second = 0;  ///< since the year 0 began, UTC; a leap second is the one after it
    std::int32_t nanosecond = 0;

    auto operator<=>(const Instant&) const = default;
};

/// "2025-01-21T12:00:00Z", "2025-01-21T13:00:00.5+01:00": ISO 8601 in the form that JSON Schema
/// calls `date-time` (RFC 3339). Nothing if it is not that, or if there is no such day or time.
std::optional<Instant> read_date_time(std::string_view text);

}  // namespace arbiter

#include "core/base/date_time.hpp"

#include <array>
#include <cstddef>

namespace arbiter {

namespace {

constexpr std::int64_t seconds_per_day = 86'400;
constexpr std::array days_before_month{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

constexpr bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

constexpr int days_in(int year, int month) {
    const auto m = static_cast<std::size_t>(month);
    return days_before_month[m] - days_before_month[m - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

/// Since the first of January of the year 0, which was a leap year.
constexpr std::int64_t days_until(int year, int month, int day) {
    const int leap_days = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1;
    const int this_year = days_before_month[static_cast<std::size_t>(month) - 1] +
                          (month > 2 && is_leap(year) ? 1 : 0);
    return std::int64_t{365} * year + leap_days + this_year + day - 1;
}
static_assert(days_until(1970, 1, 1) == 719'528 && days_until(2000, 3, 1) == 730'545);

/// Takes the parts from the front of a text. After the first that is missing, all are.
class Parts {
public:
    explicit Parts(std::string_view text) : rest_(text) {}

    int number(std::size_t digits, int min, int max) {
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (!at_digit()) return fail();
            value = 10 * value + take_digit();
        }
        return value >= min && value <= max ? value : fail();
    }

    void one_of(std::string_view characters) {
        if (rest_.empty() || !characters.contains(rest_.front())) {
            fail();
            return;
        }
        rest_.remove_prefix(1);
    }

    bool begins_with(char character) const { return rest_.starts_with(character); }

    /// ".5" is half a second. What is finer than a nanosecond is left out.
    std::int32_t fraction() {
        if (!begins_with('.')) return 0;
        rest_.remove_prefix(1);
        if (!at_digit()) return fail();
        std::int32_t value = 0;
        for (std::int32_t unit = 100'000'000; at_digit(); unit /= 10) value += unit * take_digit();
        return value;
    }

    /// In minutes east of Greenwich.
    int offset() {
        if (begins_with('Z') || begins_with('z')) {
            rest_.remove_prefix(1);
            return 0;
        }
        const int sign = begins_with('-') ? -1 : 1;
        one_of("+-");
        const int hours = number(2, 0, 23);
        one_of(":");
        return sign * (60 * hours + number(2, 0, 59));
    }

    bool complete() const { return readable_ && rest_.empty(); }

private:
    bool at_digit() const { return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; }
    int take_digit() {
        const int digit = rest_.front() - '0';
        rest_.remove_prefix(1);
        return digit;
    }
    int fail() {
        readable_ = false;
        rest_ = {};
        return 0;
    }

    std::string_view rest_;
    bool readable_ = true;
};

}  // namespace

std::optional<Instant> read_date_time(std::string_view text) {
    Parts parts(text);
    const int year = parts.number(4, 0, 9999);
    parts.one_of("-");
    const int month = parts.number(2, 1, 12);
    parts.one_of("-");
    const int day = parts.number(2, 1, 31);
    parts.one_of("Tt");
    const int hour = parts.number(2, 0, 23);
    parts.one_of(":");
    const int minute = parts.number(2, 0, 59);
    parts.one_of(":");
    const int second = parts.number(2, 0, 60);
    const std::int32_t nanosecond = parts.fraction();
    const int offset = parts.offset();
    if (!parts.complete() || day > days_in(year, month)) return std::nullopt;

    const std::int64_t midnight = days_until(year, month, day) * seconds_per_day;
    const int minutes = 60 * hour + minute - offset;
    const Instant instant{midnight + std::int64_t{60} * minutes + second, nanosecond};
    // Leap seconds come at the end of a day of Greenwich (RFC 3339, 5.7).
    if (second == 60 && instant.second % seconds_per_day != 0) return std::nullopt;
    return instant;
}

}  // namespace arbiter

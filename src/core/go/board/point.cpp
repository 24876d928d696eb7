#include "core/go/board/point.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace arbiter::go {

namespace {

constexpr std::string_view column_letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
constexpr int letter_count = static_cast<int>(column_letters.size());

/// The reverse of `column_letters`.
constexpr std::optional<int> letter_number(char c) {
    const char letter = upper(c);
    if (letter < 'A' || letter > 'Z' || letter == 'I') return std::nullopt;
    return letter - 'A' - (letter > 'I' ? 1 : 0);
}

/// 1 to 52 without a sign or a leading zero.
std::optional<int> line_number(std::string_view digits) {
    if (digits.empty() || digits.size() > 2 || digits[0] == '0') return std::nullopt;
    int number = 0;
    for (const char c : digits) {
        if (!is_digit(c)) return std::nullopt;
        number = number * 10 + (c - '0');
    }
    if (number > Size::side_max) return std::nullopt;
    return number;
}

std::optional<int> column_named(std::string_view name) {
    int column = 0;
    for (const char c : name) {
        const auto number = letter_number(c);
        if (!number) return std::nullopt;
        column = column * letter_count + *number + 1;
    }
    return column - 1;
}

}  // namespace

std::string to_string(Size size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::optional<Size> size_named(std::string_view text) {
    const auto cross = text.find_first_of("xX");
    const auto first = text.substr(0, cross);
    const auto second = cross == text.npos ? first : text.substr(cross + 1);
    if (first == "0" && second == "0") return Size{0, 0};
    const auto width = line_number(first);
    const auto height = line_number(second);
    if (!width || !height) return std::nullopt;
    return Size{static_cast<std::uint8_t>(*width), static_cast<std::uint8_t>(*height)};
}

std::string column_name(int column) {
    const char last = column_letters[static_cast<std::size_t>(column % letter_count)];
    if (column < letter_count) return {last};
    return {column_letters[static_cast<std::size_t>(column / letter_count - 1)], last};
}

std::string to_string(Point point) {
    return column_name(point.column) + std::to_string(point.row + 1);
}

std::vector<std::string> names(std::span<const Point> points) {
    std::vector<std::string> texts;
    texts.reserve(points.size());
    for (const Point point : points) texts.push_back(to_string(point));
    return texts;
}

std::optional<Point> point_named(std::string_view name) {
    const auto digits =
        static_cast<std::size_t>(std::ranges::find_if_not(name, is_letter) - name.begin());
    if (digits < 1 || digits > 2) return std::nullopt;
    const auto column = column_named(name.substr(0, digits));
    const auto row = line_number(name.substr(digits));
    if (!column || *column >= Size::side_max || !row) return std::nullopt;
    return Point{static_cast<std::uint8_t>(*column), static_cast<std::uint8_t>(*row - 1)};
}

}  // namespace arbiter::go

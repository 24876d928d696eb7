#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::go {

/// The board's width and height in lines, each from 1 to 52; or 0x0, a board without points.
struct Size {
    static constexpr int side_max = 52;

    std::uint8_t width = 19;
    std::uint8_t height = 19;

    constexpr int points() const { return width * height; }
    constexpr bool square() const { return width == height; }
    constexpr bool empty() const { return points() == 0; }
    bool operator==(const Size&) const = default;
};

/// "19x19": width, then height.
std::string to_string(Size size);
/// "9x13" or "9"; nothing if it is not a size of a board.
std::optional<Size> size_named(std::string_view text);

/// An intersection: column from the left and row from the bottom, both from 0. A1 is {0, 0}.
struct Point {
    std::uint8_t column = 0;
    std::uint8_t row = 0;

    bool operator==(const Point&) const = default;
    /// Row by row from the bottom.
    constexpr std::strong_ordering operator<=>(const Point& other) const {
        if (const auto rows = row <=> other.row; rows != 0) return rows;
        return column <=> other.column;
    }
};

constexpr bool contains(Size size, Point point) {
    return point.column < size.width && point.row < size.height;
}
/// The number of the point when a board is counted row by row from the bottom.
constexpr int index(Size size, Point point) { return point.row * size.width + point.column; }
constexpr Point point_at(Size size, int index) {
    return {static_cast<std::uint8_t>(index % size.width),
            static_cast<std::uint8_t>(index / size.width)};
}

/// A to Z without I, then AA to AZ, BA to BZ and so on, also without I: the 26th column is AA.
std::string column_name(int column);
/// D4, Q16, AA1.
std::string to_string(Point point);
std::vector<std::string> names(std::span<const Point> points);
/// Upper or lower case; nothing if no board has such a point.
std::optional<Point> point_named(std::string_view name);

}  // namespace arbiter::go

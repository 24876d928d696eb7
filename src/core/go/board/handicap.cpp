#include "core/go/board/handicap.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace arbiter::go {

namespace {

constexpr int corner_side_min = 7;
constexpr int centre_side_min = 5;
constexpr int middle_side_min = 15;

constexpr bool odd(int side) { return side % 2 != 0; }

/// The lines of one side on which stars stand, counted from 0.
struct Lines {
    int low;
    int middle;
    int high;
};

constexpr Lines lines_of(int side) {
    const int low = side < 13 ? 2 : 3;
    return {low, (side - 1) / 2, side - 1 - low};
}

constexpr Point point_on(int column, int row) {
    return {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
}

/// The stars that 2 to 9 stones take: column, then row, each low, middle or high.
constexpr std::array<std::string_view, 8> placements{
    "ll hh",
    "ll hh lh",
    "ll hh lh hl",
    "ll hh lh hl mm",
    "ll hh lh hl lm hm",
    "ll hh lh hl lm hm mm",
    "ll hh lh hl lm hm ml mh",
    "ll hh lh hl lm hm ml mh mm",
};

constexpr int line_named(Lines lines, char name) {
    if (name == 'l') return lines.low;
    return name == 'm' ? lines.middle : lines.high;
}

}  // namespace

std::vector<Point> star_points(Size size) {
    const Lines columns = lines_of(size.width);
    const Lines rows = lines_of(size.height);
    const int shorter = std::min(size.width, size.height);
    std::vector<Point> points;
    if (shorter >= centre_side_min && odd(size.width) && odd(size.height))
        points.push_back(point_on(columns.middle, rows.middle));
    if (shorter >= corner_side_min) {
        for (const int row : {rows.low, rows.high}) {
            points.push_back(point_on(columns.low, row));
            points.push_back(point_on(columns.high, row));
            if (odd(size.width) && size.width >= middle_side_min)
                points.push_back(point_on(columns.middle, row));
        }
        if (odd(size.height) && size.height >= middle_side_min) {
            points.push_back(point_on(columns.low, rows.middle));
            points.push_back(point_on(columns.high, rows.middle));
        }
    }
    std::ranges::sort(points);
    return points;
}

int fixed_handicap_max(Size size) {
    const int shorter = std::min(size.width, size.height);
    if (shorter < corner_side_min) return 0;
    const bool nine = shorter >= corner_side_min && odd(size.width) && odd(size.height);
    return nine ? 9 : 4;
}

std::vector<Point> fixed_handicap(Size size, int stones) {
    if (stones < 2 || stones > fixed_handicap_max(size)) return {};
    const std::string_view names = placements[static_cast<std::size_t>(stones - 2)];
    std::vector<Point> points;
    for (std::size_t i = 0; i < names.size(); i += 3) {
        points.push_back(point_on(line_named(lines_of(size.width), names[i]),
                                  line_named(lines_of(size.height), names[i + 1])));
    }
    return points;
}

}  // namespace arbiter::go

#pragma once

#include "core/backgammon/board/spot.hpp"
#include "core/base/svg.hpp"

/// Where everything is in a picture of a backgammon board, and its colours. A point is 60 units
/// wide; the side at the bottom has its home at the lower right.
///
///      cube | 13 .. 18 | bar | 19 .. 24 | trays
///           | 12 ..  7 |     |  6 ..  1 |
namespace arbiter::backgammon::art {

struct Coordinates {
    double x, y;
};

enum class Half : std::uint8_t { top, bottom };

inline constexpr double point_width = 60;
inline constexpr double point_height = 262;
inline constexpr double checker_radius = 26;
inline constexpr double checker_pitch = 2 * checker_radius;
inline constexpr int stack_max = 5;

inline constexpr double quarter_width = 6 * point_width;
inline constexpr double side_width = 92;  ///< of the cube's place, and of the trays
inline constexpr double gap = 10;
inline constexpr double bar_width = 66;
inline constexpr double margin_height = 44;
inline constexpr double field_height = 640;

inline constexpr double left_field = side_width + gap;
inline constexpr double bar_left = left_field + quarter_width;
inline constexpr double right_field = bar_left + bar_width;
inline constexpr double right_field_end = right_field + quarter_width;
inline constexpr double tray_left = right_field_end + gap;
inline constexpr double width = tray_left + side_width;

inline constexpr double top = margin_height;
inline constexpr double middle = top + field_height / 2;
inline constexpr double bottom = top + field_height;
inline constexpr double height = bottom + margin_height;

/// From the middle of a line of capitals or digits down to its baseline, in parts of their size.
inline constexpr double baseline_drop = 0.355;

/// The middle of a point's column; as the side at the bottom counts.
constexpr double column_of(Spot point) {
    const int number = point.index();
    const int column = number > 12 ? number - 13 : 12 - number;
    const double past_bar = column < 6 ? 0 : bar_width;
    return left_field + past_bar + (column + 0.5) * point_width;
}

constexpr Half half_of(Spot point) { return point.index() > 12 ? Half::top : Half::bottom; }

/// Of the n-th checker of a stack that begins at the edge of the field.
constexpr double height_in_stack(Half half, int n) {
    const double inward = checker_radius + 2 + n * checker_pitch;
    return half == Half::top ? top + inward : bottom - inward;
}

/// On the bar stacks begin at the middle.
constexpr double height_on_bar(Half half, int n) {
    const double outward = 30 + checker_radius + n * checker_pitch;
    return half == Half::top ? middle - outward : middle + outward;
}

extern const StyleSheet style_sheet;

}  // namespace arbiter::backgammon::art

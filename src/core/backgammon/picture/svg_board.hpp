#pragma once

#include "core/backgammon/board/spot.hpp"
#include "core/base/svg.hpp"

/// Where everything is in a picture of a backgammon board, and its colours. A point is 64 units
/// wide; the side at the bottom has its home at the lower right.
///
///      cube | 13 .. 18 | bar | 19 .. 24 | trays
///           | 12 ..  7 |     |  6 ..  1 |
namespace arbiter::backgammon::art {

struct Coordinates {
    double x, y;
};

enum class Half : std::uint8_t { top, bottom };

inline constexpr double point_width = 64;
inline constexpr double point_height = 272;
inline constexpr double checker_radius = 28;
inline constexpr double checker_pitch = 57;
inline constexpr int stack_max = 5;

inline constexpr double quarter_width = 6 * point_width;
inline constexpr double rail_width = 58;  ///< of the cube's place
inline constexpr double tray_width = 74;
inline constexpr double gap = 8;
inline constexpr double bar_width = 56;
inline constexpr double margin_height = 34;
inline constexpr double field_height = 660;

inline constexpr double left_field = rail_width + gap;
inline constexpr double bar_left = left_field + quarter_width;
inline constexpr double right_field = bar_left + bar_width;
inline constexpr double right_field_end = right_field + quarter_width;
inline constexpr double tray_left = right_field_end + gap;
inline constexpr double width = tray_left + tray_width + gap;

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
    const double inward = checker_radius + 1.5 + n * checker_pitch;
    return half == Half::top ? top + inward : bottom - inward;
}

/// On the bar stacks begin at the middle.
constexpr double height_on_bar(Half half, int n) {
    const double outward = 30 + checker_radius + n * checker_pitch;
    return half == Half::top ? middle - outward : middle + outward;
}

extern const StyleSheet style_sheet;

}  // namespace arbiter::backgammon::art

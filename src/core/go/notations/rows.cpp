#include "core/go/notations/rows.hpp"

namespace arbiter::go {

std::string to_string(RowAndColumn place) {
    return "[" + std::to_string(place.row) + "," + std::to_string(place.column) + "]";
}

std::string write_rows_move(std::optional<Point> point, Size size) {
    if (!point) return "\"pass\"";
    return to_string(RowAndColumn{size.height - 1 - point->row, point->column});
}

std::optional<Point> point_at(Size size, RowAndColumn place) {
    const auto [row, column] = place;
    if (row < 0 || row >= size.height || column < 0 || column >= size.width) return std::nullopt;
    return Point{static_cast<std::uint8_t>(column),
                 static_cast<std::uint8_t>(size.height - 1 - row)};
}

}  // namespace arbiter::go

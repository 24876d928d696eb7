#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/go/board/point.hpp"

/// Points as `go-rows` has them: [row, column], both from 0, from the upper left.
namespace arbiter::go {

struct RowAndColumn {
    std::int64_t row;
    std::int64_t column;
};

/// "[15,3]"; "\"pass\"" if there is no point.
std::string write_rows_move(std::optional<Point> point, Size size);
std::string to_string(RowAndColumn place);
/// Nothing if it is not on the board.
std::optional<Point> point_at(Size size, RowAndColumn place);

}  // namespace arbiter::go

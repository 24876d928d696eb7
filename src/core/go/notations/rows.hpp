#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
/// The JSON of a place: itself, or what stands in "(15, 3)" and "15,3". Nothing if the text does not
/// begin like one of these.
std::optional<std::string> rows_move_as_json(std::string_view text);
/// "[15,3]", as `write_rows_move` writes it.
std::optional<Point> rows_point_named(std::string_view word, Size size);
/// Nothing if it is not on the board.
std::optional<Point> point_at(Size size, RowAndColumn place);

}  // namespace arbiter::go

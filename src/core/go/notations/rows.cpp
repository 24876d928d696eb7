#include "core/go/notations/rows.hpp"

#include "core/base/json.hpp"
#include "core/base/text.hpp"

namespace arbiter::go {

std::string to_string(RowAndColumn place) {
    return "[" + std::to_string(place.row) + "," + std::to_string(place.column) + "]";
}

std::string write_rows_move(std::optional<Point> point, Size size) {
    if (!point) return "\"pass\"";
    return to_string(RowAndColumn{size.height - 1 - point->row, point->column});
}

std::optional<std::string> rows_move_as_json(std::string_view text) {
    if (text.starts_with('[')) return std::string(text);
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    const bool is_number = !text.empty() && (is_digit(text[0]) || text[0] == '-');
    if (!is_number || text.find(',') == text.npos) return std::nullopt;
    return "[" + std::string(text) + "]";
}

std::optional<Point> rows_point_named(std::string_view word, Size size) {
    const auto json = word.starts_with('[') ? read_json(word) : Reading<Json>{};
    const auto* numbers = json ? json->as<Json::Array>() : nullptr;
    if (numbers == nullptr || numbers->size() != 2) return std::nullopt;
    const auto* row = (*numbers)[0].as<std::int64_t>();
    const auto* column = (*numbers)[1].as<std::int64_t>();
    if (row == nullptr || column == nullptr) return std::nullopt;
    return point_at(size, RowAndColumn{*row, *column});
}

std::optional<Point> point_at(Size size, RowAndColumn place) {
    const auto [row, column] = place;
    if (row < 0 || row >= size.height || column < 0 || column >= size.width) return std::nullopt;
    return Point{static_cast<std::uint8_t>(column),
                 static_cast<std::uint8_t>(size.height - 1 - row)};
}

}  // namespace arbiter::go

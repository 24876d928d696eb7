#include "core/go/notations/vertex.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace arbiter::go {

std::optional<MoveText> read_vertex(std::string_view word) {
    if (std::ranges::equal(word, std::string_view("pass"), {}, lower)) return MoveText{};
    if (const auto point = point_named(word)) return MoveText{std::nullopt, point};
    return std::nullopt;
}

std::string write_vertex(std::optional<Point> point) { return point ? to_string(*point) : "pass"; }

}  // namespace arbiter::go

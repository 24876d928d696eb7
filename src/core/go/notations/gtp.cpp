#include "core/go/notations/gtp.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/go/notations/vertex.hpp"

namespace arbiter::go {

std::optional<Color> color_word(std::string_view word) {
    const auto is = [&](std::string_view name) {
        return std::ranges::equal(word, name, {}, lower);
    };
    if (is("b") || is("black")) return Color::black;
    if (is("w") || is("white")) return Color::white;
    return std::nullopt;
}

std::optional<MoveText> read_gtp_move(std::string_view text) {
    const auto blank = std::min(text.find(' '), text.size());
    const auto color = color_word(text.substr(0, blank));
    auto move = read_vertex(text.substr(std::min(text.find_first_not_of(' ', blank), text.size())));
    if (!color || !move) return std::nullopt;
    move->by = color;
    return move;
}

std::string write_gtp_move(Color by, std::optional<Point> point) {
    return (by == Color::black ? "B " : "W ") + write_vertex(point);
}

}  // namespace arbiter::go

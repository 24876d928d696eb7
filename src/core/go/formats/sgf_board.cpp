#include "core/go/formats/sgf_board.hpp"

#include <ranges>
#include <utility>

namespace arbiter::go {

void SgfBoard::set_up(const SgfSetup& setup) {
    for (const Point point : setup.black) put({Color::black, point});
    for (const Point point : setup.white) put({Color::white, point});
    for (const Point point : setup.cleared) grid_.at(point) = std::nullopt;
}

/// The opponent's stones are taken off first: a capturing stone gains liberties.
void SgfBoard::play(const SgfMove& move) {
    if (!move.point) return;
    put({move.by, *move.point});
    for_each_neighbour(grid_.size(), *move.point, [&](Point neighbour) {
        if (grid_.at(neighbour) == opponent(move.by)) take_off_without_liberties(neighbour);
    });
    take_off_without_liberties(*move.point);
}

void SgfBoard::put(Stone stone) {
    grid_.at(stone.point) = stone.color;
    put_down_.push_back(stone);
}

void SgfBoard::take_off_without_liberties(Point point) {
    const auto color = grid_.at(point);
    PointMap<char> seen(grid_.size());
    seen.at(point) = true;
    std::vector<Point> group{point};
    bool breathes = false;
    for (std::size_t i = 0; i < group.size() && !breathes; ++i) {
        for_each_neighbour(grid_.size(), group[i], [&](Point next) {
            breathes = breathes || !grid_.at(next);
            if (grid_.at(next) != color || seen.at(next)) return;
            seen.at(next) = true;
            group.push_back(next);
        });
    }
    if (breathes) return;
    for (const Point stone : group) grid_.at(stone) = std::nullopt;
}

std::vector<Stone> SgfBoard::stones() const {
    std::vector<Stone> latest_first;
    PointMap<char> seen(grid_.size());
    for (const Stone stone : std::views::reverse(put_down_)) {
        const bool seen_before = std::exchange(seen.at(stone.point), true);
        if (!seen_before && grid_.at(stone.point)) latest_first.push_back(stone);
    }
    std::vector<Stone> stones;
    for (const Color color : {Color::black, Color::white}) {
        for (const Stone stone : std::views::reverse(latest_first)) {
            if (stone.color == color) stones.push_back(stone);
        }
    }
    return stones;
}

}  // namespace arbiter::go

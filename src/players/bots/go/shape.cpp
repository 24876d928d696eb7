#include "players/bots/go/shape.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/go/board/regions.hpp"

namespace arbiter::players {

namespace {

using go::Cell;
using go::Point;

constexpr int taking = 14;
constexpr int saving = 12;
constexpr int each_stone = 3;
constexpr int stones_counted_max = 8;
constexpr int giving_away = -16;
constexpr int atari = 4;
constexpr int near_last = 6;
constexpr int edge_of_nowhere = -8;
constexpr int opening_line = 3;

constexpr int worth(int stones) { return each_stone * std::min(stones, stones_counted_max); }

}  // namespace

GoShape::GoShape(go::Size size, std::vector<Cell> cells)
    : size_(size), cells_(std::move(cells)), group_of_(cells_.size()), groups_(1) {
    for (int i = 0; i < size_.points(); ++i) {
        const bool stone = at(i) == Cell::black || at(i) == Cell::white;
        if (stone && group_of_[static_cast<std::size_t>(i)] == 0) gather(i);
    }
}

void GoShape::gather(int start) {
    Group group{.stone = at(start), .stones = 0, .liberties = {}};
    const std::size_t number = groups_.size();
    std::vector<int> members{start};
    group_of_[static_cast<std::size_t>(start)] = number;
    for (std::size_t i = 0; i < members.size(); ++i) {
        go::for_each_neighbour(size_, point_at(size_, members[i]), [&](Point next) {
            const int n = index(size_, next);
            if (at(n) == group.stone && group_of_[static_cast<std::size_t>(n)] == 0) {
                group_of_[static_cast<std::size_t>(n)] = number;
                members.push_back(n);
            } else if (at(n) == Cell::empty && group.liberties.size() < liberties_max &&
                       std::ranges::find(group.liberties, n) == group.liberties.end()) {
                group.liberties.push_back(n);
            }
        });
    }
    group.stones = static_cast<int>(members.size());
    groups_.push_back(std::move(group));
}

int GoShape::tactics(int index, Cell stone) const {
    int promise = 0;
    std::vector<int> liberties;  // of the new stone's group, as far as known
    bool takes = false;
    int in_danger = 0;
    go::for_each_neighbour(size_, point_at(size_, index), [&](Point next) {
        const int n = go::index(size_, next);
        if (at(n) == Cell::empty) {
            liberties.push_back(n);
        } else if (at(n) == stone) {
            const Group& own = group(n);
            if (own.liberties.size() == 1) in_danger = std::max(in_danger, own.stones);
            std::ranges::copy_if(own.liberties, std::back_inserter(liberties),
                                 [&](int liberty) { return liberty != index; });
        } else {
            const Group& enemy = group(n);
            if (enemy.liberties.size() == 1) {
                takes = true;
                promise = std::max(promise, taking + worth(enemy.stones));
            } else if (enemy.liberties.size() == 2) {
                promise = std::max(promise, atari);
            }
        }
    });
    std::ranges::sort(liberties);
    const auto repeated = std::ranges::unique(liberties);
    liberties.erase(repeated.begin(), repeated.end());
    if (takes) return promise + (in_danger > 0 ? saving + worth(in_danger) : 0);
    if (liberties.size() < 2) return giving_away;
    return promise + (in_danger > 0 ? saving + worth(in_danger) : 0);
}

/// Far from other stones the third and fourth lines are good and the edge is bad.
int GoShape::place(Point point) const {
    constexpr int far = 2;
    const int line = std::min({int{point.column}, int{point.row}, size_.width - 1 - point.column,
                               size_.height - 1 - point.row});
    for (int row = std::max(point.row - far, 0); row <= std::min(point.row + far, size_.height - 1);
         ++row) {
        for (int column = std::max(point.column - far, 0);
             column <= std::min(point.column + far, size_.width - 1); ++column) {
            if (at(row * size_.width + column) != Cell::empty) return 0;
        }
    }
    if (line == 0) return edge_of_nowhere;
    return line == 2 || line == 3 ? opening_line : 0;
}

int GoShape::promise(Point point, Color color, std::optional<Point> last) const {
    int promise = tactics(index(size_, point), go::stone_of(color)) + place(point);
    if (last) {
        const int apart = std::abs(point.column - last->column) + std::abs(point.row - last->row);
        if (apart <= 3) promise += near_last - 2 * (apart - 1);
    }
    return promise;
}

}  // namespace arbiter::players

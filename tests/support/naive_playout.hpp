#pragma once

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/support/naive_go.hpp"

/// What a playout may play, said plainly.
namespace arbiter::go::naive {

inline const Rules playout_rules{.ko = KoRule::simple, .scoring = Scoring::area};

/// All neighbours are the side's own, and of the diagonals at most one is the enemy's; none if some
/// are off the board.
inline bool is_eye(const Go& go, Stone stone) {
    int diagonals_off_board = 0;
    int enemies = 0;
    for (int columns = -1; columns <= 1; ++columns) {
        for (int rows = -1; rows <= 1; ++rows) {
            const Point point{static_cast<std::uint8_t>(stone.point.column + columns),
                              static_cast<std::uint8_t>(stone.point.row + rows)};
            if (point == stone.point) continue;
            const bool diagonal = columns != 0 && rows != 0;
            if (!contains(go.size(), point)) {
                diagonals_off_board += diagonal ? 1 : 0;
            } else if (diagonal) {
                enemies += go.at(point) == opponent(stone.color) ? 1 : 0;
            } else if (go.at(point) != stone.color) {
                return false;
            }
        }
    }
    return diagonals_off_board > 0 ? enemies == 0 : enemies <= 1;
}

inline Points candidates(const Go& go) {
    Points points = go.legal(go.turn());
    std::erase_if(points, [&](Point point) { return is_eye(go, {go.turn(), point}); });
    return points;
}

/// How often each position came about when each of the candidates was expected so often.
struct Tally {
    std::map<Picture, int> counts;
    int expected = 200;

    /// Pearson's statistic, in standard deviations from its mean.
    double unevenness() const {
        double statistic = 0;
        for (const auto& [picture, count] : counts) {
            statistic += std::pow(count - expected, 2) / expected;
        }
        const double freedom = static_cast<double>(counts.size()) - 1;
        return (statistic - freedom) / std::sqrt(2 * freedom);
    }
};

inline int area_margin(const Go& go) { return go.points(Color::black) - go.points(Color::white); }

}  // namespace arbiter::go::naive

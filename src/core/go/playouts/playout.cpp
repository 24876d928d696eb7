#include "core/go/playouts/playout.hpp"

#include <algorithm>

namespace arbiter::go {

namespace {

/// On 9x9 in lanes, on every processor: they play other games than the single board does.
template <class Visit>
void for_each_fastest(const Position& position, Playouts playouts, Visit visit) {
    if (position.size() == Size{9, 9}) {
        for_each_playout_in_lanes<9, 9>(position, playouts, visit);
    } else {
        for_each_playout(position, playouts, visit);
    }
}

}  // namespace

std::int64_t total_margin(const Position& position, Playouts playouts) {
    std::int64_t total = 0;
    for_each_fastest(position, playouts, [&](const auto& board) { total += board.margin(); });
    return total;
}

Estimate estimate(const Position& position, Playouts playouts) {
    const Size size = position.size();
    // In halves: a point without an owner at the end is shared.
    std::vector<std::int32_t> halves(static_cast<std::size_t>(size.points()));
    for_each_fastest(position, playouts, [&](const auto& board) {
        for (std::size_t i = 0; i < halves.size(); ++i) {
            const Cell owner = board.owner(point_at(size, static_cast<int>(i)));
            halves[i] += owner == Cell::black ? 2 : owner == Cell::white ? 0 : 1;
        }
    });
    Estimate result;
    const float all = static_cast<float>(std::max(playouts.count, 1)) * 2;
    for (const std::int32_t count : halves) {
        result.black_share.push_back(static_cast<float>(count) / all);
    }
    return result;
}

}  // namespace arbiter::go

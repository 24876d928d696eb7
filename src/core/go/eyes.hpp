#pragma once

#include <span>

#include "core/go/board/regions.hpp"

namespace arbiter::go {

/// A board at the end of play, on which some stones have been marked as dead.
class MarkedBoard {
public:
    MarkedBoard(Grid stones, PointMap<char> dead);

    Size size() const { return stones_.size(); }
    bool is_empty(Point point) const { return !stones_.at(point); }
    bool is_dead(Point point) const { return !is_empty(point) && dead_.at(point) != 0; }
    bool has(Point point, Color color) const { return stones_.at(point) == color; }
    bool lives(Point point, Color color) const { return has(point, color) && !is_dead(point); }
    /// Empty, or a dead stone.
    bool is_open(Point point) const { return is_empty(point) || is_dead(point); }
    /// Whether a stone there would have a liberty, a friend beside it, or something to take.
    bool playable(Point point, Color color) const;
    /// Connected stones that are alive or dead together, and connected empty points.
    const Partition& chains() const { return chains_; }

private:
    Grid stones_;
    PointMap<char> dead_;
    Partition chains_;
    std::vector<int> liberties_;  // of each chain
};

/// The number of eyes, at most 2, that a space surrounded by a side is worth. `is_false` tells the
/// points that must be filled in the end. Where the space is open at one point, the owner is assumed
/// to close it; a shape that is large enough is assumed to live.
///
/// The ideas are those of lightvector's goscorer.
int eye_value(const MarkedBoard& board, Color owner, std::span<const Point> space,
              const PointMap<char>& is_false);

}  // namespace arbiter::go

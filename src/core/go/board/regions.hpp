#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/contract/color.hpp"
#include "core/go/board/point.hpp"

namespace arbiter::go {

/// One value for each point, row by row from the bottom.
template <class T>
class PointMap {
public:
    explicit PointMap(Size size, T value = {})
        : size_(size), values_(static_cast<std::size_t>(size.points()), value) {}

    Size size() const { return size_; }
    T& at(Point point) { return values_[static_cast<std::size_t>(index(size_, point))]; }
    const T& at(Point point) const {
        return values_[static_cast<std::size_t>(index(size_, point))];
    }

    const std::vector<T>& values() const { return values_; }

private:
    Size size_;
    std::vector<T> values_;
};

/// The colour of the stone or the owner of each point.
using Grid = PointMap<std::optional<Color>>;

template <class Visit>
void for_each_point(Size size, Visit visit) {
    for (int i = 0; i < size.points(); ++i) visit(point_at(size, i));
}

template <class Visit>
void for_each_neighbour(Size size, Point point, Visit visit) {
    const auto [column, row] = point;
    const auto at = [](int c, int r) {
        return Point{static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)};
    };
    if (row > 0) visit(at(column, row - 1));
    if (column > 0) visit(at(column - 1, row));
    if (column + 1 < size.width) visit(at(column + 1, row));
    if (row + 1 < size.height) visit(at(column, row + 1));
}

/// The board divided into connected pieces.
struct Partition {
    PointMap<std::size_t> piece_of;  ///< `none` where a point is in no piece
    std::vector<std::vector<Point>> pieces;

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

/// Two neighbours are in one piece if `label` gives both the same value. A point without a label is
/// in no piece.
template <class Label>
Partition partition(Size size, Label label) {
    Partition result{PointMap<std::size_t>(size, Partition::none), {}};
    for_each_point(size, [&](Point start) {
        const auto wanted = label(start);
        if (!wanted || result.piece_of.at(start) != Partition::none) return;
        const std::size_t number = result.pieces.size();
        std::vector<Point> piece{start};
        result.piece_of.at(start) = number;
        for (std::size_t i = 0; i < piece.size(); ++i) {
            for_each_neighbour(size, piece[i], [&](Point next) {
                if (result.piece_of.at(next) != Partition::none || label(next) != wanted) return;
                result.piece_of.at(next) = number;
                piece.push_back(next);
            });
        }
        result.pieces.push_back(std::move(piece));
    });
    return result;
}

}  // namespace arbiter::go

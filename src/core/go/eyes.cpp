#include "core/go/eyes.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace arbiter::go {

namespace {

/// More moves than anybody has: the opponent's stone is there for good.
constexpr int never = 1000;

/// The least number of dead stones whose space is one eye, or two.
constexpr int dead_stones_of_one_eye = 5;
constexpr int dead_stones_of_two_eyes = 8;
/// The least number of points, weaknesses subtracted, of a space that can be divided.
constexpr int points_of_two_eyes = 6;
/// The opponent has no killing shape of that size.
constexpr std::size_t no_killing_shape = 7;

class EyeSpace {
public:
    EyeSpace(const MarkedBoard& board, Color owner, std::span<const Point> space,
             const PointMap<char>& is_false)
        : board_(board),
          owner_(owner),
          is_false_(is_false),
          inside_(board.size()),
          shape_(board.size()),
          piece_(board.size()) {
        for (const Point point : space) {
            if (is_false.at(point) == 0)
                points_.push_back(point);
            else
                throw_ins_ += board.has(point, opponent(owner)) ? 1 : 0;
        }
        for (const Point point : points_) inside_.at(point) = 1;
        for (const Point point : points_) shape_.at(point) = described(point);
        for (const Point point : points_) shape_.at(point).moves_to_block = moves_to_block(point);
    }

    int value() {
        int value = has([](const Shape& shape) { return shape.moves_to_block <= 1; }) > 0 ? 1 : 0;
        const int dead = count([&](Point point) { return is_captive(point); });
        if (dead >= dead_stones_of_one_eye) value = 1;
        if (dead >= dead_stones_of_two_eyes || is_large() || is_wide()) return 2;
        value = std::max(value, most_pieces_by_one_move());
        if (value >= 2 || divided_by_two_points() || lives_after_capture()) return 2;
        return value;
    }

private:
    struct Shape {
        int neighbours_inside = 0;
        int empty_inside = 0;    ///< neighbours that are inside and empty
        int false_empty = 0;     ///< neighbours that are empty false points
        int false_taken = 0;     ///< neighbours that are false points with an enemy stone
        int moves_to_block = 0;  ///< until the point is an eye of its own
    };

    bool is_captive(Point point) const {
        return board_.has(point, opponent(owner_)) && board_.is_dead(point);
    }
    bool is_enemy(Point point) const { return board_.has(point, opponent(owner_)); }

    template <class Predicate>
    int count(Predicate predicate) const {
        return static_cast<int>(std::ranges::count_if(points_, predicate));
    }
    template <class Predicate>
    int has(Predicate predicate) const {
        return count([&](Point point) { return predicate(shape_.at(point)); });
    }

    Shape described(Point point) const {
        Shape shape;
        for_each_neighbour(board_.size(), point, [&](Point next) {
            const bool empty = board_.is_empty(next);
            const bool inside = inside_.at(next) != 0;
            const bool is_false = is_false_.at(next) != 0;
            shape.neighbours_inside += inside ? 1 : 0;
            shape.empty_inside += inside && empty ? 1 : 0;
            shape.false_empty += is_false && empty ? 1 : 0;
            shape.false_taken += is_false && is_enemy(next) ? 1 : 0;
        });
        return shape;
    }

    /// An enemy stone that reaches out through a false point, or can do so in one of two ways.
    bool is_poke(Point point) const {
        const Shape& shape = shape_.at(point);
        return is_enemy(point) && inside_.at(point) != 0 &&
               (shape.false_taken > 0 || shape.false_empty >= 2);
    }

    int moves_to_block(Point point) const {
        int moves = 0;
        for_each_neighbour(board_.size(), point, [&](Point next) {
            const bool inside = inside_.at(next) != 0;
            if (board_.is_empty(next)) {
                moves += !inside || shape_.at(next).false_taken > 0 ? 1 : 0;
            } else if (is_enemy(next)) {
                const bool lost = is_false_.at(next) != 0 || is_poke(next);
                if (lost)
                    moves += never;
                else
                    moves += inside && shape_.at(next).false_empty > 0 ? 1 : 0;
            }
        });
        return moves;
    }

    /// Points without weaknesses, a severe one counted twice, and without enemy stones in the middle.
    bool is_large() const {
        const int open = has([](const Shape& shape) { return shape.moves_to_block >= 1; });
        const int wide_open = has([](const Shape& shape) { return shape.moves_to_block >= 2; });
        const int enemies = count([&](Point point) {
            return is_enemy(point) && shape_.at(point).neighbours_inside >= 2;
        });
        return static_cast<int>(points_.size()) - open - wide_open - enemies >= points_of_two_eyes;
    }

    bool is_wide() const {
        int width = 0;
        for (const Point point : points_) {
            const int degree = shape_.at(point).neighbours_inside;
            if (board_.is_empty(point)) width += (degree >= 4 ? 1 : 0) + (degree >= 3 ? 1 : 0);
        }
        return width >= points_of_two_eyes;
    }

    /// The connected pieces of points, some left out.
    std::vector<std::vector<Point>> pieces(std::span<const Point> points,
                                           std::initializer_list<Point> left_out) {
        for (const Point point : points) piece_.at(point) = 1;
        for (const Point point : left_out) piece_.at(point) = 0;
        std::vector<std::vector<Point>> result;
        for (const Point start : points) {
            if (std::exchange(piece_.at(start), char{0}) == 0) continue;
            std::vector<Point> piece{start};
            for (std::size_t i = 0; i < piece.size(); ++i) {
                for_each_neighbour(board_.size(), piece[i], [&](Point next) {
                    if (std::exchange(piece_.at(next), char{0}) != 0) piece.push_back(next);
                });
            }
            result.push_back(std::move(piece));
        }
        return result;
    }

    int blocked(const std::vector<Point>& piece, int moves) const {
        return static_cast<int>(std::ranges::count_if(
            piece, [&](Point point) { return shape_.at(point).moves_to_block <= moves; }));
    }

    /// A move on a bottleneck makes an eye of each piece that is closed, and closes a gap beside it.
    int most_pieces_by_one_move() {
        int most = 0;
        for (const Point point : points_) {
            if (!board_.playable(point, owner_)) continue;
            const auto parts = pieces(points_, {point});
            if (parts.size() < 2) continue;
            const int moves = shape_.at(point).false_taken == 1 ? 1 : 0;
            most = std::max(
                most, static_cast<int>(std::ranges::count_if(
                          parts, [&](const auto& part) { return blocked(part, moves) > 0; })));
        }
        return most;
    }

    bool on_border(Point point) const {
        return point.row == 0 || point.column == 0 || point.row + 1 == board_.size().height ||
               point.column + 1 == board_.size().width;
    }
    bool is_crossing(Point point) const {
        return shape_.at(point).neighbours_inside >= 3 && shape_.at(point).moves_to_block <= 1;
    }

    /// Two neighbouring crossings are miai: they divide the space, whoever moves first.
    bool divided_by_two_points() {
        return std::ranges::any_of(points_, [&](Point point) {
            if (!board_.playable(point, owner_) || on_border(point) || !is_crossing(point))
                return false;
            bool divided = false;
            for_each_neighbour(board_.size(), point, [&](Point other) {
                divided = divided || (inside_.at(other) != 0 && is_crossing(other) &&
                                      divided_by(point, other));
            });
            return divided;
        });
    }

    bool divided_by(Point point, Point other) {
        const bool empty = board_.is_empty(other);
        if (!empty && shape_.at(other).empty_inside <= 1) return false;
        int eyes = 0;
        int firm_eyes = 0;
        for (const auto& part : pieces(points_, {point, other})) {
            const int closed = blocked(part, 0);
            eyes += closed >= 1 ? 1 : 0;
            firm_eyes += closed >= 2 ? 1 : 0;
        }
        return eyes >= 2 && firm_eyes >= (empty ? 1 : 2);
    }

    /// Dead stones that leave a living shape when they are taken, whichever point the opponent leaves
    /// out.
    bool lives_after_capture() {
        std::vector<Point> shape;
        std::vector<Point> unplayable;
        for (const Point point : points_) {
            if (is_captive(point))
                shape.push_back(point);
            else if (!board_.playable(point, owner_))
                unplayable.push_back(point);
        }
        if (shape.empty()) return false;
        shape.insert(shape.end(), unplayable.begin(), unplayable.end());
        return is_living(shape) && std::ranges::all_of(unplayable, [&](Point left_out) {
                   std::vector<Point> rest = shape;
                   std::erase(rest, left_out);
                   return is_living(rest);
               });
    }

    bool is_living(const std::vector<Point>& shape) {
        const std::set<Point> members(shape.begin(), shape.end());
        const std::size_t parts = pieces(shape, {}).size();
        int divisions = shape.size() >= no_killing_shape ? 1 : 0;
        for (const Point point : shape) {
            int degree = 0;
            for_each_neighbour(board_.size(), point,
                               [&](Point next) { degree += members.contains(next) ? 1 : 0; });
            if (degree >= 3 || pieces(shape, {point}).size() > parts) ++divisions;
        }
        return static_cast<int>(parts) - throw_ins_ + divisions / 2 >= 2;
    }

    const MarkedBoard& board_;
    Color owner_;
    const PointMap<char>& is_false_;
    std::vector<Point> points_;  // without the false ones
    int throw_ins_ = 0;          // enemy stones on false points
    PointMap<char> inside_;
    PointMap<Shape> shape_;
    PointMap<char> piece_;  // scratch, all 0 between calls
};

}  // namespace

MarkedBoard::MarkedBoard(Grid stones, PointMap<char> dead)
    : stones_(std::move(stones)),
      dead_(std::move(dead)),
      chains_(partition(stones_.size(), [&](Point point) {
          const auto color = stones_.at(point);
          const int side = !color ? 0 : *color == Color::black ? 1 : 2;
          return std::optional(side == 0 ? 0 : 2 * side + (is_dead(point) ? 1 : 0));
      })) {
    const std::size_t count = chains_.pieces.size();
    PointMap<std::size_t> counted_for(size(), count);  // the last chain whose liberty a point is
    for (std::size_t chain = 0; chain < count; ++chain) {
        int liberties = 0;
        for (const Point point : chains_.pieces[chain]) {
            for_each_neighbour(size(), point, [&](Point next) {
                if (!is_empty(next) || counted_for.at(next) == chain) return;
                counted_for.at(next) = chain;
                ++liberties;
            });
        }
        liberties_.push_back(liberties);
    }
}

bool MarkedBoard::playable(Point point, Color color) const {
    if (!is_empty(point)) return false;
    bool playable = false;
    for_each_neighbour(size(), point, [&](Point next) {
        playable =
            playable || !has(next, opponent(color)) || liberties_[chains_.piece_of.at(next)] <= 1;
    });
    return playable;
}

int eye_value(const MarkedBoard& board, Color owner, std::span<const Point> space,
              const PointMap<char>& is_false) {
    return EyeSpace(board, owner, space, is_false).value();
}

}  // namespace arbiter::go

#include "tests/support/naive_territory.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace arbiter::go::naive {

namespace {

using Set = std::set<Point>;

/// Whatever lies beyond the edge is no point of the board.
std::array<Point, 4> around(Point point) {
    const auto at = [&](int columns, int rows) {
        return Point{static_cast<std::uint8_t>(point.column + columns),
                     static_cast<std::uint8_t>(point.row + rows)};
    };
    return {at(0, -1), at(-1, 0), at(1, 0), at(0, 1)};
}

/// What can be walked to from a point over points of which `open` is true.
template <class Open>
Set walk(Point start, Open open) {
    Set walked{start};
    std::vector<Point> rest{start};
    while (!rest.empty()) {
        const Point point = rest.back();
        rest.pop_back();
        for (const Point next : around(point)) {
            if (open(next) && walked.insert(next).second) rest.push_back(next);
        }
    }
    return walked;
}

// --- living in a space --------------------------------------------------------------------------

/// The space is all there is: around it stand stones of the owner that are connected.
class EyeGame {
public:
    explicit EyeGame(const Set& space) : points_(space.begin(), space.end()) {}

    /// The least set of positions in which the intruder can take the owner's stones whatever happens;
    /// what goes round in circles is not in it.
    bool owner_lives() {
        std::size_t positions = 1;
        for (std::size_t i = 0; i < points_.size(); ++i) positions *= 3;
        std::vector<Moves> all;  // of the owner, then of the intruder, in each position
        for (std::size_t i = 0; i < positions; ++i) {
            for (const char turn : {owner, intruder}) all.push_back(moves(cells_of(i), turn));
        }
        std::vector<char> lost(all.size());
        for (bool grows = true; grows;) {
            grows = false;
            for (std::size_t i = 0; i < all.size(); ++i) {
                const auto is_lost = [&](std::size_t next) { return lost[next] != 0; };
                if (lost[i] != 0 ||
                    !(i % 2 == 0 ? std::ranges::all_of(all[i].to, is_lost)
                                 : all[i].takes_all || std::ranges::any_of(all[i].to, is_lost)))
                    continue;
                lost[i] = 1;
                grows = true;
            }
        }
        return lost[0] == 0;
    }

private:
    static constexpr char owner = 'X';
    static constexpr char intruder = 'O';

    Picture cells_of(std::size_t number) const {
        Picture cells;
        for (std::size_t i = 0; i < points_.size(); ++i, number /= 3) cells += ".XO"[number % 3];
        return cells;
    }
    static std::size_t number_of(const Picture& cells) {
        std::size_t number = 0;
        for (std::size_t i = cells.size(); i-- > 0;)
            number = 3 * number + Picture(".XO").find(cells[i]);
        return number;
    }

    struct Moves {
        std::vector<std::size_t> to;  ///< positions with the other side to move; a pass is one too
        bool takes_all = false;
    };
    Moves moves(const Picture& cells, char turn) const {
        const std::size_t other = turn == owner ? 1 : 0;
        Moves moves{.to = {2 * number_of(cells) + other}};
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i] != '.') continue;
            Picture next = cells;
            next[i] = turn;
            if (turn == intruder && !has_liberty(next, owner)) moves.takes_all = true;
            take(next, turn == owner ? intruder : owner);
            Picture after = next;
            take(after, turn);
            const bool suicide = after != next || !has_liberty(next, owner);
            if (!suicide) moves.to.push_back(2 * number_of(next) + other);
        }
        return moves;
    }

    char at(const Picture& cells, Point point) const {
        const auto found = std::ranges::find(points_, point);
        return found == points_.end() ? owner
                                      : cells[static_cast<std::size_t>(found - points_.begin())];
    }
    bool is_wall(Point point) const { return std::ranges::find(points_, point) == points_.end(); }

    /// The stones connected with one, and whether they reach the wall and an empty point.
    struct Chain {
        Set stones;
        bool is_wall = false;
        bool has_liberty = false;
    };
    Chain chain(const Picture& cells, Point start, char stone) const {
        Chain chain;
        chain.stones =
            walk(start, [&](Point next) { return !is_wall(next) && at(cells, next) == stone; });
        for (const Point point : chain.stones) {
            for (const Point next : around(point)) {
                chain.is_wall = chain.is_wall || (is_wall(next) && stone == owner);
                chain.has_liberty = chain.has_liberty || at(cells, next) == '.';
            }
        }
        return chain;
    }

    /// Of the wall and all that is connected with it.
    bool has_liberty(const Picture& cells, char stone) const {
        return std::ranges::any_of(points_, [&](Point point) {
            if (at(cells, point) == '.')
                return std::ranges::any_of(around(point),
                                           [&](Point next) { return is_wall(next); });
            if (at(cells, point) != stone) return false;
            const Chain connected = chain(cells, point, stone);
            return connected.is_wall && connected.has_liberty;
        });
    }

    void take(Picture& cells, char stone) const {
        Picture rest = cells;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (cells[i] != stone) continue;
            const Chain connected = chain(cells, points_[i], stone);
            if (!connected.is_wall && !connected.has_liberty) rest[i] = '.';
        }
        cells = rest;
    }

    std::vector<Point> points_;
};

// --- the board ----------------------------------------------------------------------------------

class Count {
public:
    Count(Size size, const Picture& picture) : size_(size), picture_(picture) {}

    std::optional<Territory> result() {
        Territory territory{Picture(picture_.size(), '.'), Picture(picture_.size(), '.')};
        if (!find_spaces()) return std::nullopt;
        for (Eye& eye : eyes_) {
            for (const Point point : eye.points) {
                if (is_false(eye, point)) eye.false_points.insert(point);
            }
        }
        for (Eye& eye : eyes_) {
            const auto value = value_of(eye);
            if (!value) return std::nullopt;
            eye.value = *value;
        }
        for (const char side : {'X', 'O'}) {
            for (const Point stone : all([&](Point point) { return at(point) == side; })) {
                mark(territory, side, walk(stone, [&](Point next) { return passes(next, side); }));
            }
        }
        return territory;
    }

private:
    struct Eye {
        char side;
        Set points;
        Set false_points{};
        int value = 0;
    };

    char at(Point point) const {
        const bool on_board = point.column < size_.width && point.row < size_.height;
        return on_board ? picture_[static_cast<std::size_t>(point.row) * size_.width + point.column]
                        : '#';
    }
    bool is_open(Point point) const { return Picture(".xo").find(at(point)) != Picture::npos; }
    /// Everything but the edge and the opponent's living stones.
    bool passes(Point point, char side) const { return is_open(point) || at(point) == side; }

    template <class Wanted>
    Set all(Wanted wanted) const {
        Set points;
        for (std::uint8_t row = 0; row < size_.height; ++row) {
            for (std::uint8_t column = 0; column < size_.width; ++column) {
                if (wanted(Point{column, row})) points.insert({column, row});
            }
        }
        return points;
    }

    /// A space belongs to the side whose living stones alone touch it. False if two touch a large one.
    bool find_spaces() {
        Set rest = all([&](Point point) { return is_open(point); });
        while (!rest.empty()) {
            const Set space = walk(*rest.begin(), [&](Point next) { return is_open(next); });
            Set touching;
            for (const Point point : space) {
                rest.erase(point);
                for (const Point next : around(point)) touching.insert(next);
            }
            const auto touches = [&](char side) {
                return std::ranges::any_of(touching,
                                           [&](Point point) { return at(point) == side; });
            };
            const bool black = touches('X');
            if (black && touches('O') && space.size() > 1) return false;
            if (black != touches('O')) eyes_.push_back({black ? 'X' : 'O', space});
        }
        return true;
    }

    Set sides_of(Point point) const {
        Set sides;
        for (const Point next : around(point)) {
            if (at(next) != '#') sides.insert(next);
        }
        return sides;
    }
    Set without(char side, Point left_out, Point start) const {
        return walk(start, [&](Point next) { return next != left_out && passes(next, side); });
    }
    static bool holds(const Set& set, const Set& part) { return std::ranges::includes(set, part); }
    /// At the end of a space, or all of it, beside a stone.
    bool is_at_an_end(const Eye& eye, Point point) const {
        const Set sides = sides_of(point);
        const auto inside =
            std::ranges::count_if(sides, [&](Point next) { return eye.points.contains(next); });
        return inside <= 1 && std::ssize(sides) > inside;
    }

    /// Without a false point its neighbours are not all connected.
    bool is_false(const Eye& eye, Point point) const {
        const Set sides = sides_of(point);
        return is_at_an_end(eye, point) && !holds(without(eye.side, point, *sides.begin()), sides);
    }

    std::optional<int> value_of(const Eye& eye) const {
        const bool has_dead =
            std::ranges::any_of(eye.points, [&](Point point) { return at(point) != '.'; });
        if (eye.false_points.size() == eye.points.size())
            return has_dead ? std::nullopt : std::optional(0);
        if (has_dead && !eye.false_points.empty()) return std::nullopt;
        if (eye.points.size() <= 2) return 1;
        if (has_dead || !eye.false_points.empty()) return std::nullopt;
        return eye.points.size() > 6 || lives_in(eye.points) ? 2 : 1;
    }

    /// A false point must be filled if stones beside it have no eye that counts without it.
    bool must_be_filled(const Eye& eye, Point point) const {
        const Set sides = sides_of(point);
        if (!is_at_an_end(eye, point)) return false;
        return std::ranges::any_of(sides, [&](Point stone) {
            if (at(stone) != eye.side) return false;
            const Set reached = without(eye.side, point, stone);
            return !holds(reached, sides) && !has_eye(reached, eye);
        });
    }
    bool has_eye(const Set& reached, const Eye& left) const {
        return std::ranges::any_of(eyes_, [&](const Eye& eye) {
            if (eye.value == 0 || eye.side != left.side) return false;
            return std::ranges::any_of(eye.points, [&](Point point) {
                return reached.contains(point) &&
                       (eye.points != left.points || !eye.false_points.contains(point));
            });
        });
    }

    /// What a side's stones reach together is in seki if it is not worth two eyes.
    void mark(Territory& territory, char side, const Set& region) const {
        int eyes = 0;
        for (const Eye& eye : eyes_)
            eyes += eye.side == side && region.contains(*eye.points.begin()) ? eye.value : 0;
        const auto put = [&](Picture& picture, Point point) {
            picture[static_cast<std::size_t>(point.row) * size_.width + point.column] = side;
        };
        for (const Eye& eye : eyes_) {
            if (eye.side != side || !region.contains(*eye.points.begin())) continue;
            for (const Point point : eye.points) {
                if (eyes < 2) put(territory.seki, point);
                if (eyes >= 2 && !must_be_filled(eye, point)) put(territory.owners, point);
            }
        }
        for (const Point point : region) {
            if (eyes < 2 && at(point) == side) put(territory.seki, point);
        }
    }

    Size size_;
    Picture picture_;
    std::vector<Eye> eyes_;
};

}  // namespace

bool lives_in(const std::set<Point>& space) { return EyeGame(space).owner_lives(); }

std::optional<Territory> territory(Size size, const Picture& picture) {
    return Count(size, picture).result();
}

}  // namespace arbiter::go::naive

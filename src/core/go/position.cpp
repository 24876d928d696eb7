#include "core/go/position.hpp"

#include <algorithm>

namespace arbiter::go {

namespace {

constexpr std::uint64_t mixed(std::uint64_t x) {  // SplitMix64
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

/// Independent of the board's size: a stone on D4 has the same key on every board.
constexpr std::uint64_t key_of(Stone stone) {
    return mixed(std::uint64_t{stone.point.row} << 16 | std::uint64_t{stone.point.column} << 8 |
                 (stone.color == Color::black ? 1U : 2U));
}
constexpr std::uint64_t white_to_move = mixed(std::uint64_t{1} << 32);
constexpr std::uint64_t ko_key(Point point) { return mixed(key_of({Color::black, point})); }

std::vector<Point> sorted_without_doubles(std::vector<Point> points) {
    std::ranges::sort(points);
    const auto doubles = std::ranges::unique(points);
    points.erase(doubles.begin(), doubles.end());
    return points;
}

}  // namespace

Position::Position(Size size, Color turn)
    : size_(size), board_(AnyGeometry(size)), stones_(size), turn_(turn) {}

void Position::set_up(Stone stone) {
    board_.set_up(board_.spot(stone.point), stone_of(stone.color));
    stones_.put(stone);
    key_ ^= key_of(stone);
}

Reading<Position> Position::from(const Setup& setup, const Locate& locate, FullBoard full_board) {
    Position position(setup.size, setup.turn);
    Faults faults;
    for (std::size_t i = 0; i < setup.stones.size(); ++i) {
        const Stone stone = setup.stones[i];
        if (!contains(setup.size, stone.point)) {
            faults.add("point_off_board",
                       to_string(stone.point) + " is not on a board of " + to_string(setup.size),
                       locate(i, stone.point));
        } else if (!position.is_empty(stone.point)) {
            faults.add("point_occupied", "there are two stones on " + to_string(stone.point),
                       locate(i, stone.point));
        } else {
            position.set_up(stone);
        }
    }
    const bool may_be_full = full_board == FullBoard::accepted && position.full();
    const bool checked = !faults.fatal() && !may_be_full;
    std::vector<Spot> told;  // the heads of groups: each is reported once
    for (std::size_t i = 0; checked && i < setup.stones.size(); ++i) {
        const Stone stone = setup.stones[i];
        const Spot head = position.board_.head(position.board_.spot(stone.point));
        if (position.board_.breathes(head) || std::ranges::find(told, head) != told.end()) continue;
        told.push_back(head);
        faults.add("no_liberties",
                   "the " + std::string(to_string(stone.color)) + " stone on " +
                       to_string(stone.point) + " belongs to a group without liberties",
                   locate(i, stone.point));
    }
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    return {std::move(position), std::move(faults)};
}

Position Position::of(const Stones& stones, Color turn, std::optional<Point> ko) {
    Position position(stones.size(), turn);
    for (int i = 0; i < stones.size().points(); ++i) {
        const Point point = point_at(stones.size(), i);
        if (const auto color = stones.at(point)) position.set_up({*color, point});
    }
    position.ko_ = ko;
    return position;
}

std::optional<Color> Position::at(Point point) const {
    switch (board_.at(board_.spot(point))) {
        case Cell::black: return Color::black;
        case Cell::white: return Color::white;
        default: return std::nullopt;
    }
}

std::vector<Point> Position::group(Point point) const {
    std::vector<Point> points;
    if (is_empty(point)) return points;
    board_.for_each_stone(board_.spot(point), [&](Spot s) { points.push_back(board_.point(s)); });
    std::ranges::sort(points);
    return points;
}

std::vector<Point> Position::liberties(Point point) const {
    std::vector<Point> points;
    if (is_empty(point)) return points;
    board_.for_each_liberty(board_.spot(point), [&](Spot s) { points.push_back(board_.point(s)); });
    return sorted_without_doubles(std::move(points));
}

std::vector<Point> Position::captures(Stone stone) const {
    const Spot spot = board_.spot(stone.point);
    const Cell enemy = enemy_of(stone_of(stone.color));
    std::vector<Point> taken;
    for (const Spot neighbour : board_.around(spot)) {
        if (board_.at(neighbour) != enemy) continue;
        bool breathes = false;
        board_.for_each_liberty(neighbour, [&](Spot s) { breathes = breathes || s != spot; });
        if (breathes) continue;
        board_.for_each_stone(neighbour, [&](Spot s) { taken.push_back(board_.point(s)); });
    }
    return sorted_without_doubles(std::move(taken));
}

bool Position::is_suicide(Stone stone) const {
    return board_.is_suicide(board_.spot(stone.point), stone_of(stone.color));
}

std::uint64_t Position::recomputed_key() const {
    std::uint64_t key = 0;
    for (int i = 0; i < size_.points(); ++i) {
        const Point point = point_at(size_, i);
        if (const auto color = at(point)) key ^= key_of({*color, point});
    }
    return key;
}

std::uint64_t Position::hash() const {
    return key_ ^ (turn_ == Color::white ? white_to_move : 0) ^ (ko_ ? ko_key(*ko_) : 0);
}

std::uint64_t Position::key_after(Stone stone) const {
    std::uint64_t key = key_;
    if (is_suicide(stone)) {
        const Spot spot = board_.spot(stone.point);
        std::vector<Point> lost;
        for (const Spot neighbour : board_.around(spot)) {
            if (board_.at(neighbour) != stone_of(stone.color)) continue;
            board_.for_each_stone(neighbour, [&](Spot s) { lost.push_back(board_.point(s)); });
        }
        for (const Point point : sorted_without_doubles(std::move(lost))) {
            key ^= key_of({stone.color, point});
        }
        return key;
    }
    for (const Point point : captures(stone)) key ^= key_of({opponent(stone.color), point});
    return key ^ key_of(stone);
}

std::vector<Point> Position::play(Stone stone) {
    const Spot spot = board_.spot(stone.point);
    const Cell cell = stone_of(stone.color);
    const bool suicide = board_.is_suicide(spot, cell);
    const Color loser = suicide ? stone.color : opponent(stone.color);
    key_ ^= key_of(stone);
    stones_.put(stone);
    std::vector<Point> taken;
    board_.place(spot, cell, [&](Spot s) {
        taken.push_back(board_.point(s));
        stones_.take_off(taken.back());
        key_ ^= key_of({loser, taken.back()});
    });
    turn_ = opponent(stone.color);
    ko_.reset();
    if (board_.ko() != 0) ko_ = board_.point(board_.ko());
    std::ranges::sort(taken);
    return taken;
}

void Position::pass(Color by) {
    turn_ = opponent(by);
    ko_.reset();
}

bool Position::operator==(const Position& other) const {
    return size_ == other.size_ && turn_ == other.turn_ && ko_ == other.ko_ && key_ == other.key_ &&
           stones_ == other.stones_;
}

}  // namespace arbiter::go

#include "core/go/picture/describe.hpp"

#include <algorithm>
#include <span>

namespace arbiter::go {

namespace {

/// The number of points, from the first of the sorted list, that are next to each other in a row.
std::size_t run_length(std::span<const Point> points) {
    std::size_t length = 1;
    while (length < points.size() && points[length].row == points[0].row &&
           points[length].column == points[0].column + static_cast<int>(length)) {
        ++length;
    }
    return length;
}

/// Row by row, with neighbours as ranges: "C3 to E3, G3, D4".
std::string listed(std::vector<Point> points) {
    std::ranges::sort(points);
    std::string out;
    for (std::span<const Point> left = points; !left.empty();) {
        const std::size_t length = run_length(left) > 2 ? run_length(left) : 1;
        if (!out.empty()) out += ", ";
        out += to_string(left[0]);
        if (length > 1) out += " to " + to_string(left[length - 1]);
        left = left.subspan(length);
    }
    return out;
}

std::vector<Point> points_of(const Stones& stones, Color color) {
    std::vector<Point> points;
    for (int i = 0; i < stones.size().points(); ++i) {
        const Point point = point_at(stones.size(), i);
        if (stones.at(point) == color) points.push_back(point);
    }
    return points;
}

std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

struct DescribeMove {
    std::string operator()(const Play& play) const {
        return capitalized(play.by) + " " + to_string(play.point);
    }
    std::string operator()(const Pass& pass) const { return capitalized(pass.by) + " passes"; }
};

std::string described_owners(const Marks& marks) {
    const auto count = [&](std::optional<Color> owner) {
        return static_cast<std::size_t>(std::ranges::count(marks.owners, owner));
    };
    return "Black owns " + counted(count(Color::black), "point") + ", White " +
           std::to_string(count(Color::white)) + ", nobody " + std::to_string(count({})) + ".";
}

std::string described_atari(Size size, const Marks& marks) {
    std::vector<Point> points;
    for (int i = 0; i < size.points(); ++i) {
        if (marks.liberties[static_cast<std::size_t>(i)] == 1) points.push_back(point_at(size, i));
    }
    return points.empty() ? "Nothing is in atari." : "In atari: " + listed(points) + ".";
}

}  // namespace

std::string describe(const Stones& stones, Color color) {
    const auto points = points_of(stones, color);
    const std::string side = capitalized(color);
    if (points.empty()) return side + ": no stones.";
    return side + ", " + counted(points.size(), "stone") + ": " + listed(points) + ".";
}

std::string describe(const Preview& preview) {
    std::string move = "That move";
    if (preview.stone)
        move = capitalized(preview.stone->color) + " " + to_string(preview.stone->point);
    if (!preview.refusal.empty()) return move + " is refused: " + preview.refusal + ".";
    if (preview.taken.empty()) return move + " would take nothing.";
    return move + " would take " + listed(preview.taken) + ".";
}

std::string describe(const Stones& stones, const Marks& marks) {
    std::string out = to_string(stones.size()) + " board.";
    const auto add = [&](const std::string& sentence) { out += " " + sentence; };
    for (const Color color : {Color::black, Color::white}) add(describe(stones, color));
    if (marks.last_move) add("Last move: " + std::visit(DescribeMove{}, *marks.last_move) + ".");
    if (marks.ko) add("Ko at " + to_string(*marks.ko) + ".");
    if (!marks.dead.empty()) add("Dead: " + listed(marks.dead) + ".");
    if (!marks.owners.empty()) add(described_owners(marks));
    if (!marks.liberties.empty()) add(described_atari(stones.size(), marks));
    if (marks.preview) add(describe(*marks.preview));
    if (!marks.status.empty()) add(marks.status + ".");
    return out;
}

}  // namespace arbiter::go

#include "tests/support/naive_go.hpp"

#include <algorithm>
#include <utility>

namespace arbiter::go::naive {

namespace {

char letter(Color color) { return color == Color::black ? 'X' : 'O'; }
constexpr char nothing = '.';

std::size_t place(Size size, Point point) {
    return static_cast<std::size_t>(point.row) * size.width + point.column;
}

template <class Visit>
void for_each_point(Size size, Visit visit) {
    for (std::uint8_t row = 0; row < size.height; ++row) {
        for (std::uint8_t column = 0; column < size.width; ++column) visit(Point{column, row});
    }
}

bool on_board(Size size, Point point) {
    return point.column < size.width && point.row < size.height;
}

/// To the west and south of the first line a coordinate becomes 255, which is off every board.
template <class Visit>
void for_each_neighbour(Size size, Point point, Visit visit) {
    const auto look = [&](int columns, int rows) {
        const Point next{static_cast<std::uint8_t>(point.column + columns),
                         static_cast<std::uint8_t>(point.row + rows)};
        if (on_board(size, next)) visit(next);
    };
    look(0, -1);
    look(-1, 0);
    look(1, 0);
    look(0, 1);
}

/// Sets of points are drawn as well: a character other than '.' where a point belongs.
Points drawn_points(Size size, const Picture& drawing) {
    Points points;
    for_each_point(size, [&](Point point) {
        if (drawing[place(size, point)] != nothing) points.push_back(point);
    });
    return points;
}

/// All points that can be walked to over points that look the same.
Points connected(Size size, const Picture& picture, Point start) {
    Picture walked(picture.size(), nothing);
    Points to_visit{start};
    walked[place(size, start)] = 'x';
    while (!to_visit.empty()) {
        const Point point = to_visit.back();
        to_visit.pop_back();
        for_each_neighbour(size, point, [&](Point next) {
            if (picture[place(size, next)] != picture[place(size, start)]) return;
            if (walked[place(size, next)] != nothing) return;
            walked[place(size, next)] = 'x';
            to_visit.push_back(next);
        });
    }
    return drawn_points(size, walked);
}

/// The points next to some that are connected, if they look like `wanted`.
Points bordering(Size size, const Picture& picture, const Points& points, char wanted) {
    Picture border(picture.size(), nothing);
    for (const Point point : points) {
        for_each_neighbour(size, point, [&](Point next) {
            if (picture[place(size, next)] == wanted) border[place(size, next)] = 'x';
        });
    }
    return drawn_points(size, border);
}

/// The group there is taken off if it has no liberties; the answer is what was.
Points remove_dead(Size size, Picture& picture, Point point) {
    const Points group = connected(size, picture, point);
    if (!bordering(size, picture, group, nothing).empty()) return {};
    for (const Point stone : group) picture[place(size, stone)] = nothing;
    return group;
}

std::vector<Points> empty_regions(Size size, const Picture& picture) {
    std::vector<Points> regions;
    Picture seen(picture.size(), nothing);
    for_each_point(size, [&](Point point) {
        if (picture[place(size, point)] != nothing || seen[place(size, point)] != nothing) return;
        regions.push_back(connected(size, picture, point));
        for (const Point member : regions.back()) seen[place(size, member)] = 'x';
    });
    return regions;
}

/// The colour that alone is reached from an empty region.
std::optional<Color> owner(Size size, const Picture& picture, const Points& region) {
    const bool black = !bordering(size, picture, region, letter(Color::black)).empty();
    const bool white = !bordering(size, picture, region, letter(Color::white)).empty();
    if (black == white) return std::nullopt;
    return black ? Color::black : Color::white;
}

Points united(Points a, const Points& b) {
    a.insert(a.end(), b.begin(), b.end());
    std::ranges::sort(a);
    const auto repeated = std::ranges::unique(a);
    a.erase(repeated.begin(), repeated.end());
    return a;
}

bool was_suicide(const Go::Moment& moment) {
    return std::ranges::count(moment.taken, moment.played->point) > 0;
}

}  // namespace

Go::Go(Size size, Rules rules, std::optional<Picture> start, Color turn)
    : size_(size), rules_(rules) {
    const Picture empty(static_cast<std::size_t>(size.points()), nothing);
    push({start.value_or(empty), turn, std::nullopt, {}});
}

void Go::push(Moment moment) {
    seen_[{moment.picture, moment.turn}].push_back(static_cast<int>(history_.size()));
    history_.push_back(std::move(moment));
}

std::optional<Color> Go::at(Point point) const {
    switch (picture()[place(size_, point)]) {
        case 'X': return Color::black;
        case 'O': return Color::white;
        default: return std::nullopt;
    }
}

int Go::empty_count() const { return static_cast<int>(std::ranges::count(picture(), nothing)); }

int Go::prisoners(Color by) const {
    int count = 0;
    for (const Moment& moment : history_) {
        if (!moment.played) continue;
        const Color mover = moment.played->color;
        const Color taker = was_suicide(moment) ? opponent(mover) : mover;
        if (taker == by) count += static_cast<int>(moment.taken.size());
    }
    return count;
}

Points Go::group(Point point) const {
    return at(point) ? connected(size_, picture(), point) : Points{};
}

Points Go::liberties(Point point) const {
    return bordering(size_, picture(), group(point), nothing);
}

/// The opponent's stones are taken off first, then one's own. Only groups next to the stone can have
/// lost their last liberty.
Go::Moment Go::after(Stone stone) const {
    Moment moment{picture(), opponent(stone.color), stone, {}};
    Picture& board = moment.picture;
    board[place(size_, stone.point)] = letter(stone.color);
    for_each_neighbour(size_, stone.point, [&](Point next) {
        if (board[place(size_, next)] != letter(opponent(stone.color))) return;
        moment.taken = united(std::move(moment.taken), remove_dead(size_, board, next));
    });
    moment.taken = united(std::move(moment.taken), remove_dead(size_, board, stone.point));
    return moment;
}

Points Go::captures(Stone stone) const {
    const Moment moment = after(stone);
    return was_suicide(moment) ? Points{} : moment.taken;
}

bool Go::is_suicide(Stone stone) const { return was_suicide(after(stone)); }

std::optional<Point> Go::ko() const {
    if (!now().played || was_suicide(now()) || now().taken.size() != 1) return std::nullopt;
    const Stone back{opponent(now().played->color), now().taken.front()};
    const Picture& before = history_[history_.size() - 2].picture;
    return after(back).picture == before ? std::optional(back.point) : std::nullopt;
}

std::optional<int> Go::repeated_move(Stone stone) const {
    const Moment next = after(stone);
    std::optional<int> last;
    for (const Color turn : {Color::black, Color::white}) {
        if (rules_.ko == KoRule::situational && turn != next.turn) continue;
        const auto found = seen_.find({next.picture, turn});
        if (found == seen_.end() || found->second.empty()) continue;
        last = std::max(last.value_or(0), found->second.back());
    }
    return last;
}

std::string Go::refusal(Stone stone) const {
    if (!on_board(size_, stone.point)) return "point_off_board";
    if (at(stone.point)) return "point_occupied";
    if (rules_.suicide == Suicide::forbidden && is_suicide(stone)) return "no_liberties";
    const bool simple_ko =
        rules_.ko == KoRule::simple || rules_.ko == KoRule::simple_and_positional;
    if (simple_ko && stone.color == turn() && ko() == stone.point) return "ko";
    const bool superko = rules_.ko != KoRule::none && rules_.ko != KoRule::simple;
    if (superko && repeated_move(stone)) return "repeats_position";
    return "";
}

Points Go::legal(Color color) const {
    Points points;
    for_each_point(size_, [&](Point point) {
        if (refusal({color, point}).empty()) points.push_back(point);
    });
    return points;
}

Points Go::play(Stone stone) {
    push(after(stone));
    return now().taken;
}

void Go::pass(Color by) { push({picture(), opponent(by), std::nullopt, {}}); }

bool Go::undo() {
    if (history_.size() == 1) return false;
    seen_[{picture(), turn()}].pop_back();
    history_.pop_back();
    return true;
}

bool Go::ended() const {
    const bool full_board_ends = rules_.ending == Ending::two_passes_or_full_board;
    if (full_board_ends && empty_count() == 0) return true;
    const auto is_pass = [](const Moment& moment) { return !moment.played; };
    return history_.size() > 2 && is_pass(now()) && is_pass(history_[history_.size() - 2]);
}

Picture Go::owners() const {
    const bool territory = rules_.scoring == Scoring::territory;
    Picture owners = territory ? Picture(picture().size(), nothing) : picture();
    if (rules_.scoring == Scoring::stones) return owners;
    for (const Points& region : empty_regions(size_, picture())) {
        const auto color = owner(size_, picture(), region);
        if (!color) continue;
        for (const Point point : region) owners[place(size_, point)] = letter(*color);
    }
    return owners;
}

int Go::points(Color color) const {
    const int prisoners = rules_.scoring == Scoring::territory ? this->prisoners(color) : 0;
    return prisoners + static_cast<int>(std::ranges::count(owners(), letter(color)));
}

std::string drawn(Size size, const Picture& picture) {
    std::string text;
    for (std::size_t row = size.height; row-- > 0;) {
        text += picture.substr(row * size.width, size.width) + '\n';
    }
    return text;
}

}  // namespace arbiter::go::naive

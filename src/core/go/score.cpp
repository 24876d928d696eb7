#include "core/go/score.hpp"

#include <algorithm>

#include "core/go/territory.hpp"

namespace arbiter::go {

namespace {

/// Tromp-Taylor 9: an empty point counts for a colour if it reaches only that colour.
Grid area(const Grid& stones) {
    Grid owners = stones;
    const Partition regions = partition(stones.size(), [&](Point point) {
        return stones.at(point) ? std::nullopt : std::optional(true);
    });
    for (const auto& region : regions.pieces) {
        PerColor<bool> touches;
        for (const Point point : region) {
            for_each_neighbour(stones.size(), point, [&](Point next) {
                if (const auto color = stones.at(next)) touches[*color] = true;
            });
        }
        if (touches.black == touches.white) continue;
        for (const Point point : region)
            owners.at(point) = touches.black ? Color::black : Color::white;
    }
    return owners;
}

/// What area scoring counts beside the stones.
Grid surrounded(const Grid& stones) {
    Grid owners = area(stones);
    for_each_point(stones.size(), [&](Point point) {
        if (stones.at(point)) owners.at(point).reset();
    });
    return owners;
}

int count(const Grid& grid, Color color) {
    return static_cast<int>(std::ranges::count(grid.values(), std::optional(color)));
}

PointMap<char> marked(Size size, std::span<const Point> points) {
    PointMap<char> marks(size);
    for (const Point point : points) marks.at(point) = 1;
    return marks;
}

int compensation(const Rules& rules, int handicap) {
    switch (rules.compensation) {
        case Compensation::none: return 0;
        case Compensation::each_stone: return handicap;
        case Compensation::each_stone_but_one: return std::max(handicap - 1, 0);
    }
    return 0;
}

}  // namespace

MarkedBoard marked_board(const Position& position, std::span<const Point> dead) {
    Grid stones(position.size());
    for_each_point(position.size(), [&](Point point) { stones.at(point) = position.at(point); });
    return {std::move(stones), marked(position.size(), dead)};
}

HalfPoints Tally::total() const {
    return whole_points(stones + territory + prisoners + dead_stones + pass_stones + compensation) +
           komi;
}

std::optional<Color> Score::leader() const {
    if (margin() == HalfPoints{}) return std::nullopt;
    return margin() > HalfPoints{} ? Color::black : Color::white;
}

std::string to_string(const Score& score) {
    const auto leader = score.leader();
    if (!leader) return "0";
    return *leader == Color::black ? "B+" + to_string(score.margin())
                                   : "W+" + to_string(HalfPoints{} - score.margin());
}

Score score(const Position& position, const Rules& rules, const Account& account,
            std::span<const Point> dead) {
    const PointMap<char> is_dead = marked(position.size(), dead);
    Grid grid(position.size());
    PerColor<int> dead_of;
    for_each_point(position.size(), [&](Point point) {
        const auto color = position.at(point);
        if (color && is_dead.at(point) != 0)
            ++dead_of[*color];
        else
            grid.at(point) = color;
    });

    PerColor<Tally> tally;
    Grid owners = grid;
    if (rules.scoring == Scoring::area) owners = area(grid);
    if (rules.scoring == Scoring::territory) {
        // With pass stones both ways of counting agree, so eyes in seki count as in area.
        const bool as_area = rules.pass_stones == PassStones::given;
        owners = as_area ? surrounded(grid)
                         : territory(marked_board(position, dead), rules.false_eyes).owners;
    }
    for (const Color color : {Color::black, Color::white}) {
        Tally& side = tally[color];
        if (rules.scoring == Scoring::territory) {
            side.territory = count(owners, color);
            side.prisoners = account.prisoners[color];
            side.pass_stones = account.pass_stones[color];
            side.dead_stones = dead_of[opponent(color)];
        } else {
            side.stones = count(grid, color);
            side.territory = count(owners, color) - side.stones;
        }
    }
    tally.white.compensation = compensation(rules, account.handicap);
    tally.white.komi = rules.komi;
    return {tally.black, tally.white, owners.values()};
}

}  // namespace arbiter::go

#include "core/go/score.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/go/board/regions.hpp"

namespace arbiter::go {

namespace {

/// Groups of stones, regions of empty points, and which groups surround which regions.
class Count {
public:
    explicit Count(const Grid& grid)
        : grid_(grid),
          groups_(partition(grid.size(), [&](Point point) { return grid.at(point); })),
          regions_(partition(grid.size(), [&](Point point) {
              return grid.at(point) ? std::nullopt : std::optional(true);
          })) {}

    /// Tromp-Taylor 9: an empty point counts for a colour if it reaches only that colour.
    Grid area() const {
        Grid owners = grid_;
        for (const auto& region : regions_.pieces) {
            if (const auto owner = owner_of(region)) fill(owners, region, *owner);
        }
        return owners;
    }

    /// Surrounded points that are not in seki; a point with a stone has no owner.
    Grid territory() const {
        Grid owners(grid_.size());
        const std::vector<bool> seki = groups_in_seki();
        for (const auto& region : regions_.pieces) {
            const auto owner = owner_of(region);
            if (owner && !seki[a_neighbour_of(region)]) fill(owners, region, *owner);
        }
        return owners;
    }

private:
    static void fill(Grid& owners, const std::vector<Point>& region, Color owner) {
        for (const Point point : region) owners.at(point) = owner;
    }

    template <class Visit>
    void for_each_group_around(const std::vector<Point>& region, Visit visit) const {
        for (const Point point : region) {
            for_each_neighbour(grid_.size(), point, [&](Point next) {
                if (grid_.at(next)) visit(groups_.piece_of.at(next), *grid_.at(next));
            });
        }
    }

    std::optional<Color> owner_of(const std::vector<Point>& region) const {
        PerColor<bool> touches;
        for_each_group_around(region, [&](std::size_t, Color color) { touches[color] = true; });
        if (touches.black == touches.white) return std::nullopt;
        return touches.black ? Color::black : Color::white;
    }

    std::size_t a_neighbour_of(const std::vector<Point>& region) const {
        std::size_t neighbour = Partition::none;
        for_each_group_around(region, [&](std::size_t group, Color) { neighbour = group; });
        return neighbour;
    }

    /// Japanese rules, article 8: a living group that has dame is in seki, and its eyes are not
    /// territory. Since games often end before the last dame are filled, a group that has two eyes,
    /// or an eye large enough to be divided, does not count as in seki. Groups around the same eye
    /// are treated as one.
    std::vector<bool> groups_in_seki() const {
        Families families(groups_.pieces.size());
        for (const auto& region : regions_.pieces) {
            if (owner_of(region)) families.unite(groups_around(region));
        }
        std::vector<int> eyes(groups_.pieces.size());
        std::vector<bool> has_dame(groups_.pieces.size());
        for (const auto& region : regions_.pieces) {
            if (owner_of(region)) {
                eyes[families.head(a_neighbour_of(region))] += region.size() <= one_eye_max ? 1 : 2;
            } else {
                for (const std::size_t group : groups_around(region)) {
                    has_dame[families.head(group)] = true;
                }
            }
        }
        std::vector<bool> seki(groups_.pieces.size());
        for (std::size_t group = 0; group < seki.size(); ++group) {
            const std::size_t head = families.head(group);
            seki[group] = has_dame[head] && eyes[head] < 2;
        }
        return seki;
    }

    std::vector<std::size_t> groups_around(const std::vector<Point>& region) const {
        std::vector<std::size_t> groups;
        for_each_group_around(region, [&](std::size_t group, Color) { groups.push_back(group); });
        return groups;
    }

    /// Disjoint sets.
    class Families {
    public:
        explicit Families(std::size_t count) : parent_(count) {
            std::iota(parent_.begin(), parent_.end(), std::size_t{0});
        }
        std::size_t head(std::size_t i) {
            while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
            return i;
        }
        void unite(const std::vector<std::size_t>& members) {
            for (const std::size_t member : members) parent_[head(member)] = head(members[0]);
        }

    private:
        std::vector<std::size_t> parent_;
    };

    static constexpr std::size_t one_eye_max = 3;

    const Grid& grid_;
    Partition groups_;
    Partition regions_;
};

int count(const Grid& grid, Color color) {
    return static_cast<int>(std::ranges::count(grid.values(), std::optional(color)));
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
    Grid grid(position.size());
    for_each_point(position.size(), [&](Point point) { grid.at(point) = position.at(point); });
    PerColor<int> dead_of;
    for (const Point point : dead) {
        if (const auto color = std::exchange(grid.at(point), std::nullopt)) ++dead_of[*color];
    }

    PerColor<Tally> tally;
    Grid owners = grid;
    if (rules.scoring == Scoring::area) owners = Count(grid).area();
    if (rules.scoring == Scoring::territory) owners = Count(grid).territory();
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

#include "core/go/playouts/life.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/interruption.hpp"
#include "core/go/eyes.hpp"
#include "core/go/playouts/capture_search.hpp"
#include "core/go/playouts/tactics.hpp"
#include "core/go/score.hpp"
#include "core/go/territory.hpp"

namespace arbiter::go {

namespace {

constexpr int playouts_of_survey = 200;
constexpr int nodes_of_reading = 10'000;
constexpr float even = 0.5F;
/// Within that distance of one half the playouts decide only what reading does not deny.
constexpr float doubt = 0.2F;
/// A group that stays or goes so often counts as decided when its neighbours are read.
constexpr float near_certain = 0.15F;

/// Japanese 7.1: stones live that cannot be taken by an opponent who moves first.
bool is_proposed_dead(const GroupLife& life) {
    return life.status == LifeStatus::dead ||
           (life.status == LifeStatus::unsettled && life.survival < even);
}

class Life {
public:
    explicit Life(const Position& position)
        : position_(position),
          kept_(unconditional_life(position)),
          groups_(partition(position.size(), [&](Point point) { return position.at(point); })),
          board_(position),
          tactics_(1),
          fates_(groups_.pieces.size()) {
        for_each_point(position.size(), [&](Point point) {
            if (kept_.at(point) && position.is_empty(point)) board_.settle(board_.spot(point));
        });
        survey();
    }

    std::vector<GroupLife> result() {
        std::vector<GroupLife> result;
        for (std::size_t i = 0; i < groups_.pieces.size(); ++i) {
            result.push_back(surveyed(i));
            if (result.back().reason == LifeReason::playouts) read(i, result.back());
        }
        mark_seki(result);
        return result;
    }

private:
    /// Which groups stay in each playout, half of which White begins.
    void survey() {
        for (auto& fate : fates_) fate.reserve(static_cast<std::size_t>(playouts_of_survey));
        for (int i = 0; i < playouts_of_survey && !Interruption::is_due(); ++i) {
            TacticalBoard board = board_;
            tactics_.play_out(board, i % 2 == 0 ? Cell::black : Cell::white, 0);
            for (std::size_t group = 0; group < groups_.pieces.size(); ++group) {
                const auto& stones = groups_.pieces[group];
                const Cell color = stone_of(*position_.at(stones[0]));
                const auto kept = std::ranges::count_if(stones, [&](Point point) {
                    return owner_at_end(board, board.spot(point)) == color;
                });
                fates_[group].push_back(2 * static_cast<std::size_t>(kept) > stones.size());
            }
        }
    }

    float survival_of(std::size_t group) const {
        const Point stone = groups_.pieces[group][0];
        if (const auto keeper = kept_.at(stone)) return keeper == position_.at(stone) ? 1.F : 0.F;
        return static_cast<float>(std::ranges::count(fates_[group], true)) / playouts_of_survey;
    }

    GroupLife surveyed(std::size_t group) const {
        const float survival = survival_of(group);
        GroupLife life{.color = *position_.at(groups_.pieces[group][0]),
                       .stones = groups_.pieces[group],
                       .status = survival < even ? LifeStatus::dead : LifeStatus::alive,
                       .reason = LifeReason::playouts,
                       .survival = survival};
        std::ranges::sort(life.stones);
        if (const auto keeper = kept_.at(life.stones[0])) {
            const bool own = *keeper == life.color;
            life.reason = own ? LifeReason::two_eyes : LifeReason::inside_an_eye;
        }
        return life;
    }

    /// The points that can matter for a group: the empty ones around it, then the stones around those,
    /// and the empty points around every such group that is in doubt itself. Nothing if there are too
    /// many.
    std::optional<std::vector<Spot>> zone_of(std::size_t group) const {
        std::vector<Spot> zone;
        std::vector<char> seen(board_.cells());
        std::size_t empties = 0;
        const auto add_group = [&](std::size_t number) {
            for (const Point point : groups_.pieces[number]) {
                const Spot s = board_.spot(point);
                if (seen[s] != 0) return;
                seen[s] = 1;
                zone.push_back(s);
            }
        };
        add_group(group);
        for (std::size_t i = 0; i < zone.size(); ++i) {
            const std::size_t owner = groups_.piece_of.at(board_.point(zone[i]));
            if (owner != Partition::none && owner != group) {
                const float survival = survival_of(owner);
                if (survival < near_certain || survival > 1 - near_certain) continue;
            }
            for (const Spot n : board_.around(zone[i])) {
                if (board_.at(n) == Cell::edge || seen[n] != 0) continue;
                if (board_.at(n) != Cell::empty) {
                    add_group(groups_.piece_of.at(board_.point(n)));
                } else if (!kept_.at(board_.point(n))) {
                    seen[n] = 1;
                    zone.push_back(n);
                    if (++empties > CaptureSearch::empties_max) return std::nullopt;
                }
            }
            if (zone.size() > CaptureSearch::zone_max) return std::nullopt;
        }
        return zone;
    }

    /// A line is shown where reading and playouts agree. Where the playouts are in doubt and reading
    /// denies what they say, the group is alive if nobody can take it, otherwise unsettled.
    void read(std::size_t group, GroupLife& life) {
        const auto zone = zone_of(group);
        if (!zone || nodes_left_ <= 0) return;
        using enum CaptureSearch::Result;
        CaptureSearch reading(board_, board_.spot(life.stones[0]), *zone, nodes_left_);
        const Cell own = stone_of(life.color);
        const auto defended = reading.fate(own);
        const auto attacked = reading.fate(enemy_of(own));
        if (defended == unknown || attacked == unknown) return;
        const bool dead = life.status == LifeStatus::dead;
        const bool agree = dead ? defended == taken : attacked == stays;
        if (!agree && std::abs(life.survival - even) > doubt) return;
        if (!agree) life.status = attacked == stays ? LifeStatus::alive : LifeStatus::unsettled;
        life.reason = LifeReason::reading;
        life.first = defended == taken ? life.color : opponent(life.color);
        life.line = points_of(reading.line(stone_of(*life.first)));
    }

    std::vector<std::optional<Point>> points_of(const std::vector<Spot>& line) const {
        std::vector<std::optional<Point>> points;
        for (const Spot s : line) {
            points.push_back(s == 0 ? std::nullopt : std::optional(board_.point(s)));
        }
        return points;
    }

    void mark_seki(std::vector<GroupLife>& lives) const {
        std::vector<Point> dead;
        for (const GroupLife& life : lives) {
            if (is_proposed_dead(life))
                dead.insert(dead.end(), life.stones.begin(), life.stones.end());
        }
        const Grid seki = territory(marked_board(position_, dead)).seki;
        for (GroupLife& life : lives) {
            if (life.status == LifeStatus::alive && seki.at(life.stones[0]))
                life.status = LifeStatus::seki;
        }
    }

    const Position& position_;
    Grid kept_;
    Partition groups_;
    TacticalBoard board_;
    Tactics tactics_;
    int nodes_left_ = nodes_of_reading;
    std::vector<std::vector<bool>> fates_;  // of each group in each playout: whether it stayed
};

}  // namespace

std::vector<GroupLife> life_and_death(const Position& position) {
    if (position.full()) return {};  // over: all stones count
    return Life(position).result();
}

std::vector<Point> dead_stones_proposal(const Position& position) {
    std::vector<Point> dead;
    for (const GroupLife& life : life_and_death(position)) {
        if (is_proposed_dead(life)) dead.insert(dead.end(), life.stones.begin(), life.stones.end());
    }
    std::ranges::sort(dead);
    return dead;
}

}  // namespace arbiter::go

#include "core/go/playouts/benson.hpp"

#include <algorithm>

namespace arbiter::go {

namespace {

/// David Benson, Life in the Game of Go, 1976: a set of groups lives unconditionally if each has two
/// vital regions that only groups of the set enclose. A region, stones of the opponent included, is
/// vital to a group if every empty point in it is a liberty of that group.
class Benson {
public:
    Benson(const Position& position, Color color)
        : position_(position),
          groups_(partition(position.size(),
                            [&](Point point) {
                                return position.at(point) == color ? std::optional(true)
                                                                   : std::nullopt;
                            })),
          regions_(partition(position.size(),
                             [&](Point point) {
                                 return position.at(point) == color ? std::nullopt
                                                                    : std::optional(true);
                             })),
          alive_(groups_.pieces.size(), true),
          enclosed_(regions_.pieces.size(), true) {
        for (const auto& region : regions_.pieces) describe(region);
        while (drop_groups()) drop_regions();
    }

    template <class Visit>
    void for_each_point_kept(Visit visit) const {
        for (std::size_t i = 0; i < alive_.size(); ++i) {
            if (alive_[i]) std::ranges::for_each(groups_.pieces[i], visit);
        }
        for (std::size_t i = 0; i < enclosed_.size(); ++i) {
            const bool eye = enclosed_[i] && !vital_to_[i].empty();
            if (eye) std::ranges::for_each(regions_.pieces[i], visit);
        }
    }

private:
    std::vector<std::size_t> groups_around(Point point) const {
        std::vector<std::size_t> groups;
        for_each_neighbour(position_.size(), point, [&](Point next) {
            const std::size_t group = groups_.piece_of.at(next);
            if (group != Partition::none) groups.push_back(group);
        });
        std::ranges::sort(groups);
        groups.erase(std::ranges::unique(groups).begin(), groups.end());
        return groups;
    }

    void describe(const std::vector<Point>& region) {
        std::vector<std::size_t> around;
        std::optional<std::vector<std::size_t>> vital;
        for (const Point point : region) {
            const auto here = groups_around(point);
            around.insert(around.end(), here.begin(), here.end());
            if (!position_.is_empty(point)) continue;
            if (!vital) {
                vital = here;
                continue;
            }
            std::erase_if(*vital, [&](std::size_t group) {
                return !std::ranges::binary_search(here, group);
            });
        }
        std::ranges::sort(around);
        around.erase(std::ranges::unique(around).begin(), around.end());
        around_.push_back(std::move(around));
        vital_to_.push_back(vital.value_or(std::vector<std::size_t>{}));
    }

    /// Drops groups with fewer than two vital regions; true if there were any.
    bool drop_groups() {
        std::vector<int> vital_regions(alive_.size());
        for (std::size_t i = 0; i < enclosed_.size(); ++i) {
            if (!enclosed_[i]) continue;
            for (const std::size_t group : vital_to_[i]) ++vital_regions[group];
        }
        bool dropped = false;
        for (std::size_t i = 0; i < alive_.size(); ++i) {
            if (!alive_[i] || vital_regions[i] >= 2) continue;
            alive_[i] = false;
            dropped = true;
        }
        return dropped;
    }

    void drop_regions() {
        for (std::size_t i = 0; i < enclosed_.size(); ++i) {
            enclosed_[i] = enclosed_[i] && std::ranges::all_of(around_[i], [&](std::size_t group) {
                               return static_cast<bool>(alive_[group]);
                           });
        }
    }

    const Position& position_;
    Partition groups_;
    Partition regions_;
    std::vector<std::vector<std::size_t>> around_;    // the groups that enclose each region
    std::vector<std::vector<std::size_t>> vital_to_;  // those it is vital to
    std::vector<bool> alive_;
    std::vector<bool> enclosed_;
};

}  // namespace

Grid unconditional_life(const Position& position) {
    Grid kept(position.size());
    for (const Color color : both_colors) {
        Benson(position, color).for_each_point_kept([&](Point point) { kept.at(point) = color; });
    }
    return kept;
}

}  // namespace arbiter::go

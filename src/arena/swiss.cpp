#include <algorithm>
#include <numeric>

#include "arena/schedule.hpp"

namespace arbiter::arena {

namespace {

/// What a round must know of those before it.
struct Past {
    std::vector<double> points;
    std::vector<bool> has_rested;
    std::vector<std::vector<bool>> have_met;
};

/// A player who is in no meeting of a round has rested in it.
Past past_of(std::size_t players, std::span<const Meeting> before, std::span<const double> points) {
    Past past{std::vector<double>(players), std::vector<bool>(players),
              std::vector(players, std::vector<bool>(players))};
    const std::size_t rounds = before.empty() ? 0 : before.back().round + 1;
    std::vector<std::size_t> played(players);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto& [round, first, second] = before[i];
        past.points[first] += points[i];
        past.points[second] += 2 - points[i];
        past.have_met[first][second] = past.have_met[second][first] = true;
        ++played[first];
        ++played[second];
    }
    for (std::size_t player = 0; player < players; ++player) {
        past.has_rested[player] = played[player] < rounds;
        past.points[player] += 2 * static_cast<double>(rounds - played[player]);
    }
    return past;
}

/// Pairs off players from the top, going back where somebody is left without an opponent.
class Draw {
public:
    Draw(const Past& past, std::vector<std::size_t> ranking)
        : past_(past), ranking_(std::move(ranking)), taken_(ranking_.size()) {}

    std::vector<Meeting> meetings(std::size_t round) {
        may_repeat_ = !pair_off(0);
        if (may_repeat_) {
            opponents_.clear();
            taken_.assign(ranking_.size(), false);
            pair_off(0);
        }
        std::vector<Meeting> list;
        list.reserve(opponents_.size());
        for (const auto& [upper, lower] : opponents_) {
            list.push_back({round, ranking_[upper], ranking_[lower]});
        }
        return list;
    }

private:
    static constexpr int steps_max = 100'000;  // of a search that could take for ever

    struct Ranks {
        std::size_t upper;
        std::size_t lower;
    };

    bool pair_off(std::size_t upper) {
        while (upper < ranking_.size() && taken_[upper]) ++upper;
        if (upper == ranking_.size()) return true;
        taken_[upper] = true;
        for (std::size_t lower = upper + 1; lower < ranking_.size(); ++lower) {
            if (taken_[lower] || !may_meet(ranking_[upper], ranking_[lower])) continue;
            if (++steps_ > steps_max && !may_repeat_) break;
            taken_[lower] = true;
            opponents_.push_back({upper, lower});
            if (pair_off(upper + 1)) return true;
            opponents_.pop_back();
            taken_[lower] = false;
        }
        taken_[upper] = false;
        return false;
    }

    bool may_meet(std::size_t a, std::size_t b) const {
        return may_repeat_ || !past_.have_met[a][b];
    }

    const Past& past_;
    std::vector<std::size_t> ranking_;
    std::vector<bool> taken_;
    std::vector<Ranks> opponents_;
    bool may_repeat_ = false;
    int steps_ = 0;
};

}  // namespace

std::vector<Meeting> swiss_round(std::size_t players, std::span<const Meeting> before,
                                 std::span<const double> points) {
    const Past past = past_of(players, before, points);
    std::vector<std::size_t> ranking(players);
    std::iota(ranking.begin(), ranking.end(), std::size_t{0});
    std::ranges::sort(ranking, {},
                      [&](std::size_t player) { return std::pair(-past.points[player], player); });
    if (players % 2 == 1) {
        auto resting = std::find_if(ranking.rbegin(), ranking.rend(),
                                    [&](std::size_t player) { return !past.has_rested[player]; });
        if (resting == ranking.rend()) resting = ranking.rbegin();
        ranking.erase(std::next(resting).base());
    }
    return Draw(past, std::move(ranking)).meetings(before.empty() ? 0 : before.back().round + 1);
}

}  // namespace arbiter::arena

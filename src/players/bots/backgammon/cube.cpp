#include "players/bots/backgammon/cube.hpp"

#include <algorithm>
#include <cmath>

namespace arbiter::players {

namespace {

/// When to double, between the chance at which a double first pays (0) and the one at which the
/// opponent drops it (1).
constexpr double patience = 0.68;
/// What it is worth to own the cube, as a share of the games.
constexpr double ownership = 0.03;

}  // namespace

double match_chance(const backgammon::Rules& rules, const PerColor<int>& away, Color side) {
    const int own = away[side];
    const int other = away[opponent(side)];
    if (own <= 0) return 1;
    if (other <= 0) return 0;
    // Behind a side that needs one point: every second game is won, and with the cube counts double.
    const bool cube = rules.cube;
    const auto from_behind = [&](int needed) {
        return std::pow(0.5, cube ? (needed + 1) / 2 : needed);
    };
    if (own == 1 && other == 1) return 0.5;
    if (other == 1) return from_behind(own);
    if (own == 1) return 1 - from_behind(other);
    // Janowski's formula: each point of the lead counts less the longer the match still is.
    const double lead = own < other ? other - own : own - other;
    const double ahead = std::min(0.5 + 0.85 * lead / (std::max(own, other) + 6), 0.99);
    return own < other ? ahead : own > other ? 1 - ahead : 0.5;
}

struct BackgammonCube::Line {
    double lost;
    double won;

    double at(double chance) const { return lost + chance * (won - lost); }
    /// The chance at which this has the given value; outside of 0 to 1 if it never has.
    double chance_of(double value) const { return (value - lost) / std::max(won - lost, 1e-9); }
};

BackgammonCube::BackgammonCube(const backgammon::Rules& rules, const backgammon::Position& position,
                               Color roller, const BackgammonChances& chances)
    : rules_(rules), position_(position), roller_(roller), chances_(chances) {}

double BackgammonCube::value(int points, Color winner) const {
    if (rules_.money()) return winner == roller_ ? points : -points;
    PerColor<int> away{rules_.match_length - position_.score().white,
                       rules_.match_length - position_.score().black};
    away[winner] -= points;
    return match_chance(rules_, away, roller_);
}

/// Gammons stay the same share of the games that are won, and of those that are lost.
BackgammonCube::Line BackgammonCube::played_with(int cube_value, bool gammons_count) const {
    const auto worth = [&](Color winner, double gammons, double all) {
        const double share = gammons_count ? gammons / std::max(all, 1e-3) : 0;
        return (1 - share) * value(cube_value, winner) + share * value(2 * cube_value, winner);
    };
    const double win = chances_.win;
    return {.lost = worth(opponent(roller_), double{chances_.lose_gammon}, 1 - win),
            .won = worth(roller_, double{chances_.win_gammon}, win)};
}

bool BackgammonCube::should_double() const {
    const int cube = position_.cube().value;
    const bool jacoby = rules_.money() && rules_.jacoby && !position_.cube().turned;
    const Line single = played_with(cube, !jacoby);
    const Line doubled = played_with(2 * cube, true);
    const double dropped = value(cube, roller_);
    const double chance = chances_.win;
    const double drop_point = doubled.chance_of(dropped) + ownership;
    if (chance >= drop_point) return dropped >= single.at(chance);
    if (doubled.at(chance) <= single.at(chance)) return false;
    // From where the two lines cross, a double pays even if nobody turns the cube again.
    const double gain = (doubled.won - single.won) - (doubled.lost - single.lost);
    const double pays_from =
        std::clamp((single.lost - doubled.lost) / std::max(gain, 1e-9), 0., 1.);
    return chance >= pays_from + patience * (drop_point - pays_from);
}

bool BackgammonCube::should_take() const {
    const int cube = position_.cube().value;
    const Line doubled = played_with(2 * cube, true);
    const Color taker = opponent(roller_);
    const bool dead = !rules_.money() && position_.score()[taker] + 2 * cube >= rules_.match_length;
    const double kept = dead ? 0 : ownership;
    return doubled.at(chances_.win - kept) <= value(cube, roller_);
}

bool BackgammonCube::should_beaver() const {
    return played_with(2 * position_.cube().value, true).at(chances_.win) < 0;
}

}  // namespace arbiter::players

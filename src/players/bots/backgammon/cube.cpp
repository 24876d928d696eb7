#include "players/bots/backgammon/cube.hpp"

#include <algorithm>

#include "players/bots/backgammon/judge.hpp"
#include "players/bots/backgammon/match_equity.hpp"

namespace arbiter::players {

/// What cubes of all values are worth to one side as its chance to win goes from 0 to 1. Gammons stay
/// the same share of the games that are won, and of those that are lost.
class CubeLines {
public:
    CubeLines(const BackgammonCube& cube, const BackgammonChances& chances, Color side)
        : cube_(cube),
          side_(side),
          chance_(double{chances.win}),
          won_(shares(chances.win, chances.win_gammon, chances.win_backgammon)),
          lost_(shares(1 - chances.win, chances.lose_gammon, chances.lose_backgammon)) {}

    /// At the chance that the side has.
    double value(int cube, std::optional<Color> owner, double efficiency) const {
        const Color other = opponent(side_);
        // Whoever can turn the cube against a side that already wins the match with it does so at once.
        for (const Color turner : {side_, other}) {
            const bool free = !cube_.rules_.money() && cube_.away_[opponent(turner)] <= cube;
            if (free && owner != opponent(turner) && cube_.can_turn(turner, cube)) efficiency = 1;
        }
        return efficiency * live(cube, owner) + (1 - efficiency) * dead(cube).at(chance_);
    }

    double dead_value(int cube) const { return dead(cube).at(chance_); }

private:
    struct Shares {
        double gammons;
        double backgammons;
    };
    struct Line {
        double lost;
        double won;
        double at(double chance) const { return lost + chance * (won - lost); }
    };
    /// A chance to win, and what is worth there.
    struct Place {
        double chance;
        double value;
    };

    static Shares shares(float all, float gammons, float backgammons) {
        constexpr float hardly_any = 1e-4F;
        if (all < hardly_any) return {0, 0};
        return {double{gammons / all}, double{backgammons / all}};
    }
    static double between(const Place& low, const Place& high, double chance) {
        constexpr double nothing = 1e-9;
        const double width = std::max(high.chance - low.chance, nothing);
        return low.value + (chance - low.chance) / width * (high.value - low.value);
    }

    double single(int cube, Color winner) const { return cube_.worth(cube, winner, side_); }
    double result(int cube, Color winner, const Shares& shares) const {
        const backgammon::Cube& now = cube_.cube_;
        const bool jacoby = cube_.rules_.money() && cube_.rules_.jacoby && cube_.rules_.cube;
        if (jacoby && !now.turned && cube == now.value) return single(cube, winner);
        return (1 - shares.gammons) * single(cube, winner) +
               (shares.gammons - shares.backgammons) * single(2 * cube, winner) +
               shares.backgammons * single(3 * cube, winner);
    }
    Line dead(int cube) const {
        return {result(cube, opponent(side_), lost_), result(cube, side_, won_)};
    }

    /// Where `turner`, who can turn this cube, makes the other side as willing to drop as to take.
    Place turning_place(int cube, Color turner, int depth) const {
        const double dropped = single(cube, turner);
        const Color taker = opponent(turner);
        const Line line = dead(2 * cube);
        Place low{0, line.lost};
        Place high{1, line.won};
        // After that many turns a further one hardly changes anything.
        constexpr int depth_max = 6;
        if (depth < depth_max && cube_.can_turn(taker, 2 * cube)) {
            const Place turned_back = turning_place(2 * cube, taker, depth + 1);
            (taker == side_ ? high : low) = turned_back;
        }
        constexpr double nothing = 1e-12;
        if (high.value - low.value < nothing) return {turner == side_ ? 1. : 0., dropped};
        const double share = (dropped - low.value) / (high.value - low.value);
        const double chance = low.chance + share * (high.chance - low.chance);
        return {std::clamp(chance, 0., 1.), dropped};
    }

    double live(int cube, std::optional<Color> owner) const {
        const Line line = dead(cube);
        const Color other = opponent(side_);
        const Place lost{0, line.lost};
        const Place won{1, line.won};
        const bool turns = owner != other && cube_.can_turn(side_, cube);
        const bool is_turned = owner != side_ && cube_.can_turn(other, cube);
        const Place high = turns ? turning_place(cube, side_, 0) : won;
        const Place low = is_turned ? turning_place(cube, other, 0) : lost;
        if (chance_ < low.chance) return between(lost, low, chance_);
        if (chance_ > high.chance) return between(high, won, chance_);
        return between(low, high, chance_);
    }

    const BackgammonCube& cube_;
    Color side_;
    double chance_;
    Shares won_;
    Shares lost_;
};

double cube_efficiency(const backgammon::Board& board) {
    constexpr double with_contact = 0.68;
    if (has_contact(board)) return with_contact;
    // A race gives more occasions to turn the cube at the right moment the longer it is.
    const int pips = std::max(board.pips(Color::white), board.pips(Color::black));
    return std::clamp(0.55 + 0.00125 * pips, 0.6, 0.7);
}

bool CubeEquities::should_double() const {
    // Where a turn later is worth the same, nothing is gained by waiting.
    constexpr double rounding = 1e-9;
    return may_double && std::min(take, drop) >= no_double - rounding;
}

double CubeEquities::best() const { return should_double() ? std::min(take, drop) : no_double; }

BackgammonCube::BackgammonCube(const backgammon::Rules& rules, const backgammon::Position& position)
    : rules_(rules),
      cube_(position.cube()),
      away_{rules.match_length - position.score().white,
            rules.match_length - position.score().black},
      no_cube_(!rules.cube || position.crawford_game()),
      crawford_played_(!rules.crawford || position.crawford_game() ||
                       position.setup().after_crawford),
      counts_points_(rules.money()) {
    constexpr double hardly_any = 1e-6;
    const auto after_win_of = [&](Color winner) {
        return worth(cube_.value, winner, Color::white);
    };
    if (after_win_of(Color::white) - after_win_of(Color::black) < hardly_any) counts_points_ = true;
}

bool BackgammonCube::can_turn(Color side, int value) const {
    if (no_cube_ || value > backgammon::cube_value_to_double_max) return false;
    return rules_.money() || away_[side] > value;
}

double BackgammonCube::worth(int points, Color winner, Color side) const {
    if (counts_points_) return winner == side ? points : -points;
    MatchScore away{away_[side], away_[opponent(side)], crawford_played_};
    (winner == side ? away.own : away.other) -= points;
    return match_chance(away);
}

double BackgammonCube::normal(double value, Color side) const {
    const double won = worth(cube_.value, side, side);
    const double lost = worth(cube_.value, opponent(side), side);
    return (2 * value - won - lost) / (won - lost);
}

CubeEquities BackgammonCube::equities(const BackgammonChances& chances, Color roller,
                                      double efficiency) const {
    const CubeLines lines(*this, chances, roller);
    const bool owns = !cube_.owner || cube_.owner == roller;
    return {.may_double = owns && can_turn(roller, cube_.value),
            .no_double = normal(lines.value(cube_.value, cube_.owner, efficiency), roller),
            .take = after_take(lines, roller, efficiency)};
}

double BackgammonCube::equity(const BackgammonChances& chances, Color roller,
                              double efficiency) const {
    const CubeLines lines(*this, chances, roller);
    return normal(lines.value(cube_.value, cube_.owner, efficiency), roller);
}

double BackgammonCube::after_take(const CubeLines& lines, Color roller, double efficiency) const {
    const Color taker = opponent(roller);
    const double taken = lines.value(2 * cube_.value, taker, efficiency);
    const bool beavers = rules_.money() && rules_.beavers != backgammon::Beavers::none;
    if (!beavers || taken >= 0) return normal(taken, roller);
    return normal(lines.value(4 * cube_.value, taker, efficiency), roller);
}

double BackgammonCube::result(int points, Color winner, Color side) const {
    return normal(worth(points, winner, side), side);
}

double BackgammonCube::without_cube(const BackgammonChances& chances, Color side) const {
    return normal(CubeLines(*this, chances, side).dead_value(cube_.value), side);
}

double BackgammonCube::in_result(double difference, Color side) const {
    if (rules_.money()) return difference * cube_.value;
    if (counts_points_) return 0;
    return difference * (worth(cube_.value, side, side) - worth(cube_.value, opponent(side), side));
}

double BackgammonCube::match_chance_at(double equity, Color side) const {
    if (counts_points_) return std::clamp((equity + 1) / 2, 0., 1.);
    const double won = worth(cube_.value, side, side);
    const double lost = worth(cube_.value, opponent(side), side);
    return std::clamp((equity * (won - lost) + won + lost) / 2, 0., 1.);
}

}  // namespace arbiter::players

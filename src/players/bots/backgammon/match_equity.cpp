#include "players/bots/backgammon/match_equity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace arbiter::players {

namespace {

constexpr int longest = 25;

/// The figures of Neil Kazaross's table of 2011 (Kazaross-XG2: rollouts by eXtreme Gammon up to nine
/// points, by GNU Backgammon up to 15, then projected), in 100,000ths: the chance of a side that
/// needs 2, 3 ... 25 points and is behind, for each smaller number that the other side needs. Who
/// needs one point is about to play the Crawford game.
// clang-format off
constexpr std::array<std::uint16_t, longest * (longest - 1) / 2> behind{
    32264,
    24924, 40053,
    18564, 33130, 42850,
    15821, 25641, 35205, 42268,
    11269, 20060, 28877, 35715, 43365,
    9276, 15775, 23791, 30076, 37362, 43739,
    6750, 12461, 19532, 25423, 32214, 38364, 44520,
    5598, 9803, 15983, 21201, 27460, 33213, 39146, 44558,
    4072, 7697, 12936, 17594, 23294, 28694, 34372, 39628, 44980,
    3356, 6069, 10558, 14604, 19727, 24657, 29979, 35010, 40207, 45145,
    2447, 4753, 8517, 12086, 16635, 21137, 26095, 30864, 35852, 40654, 45445,
    2016, 3750, 6930, 9977, 14007, 18043, 22588, 27055, 31788, 36412, 41076, 45593,
    1473, 2930, 5557, 8196, 11713, 15335, 19480, 23641, 28107, 32517, 37026, 41430, 45806,
    1211, 2311, 4507, 6734, 9799, 13000, 16743, 20560, 24719, 28889, 33207, 37474, 41746, 45925,
    886, 1804, 3601, 5505, 8153, 10979, 14341, 17842, 21699, 25629, 29697, 33822, 37964, 42058,
    46084,
    727, 1420, 2907, 4501, 6777, 9244, 12239, 15422, 18963, 22625, 26470, 30390, 34381, 38366,
    42321, 46204,
    533, 1107, 2313, 3659, 5603, 7754, 10409, 13286, 16517, 19907, 23506, 27222, 31034, 34883,
    38739, 42559, 46324,
    437, 871, 1861, 2979, 4633, 6492, 8829, 11411, 14338, 17457, 20802, 24297, 27919, 31609, 35341,
    39071, 42778, 46426,
    321, 678, 1478, 2411, 3811, 5417, 7465, 9770, 12409, 15259, 18352, 21619, 25037, 28552, 32141,
    35759, 39382, 42977, 46525,
    263, 534, 1186, 1956, 3136, 4512, 6298, 8342, 10706, 13297, 16138, 19174, 22381, 25710, 29138,
    32624, 36144, 39664, 43162, 46613,
    193, 415, 938, 1578, 2568, 3746, 5297, 7102, 9209, 11552, 14151, 16956, 19946, 23083, 26336,
    29677, 33075, 36499, 39927, 43333, 46697,
    158, 325, 752, 1274, 2104, 3106, 4447, 6032, 7902, 10009, 12371, 14949, 17724, 20661, 23735,
    26916, 30178, 33490, 36829, 40170, 43492, 46774,
    116, 254, 593, 1025, 1717, 2568, 3724, 5109, 6760, 8647, 10786, 13144, 15705, 18441, 21331,
    24343, 27458, 30644, 33878, 37136, 40397, 43640, 46847,
    95, 198, 473, 826, 1400, 2121, 3113, 4318, 5770, 7450, 9378, 11524, 13877, 16414, 19117, 21954,
    24913, 27962, 31079, 34240, 37424, 40609, 43779, 46914,
};

/// After the Crawford game, the chance of a side that needs 1, 2 ... 25 points against one.
constexpr std::array<std::uint16_t, longest> after_crawford{
    50000, 48803, 32264, 31002, 19012, 18072, 11559, 10906, 6953, 6516, 4207, 3906, 2537, 2343,
    1530, 1405, 924, 842, 556, 505, 336, 303, 203, 182, 123,
};
// clang-format on

constexpr double unit = 1e-5;

/// Beyond the table, a normal distribution that fits it: a lead counts by the square root of the
/// points to come, and a little more the shorter the leader's way is. Rounded as the table is, since
/// libraries differ in the last digits.
double estimated(const MatchScore& away) {
    const double points = away.own + away.other;
    const double lead = (away.other - away.own) / points;
    const double deviations = lead * std::sqrt(points) * (0.545 + 0.135 * lead * lead);
    return unit * std::round(0.5 * std::erfc(-deviations / std::sqrt(2.)) / unit);
}

double chance_behind(const MatchScore& away) {
    if (std::max(away.own, away.other) > longest) return estimated(away);
    const auto more = static_cast<std::size_t>(away.own);
    const auto less = static_cast<std::size_t>(away.other);
    return unit * behind[(more - 1) * (more - 2) / 2 + less - 1];
}

/// Two more points, which one game with the cube gives, lower it by this.
constexpr double per_two_points = 0.607;

double chance_after_crawford(int own) {
    if (own <= longest) return unit * after_crawford[static_cast<std::size_t>(own - 1)];
    return unit * after_crawford.back() * std::pow(per_two_points, (own - longest) / 2.);
}

}  // namespace

double match_chance(const MatchScore& away) {
    if (away.own <= 0) return 1;
    if (away.other <= 0) return 0;
    if (away.own == away.other) return 0.5;
    if (away.own < away.other) {
        return 1 - match_chance({away.other, away.own, away.crawford_played});
    }
    if (away.other == 1 && away.crawford_played) return chance_after_crawford(away.own);
    return chance_behind(away);
}

}  // namespace arbiter::players

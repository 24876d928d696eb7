#include "arena/ratings.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/bots/bot.hpp"

namespace arbiter::arena {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

constexpr double elo_per_unit = 400 / std::numbers::ln10;
constexpr double quantile = 1.959963984540054;

/// Agresti, Categorical Data Analysis (2nd edition, 2002), table 10.10: baseball in the American
/// League of 1987. Wins at home and away of each row's team as host of each column's.
enum Team : std::size_t { milwaukee, detroit, toronto, new_york, boston, cleveland, baltimore };
constexpr std::size_t teams = 7;
struct Season {
    int home, away;
};
constexpr std::array<std::array<Season, teams>, teams> league{{
    {{{0, 0}, {4, 3}, {4, 2}, {4, 3}, {6, 1}, {4, 2}, {6, 0}}},
    {{{3, 3}, {0, 0}, {4, 2}, {4, 3}, {6, 0}, {6, 1}, {4, 3}}},
    {{{2, 5}, {4, 3}, {0, 0}, {2, 4}, {4, 3}, {4, 2}, {6, 0}}},
    {{{3, 3}, {5, 1}, {2, 5}, {0, 0}, {4, 3}, {4, 2}, {6, 1}}},
    {{{5, 1}, {2, 5}, {3, 3}, {4, 2}, {0, 0}, {5, 2}, {6, 0}}},
    {{{2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 2}, {0, 0}, {2, 4}}},
    {{{2, 5}, {1, 5}, {1, 6}, {2, 4}, {1, 6}, {3, 4}, {0, 0}}},
}};

std::vector<Encounters> baseball() {
    std::vector<Encounters> list;
    for (std::size_t host = 0; host < teams; ++host) {
        for (std::size_t guest = 0; guest < teams; ++guest) {
            const auto [home, away] = league[host][guest];
            if (host != guest) list.push_back({host, guest, double(home), 0, double(away)});
        }
    }
    return list;
}

TEST(Ratings, AreAgrestisWithoutHomeAdvantage) {
    const auto ratings =
        rate(teams, baseball(), {.prior_elo = std::nullopt, .has_first_move = false});
    std::vector<double> above_baltimore;
    for (const Rating& rating : ratings.players) {
        above_baltimore.push_back((rating.elo - ratings.players[baltimore].elo) / elo_per_unit);
    }
    // Table 10.11, third column.
    EXPECT_THAT(above_baltimore,
                Pointwise(DoubleNear(0.0051), {1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0}));
    EXPECT_FALSE(ratings.first_move);
}

TEST(Ratings, AreAgrestisWithHomeAdvantage) {
    const auto ratings = rate(teams, baseball(), {.prior_elo = std::nullopt});
    std::vector<double> strengths;
    double sum = 0;
    for (const Rating& rating : ratings.players) {
        strengths.push_back(std::exp(rating.elo / elo_per_unit));
        sum += strengths.back();
    }
    for (double& strength : strengths) strength /= sum;
    // Table 10.11, fifth column; the advantage and its standard error are in section 10.6.4.
    EXPECT_THAT(strengths,
                Pointwise(DoubleNear(0.00051), {0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044}));
    EXPECT_NEAR(ratings.first_move->elo / elo_per_unit, 0.302, 0.0005);
    EXPECT_NEAR(ratings.first_move->error() / quantile / elo_per_unit, 0.131, 0.002);
}

/// Two players: the interval has those odds p for which 2 (l(0.6) - l(p)) is 3.84, found here by
/// bisection of the binomial likelihood itself.
TEST(Ratings, OfTwoPlayersHaveTheIntervalOfTheirLikelihood) {
    const std::array games{Encounters{0, 1, 60, 0, 40}};
    const auto ratings = rate(2, games, {.prior_elo = std::nullopt, .has_first_move = false});
    const double difference = elo_per_unit * std::log(60.0 / 40);
    EXPECT_NEAR(ratings.players[0].elo, difference / 2, 1e-4);
    EXPECT_NEAR(ratings.players[1].elo, -difference / 2, 1e-4);
    const auto bound = [](double outside) {
        const auto likelihood = [](double p) { return 60 * std::log(p) + 40 * std::log(1 - p); };
        double inside = 0.6;
        for (int i = 0; i < 60; ++i) {
            const double middle = (inside + outside) / 2;
            const bool holds = 2 * (likelihood(0.6) - likelihood(middle)) < quantile * quantile;
            (holds ? inside : outside) = middle;
        }
        return elo_per_unit * std::log(inside / (1 - inside)) / 2;
    };
    EXPECT_NEAR(ratings.players[0].low, bound(1e-9), 0.01);
    EXPECT_NEAR(ratings.players[0].high, bound(1 - 1e-9), 0.01);
}

TEST(Ratings, AnchorsHoldTheScale) {
    const std::array games{Encounters{0, 1, 60, 10, 30}, Encounters{1, 2, 55, 10, 35},
                           Encounters{2, 0, 20, 10, 70}};
    const auto free = rate(3, games);
    const auto held = rate(3, games, {.anchors = {std::nullopt, 1320, std::nullopt}});
    EXPECT_EQ(held.players[1].elo, 1320);
    EXPECT_EQ(held.players[1].error(), 0);
    for (const std::size_t player : {std::size_t{0}, std::size_t{2}}) {
        const double difference = free.players[player].elo - free.players[1].elo;
        EXPECT_NEAR(held.players[player].elo - 1320, difference, 3);
        EXPECT_LT(held.players[player].low, held.players[player].elo);
        EXPECT_GT(held.players[player].high, held.players[player].elo);
    }
    const auto two = rate(3, games, {.anchors = {1400, 1300, std::nullopt}});
    EXPECT_NEAR((two.players[0].elo + two.players[1].elo) / 2, 1350, 1e-6);
}

/// After four draws a difference of 100 Elo is as possible as none.
TEST(Ratings, OfFourDrawsAreUncertain) {
    const std::array games{Encounters{0, 1, 0, 2, 0}, Encounters{1, 0, 0, 2, 0}};
    const auto ratings = rate(2, games);
    const double reach = ratings.players[0].high - ratings.players[1].low;
    EXPECT_GT(reach, 100);
    EXPECT_LT(reach, 1000);
}

/// However many draws there are, near opponents score as Elo's formula says.
TEST(Ratings, MeanTheSameScoreWithDrawsAsWithout) {
    for (const double draws : {0.0, 100.0, 1000.0}) {
        const std::array games{Encounters{0, 1, 105, draws, 95}, Encounters{1, 0, 95, draws, 105}};
        const auto ratings = rate(2, games);
        const double score = (105 + draws / 2) / (200 + draws);
        EXPECT_NEAR(expected_score(ratings.players[0].elo - ratings.players[1].elo), score, 1e-3)
            << draws;
        EXPECT_NEAR(ratings.first_move->elo, 0, 1e-6);
        EXPECT_NEAR(ratings.draw_rate, draws / (200 + draws), 1e-3);
    }
}

TEST(Ratings, ThereAreAlsoForWhoWonEverything) {
    const std::array games{Encounters{0, 1, 50, 0, 0}, Encounters{1, 2, 50, 0, 0},
                           Encounters{0, 2, 50, 0, 0}};
    const auto ratings = rate(4, games, {.has_first_move = false});
    EXPECT_GT(ratings.players[0].elo, ratings.players[1].elo + 300);
    EXPECT_GT(ratings.players[1].elo, ratings.players[2].elo + 300);
    EXPECT_NEAR(ratings.players[3].elo, 0, 1e-6);  // who has not played is average, and unknown
    for (const Rating& rating : ratings.players) {
        EXPECT_TRUE(std::isfinite(rating.elo) && rating.error() > 100 && rating.error() < 3000);
    }
}

TEST(Ratings, ThereAreAlsoWhereEveryGameIsADraw) {
    const std::array games{Encounters{0, 1, 0, 500, 0}};
    const auto ratings = rate(2, games);
    EXPECT_NEAR(ratings.players[0].elo, 0, 1e-6);
    EXPECT_GT(ratings.draw_rate, 0.95);
}

/// Where nearly all is drawn the likelihood is far from a parabola.
TEST(Ratings, HaveFiniteIntervalsWhereNearlyAllIsDrawn) {
    for (const double won : {0.0, 1.0, 4.0, 5.0, 7.0}) {
        const std::array games{Encounters{0, 1, won, 50 - won, 0}, Encounters{1, 0, 0, 50, 0}};
        const auto ratings = rate(2, games);
        for (const Rating& rating : {ratings.players[0], ratings.players[1], *ratings.first_move}) {
            EXPECT_LE(rating.low, rating.elo) << won;
            EXPECT_GE(rating.high, rating.elo) << won;
            EXPECT_LT(rating.high - rating.low, 100) << won;
        }
    }
}

TEST(Ratings, OfNobodyAreNone) {
    EXPECT_TRUE(rate(0, {}).players.empty());
    EXPECT_NEAR(rate(1, {}).players[0].elo, 0, 1e-9);
}

/// Players of known strengths, as the model has them.
class Simulation {
public:
    static constexpr std::array<double, 8> elo{-310, -170, -90, -20, 30, 90, 170, 300};
    static constexpr double first_move = 35;
    static constexpr double draw_weight = 0.8;  // v
    static constexpr double stretch = 2 / (2 + draw_weight);

    /// The Elo of a difference between two of the numbers above, by the expected score.
    static double elo_of(double difference) {
        const double half = std::exp(difference / stretch / elo_per_unit / 2);
        return elo_per_unit * std::log((half + draw_weight / 2) / (1 / half + draw_weight / 2));
    }
    /// As a rating is defined: the average of the differences from all.
    static double rating_of(std::size_t player) {
        double sum = 0;
        for (const double other : elo) sum += elo_of(elo[player] - other);
        return sum / elo.size();
    }

    explicit Simulation(std::uint64_t seed) : random_(seed) {}

    /// As many games as make 2,000 in a round robin with both colours.
    std::vector<Encounters> tournament() {
        std::vector<Encounters> list;
        for (std::size_t first = 0; first < elo.size(); ++first) {
            for (std::size_t second = 0; second < elo.size(); ++second) {
                if (first != second) list.push_back({first, second});
            }
        }
        for (std::size_t game = 0; game < 2000; ++game) play(list[game % list.size()]);
        return list;
    }

private:
    void play(Encounters& encounters) {
        const auto strength = [](double rating) {
            return std::exp(rating / stretch / elo_per_unit);
        };
        const double win = strength(elo[encounters.first] + first_move);
        const double loss = strength(elo[encounters.second]);
        const double draw = draw_weight * std::sqrt(win * loss);
        const double pick = random_.below(1U << 30) / double(1U << 30) * (win + draw + loss);
        ++(pick < win          ? encounters.first_wins
           : pick < win + draw ? encounters.draws
                               : encounters.second_wins);
    }

    Random random_;
};

TEST(Ratings, OfTwoThousandGamesHoldTheTruthNineteenTimesOutOfTwenty) {
    constexpr int tournaments = 120;
    int players_held = 0;
    int first_move_held = 0;
    const auto holds = [](const Rating& rating, double truth) {
        return rating.low <= truth && truth <= rating.high;
    };
    for (int tournament = 0; tournament < tournaments; ++tournament) {
        Simulation simulation(players::mixed(2024, static_cast<std::uint64_t>(tournament)));
        const auto ratings = rate(Simulation::elo.size(), simulation.tournament());
        for (std::size_t player = 0; player < Simulation::elo.size(); ++player) {
            players_held += holds(ratings.players[player], Simulation::rating_of(player));
        }
        first_move_held += holds(*ratings.first_move, Simulation::elo_of(Simulation::first_move));
    }
    EXPECT_NEAR(players_held / double(tournaments * Simulation::elo.size()), 0.95, 0.02);
    EXPECT_NEAR(first_move_held / double(tournaments), 0.95, 0.05);
}

/// What happens in a game between two players, from the view of the first of them.
struct Chances {
    double win;
    double draw;
};

/// Davidson's, for a difference in Elo and the share of draws between equals.
Chances chances_of(double elo, double draws_between_equals) {
    const double weight = 2 * draws_between_equals / (1 - draws_between_equals);
    const double odds = std::exp(elo / elo_per_unit);  // of the score
    const double linear = weight / 2 * (odds - 1);
    const double strength = (linear + std::sqrt(linear * linear + 4 * odds)) / 2;
    const double all = strength + weight + 1 / strength;
    return {strength / all, weight / all};
}

double uniform(Random& random) { return random.below(1U << 30) / double(1U << 30); }

double normal(Random& random, double deviation) {
    const double length = std::sqrt(-2 * std::log(1 - uniform(random)));
    return deviation * length * std::cos(2 * std::numbers::pi * uniform(random));
}

/// Of two players, who change sides.
std::vector<Encounters> match(int games, const Chances& chances, Random& random) {
    std::vector<Encounters> list{{0, 1}, {1, 0}};
    for (int game = 0; game < games; ++game) {
        Encounters& each = list[static_cast<std::size_t>(game % 2)];
        const double pick = uniform(random);
        const bool wins = pick < chances.win;
        const bool draws = !wins && pick < chances.win + chances.draw;
        const bool is_first = each.first == 0;
        ++(draws ? each.draws : wins == is_first ? each.first_wins : each.second_wins);
    }
    return list;
}

struct Truth {
    double elo;
    Chances chances;
};

bool holds(const std::vector<Encounters>& match, double elo) {
    const Rating rating = rate(2, match).players[0];
    return 2 * rating.low <= elo && elo <= 2 * rating.high;
}

/// How many matches are simulated for each share.
int matches() {
    const char* const wanted = std::getenv("ARBITER_COVERAGE_MATCHES");
    return wanted != nullptr ? std::atoi(wanted) : 100;
}

/// In which share of matches the interval holds the true difference. `draw` gives one, with the chances
/// that go with it, for a share of draws.
template <class Draw>
double simulated(std::uint64_t seed, int games, double draws, Draw draw) {
    Random random(players::mixed(seed + static_cast<std::uint64_t>(games),
                                 static_cast<std::uint64_t>(draws * 100)));
    int held = 0;
    for (int i = 0; i < matches(); ++i) {
        const auto [elo, chances] = draw(draws, random);
        held += holds(match(games, chances, random), elo);
    }
    return held / double(matches());
}

/// The chance of this number of wins, draws and losses.
double chance_of(int wins, int draws, int losses, const Chances& chances) {
    const auto power = [](double share, int count) {
        return count == 0 ? 1 : std::pow(std::max(share, 0.0), count);
    };
    const double ways =
        std::exp(std::lgamma(wins + draws + losses + 1.0) - std::lgamma(wins + 1.0) -
                 std::lgamma(draws + 1.0) - std::lgamma(losses + 1.0));
    return ways * power(chances.win, wins) * power(chances.draw, draws) *
           power(1 - chances.win - chances.draw, losses);
}

/// The same from all results that there can be, for the average of these truths.
double enumerated(int games, const std::vector<Truth>& truths) {
    const int half = games / 2;
    double sum = 0;
    const auto each_half = [half](auto visit) {
        for (int wins = 0; wins <= half; ++wins) {
            for (int losses = 0; wins + losses <= half; ++losses)
                visit(wins, half - wins - losses, losses);
        }
    };
    each_half([&](int wins, int draws, int losses) {
        each_half([&](int more_wins, int more_draws, int more_losses) {
            const std::vector<Encounters> match{
                {0, 1, double(wins), double(draws), double(losses)},
                {1, 0, double(more_losses), double(more_draws), double(more_wins)}};
            const Rating rating = rate(2, match).players[0];
            for (const auto& [elo, chances] : truths) {
                if (2 * rating.low > elo || elo > 2 * rating.high) continue;
                sum += chance_of(wins, draws, losses, chances) *
                       chance_of(more_wins, more_draws, more_losses, chances);
            }
        });
    });
    return sum / static_cast<double>(truths.size());
}

/// `share` is that of a number of games and a share of draws. The rows that docs/arena.md has are
/// printed.
template <class Share>
void expect_coverage(Share share, double decided_min) {
    // Three standard errors of the simulation beside the two per cent.
    const double noise = 3 * std::sqrt(0.95 * 0.05 / matches());
    for (const int games : {4, 10, 100, 1000}) {
        std::cout << "| " << games;
        for (const double draws : {0.0, 0.3, 0.6, 0.9, 0.98}) {
            const double held = share(games, draws);
            std::cout << " | " << std::round(1000 * held) / 10;
            EXPECT_GE(held, 0.93 - noise) << games << " games, " << draws;
            if (games * (1 - draws) < decided_min) continue;
            EXPECT_LE(held, 0.97 + noise) << games << " games, " << draws;
        }
        std::cout << " |\n";
    }
}

/// As in many matches: how far the players are apart is different in each.
TEST(Ratings, IntervalsHoldWhereDifferencesVary) {
    const auto draw = [](double draws, Random& random) {
        const double elo = normal(random, 250);
        return Truth{elo, chances_of(elo, draws)};
    };
    expect_coverage([&](int games, double draws) { return simulated(2024, games, draws, draw); },
                    0);
}

/// A given share of games is drawn, and of the others one player wins up to four in five. Where 1.5 games
/// or fewer are not drawn, see `NoRuleMissesMoreOften`.
TEST(Ratings, IntervalsHoldAtAGivenShareOfDraws) {
    const auto truth = [](double draws, double lead) {
        const double score = 0.5 + lead * (1 - draws) / 2;
        return Truth{elo_per_unit * std::log(score / (1 - score)),
                     {(1 - draws) * (1 + lead) / 2, draws}};
    };
    const auto share = [&](int games, double draws) {
        constexpr double lead_max = 0.6;
        if (games > 10) {
            return simulated(4202, games, draws, [&](double, Random& random) {
                return truth(draws, lead_max * uniform(random));
            });
        }
        std::vector<Truth> truths;
        constexpr int leads = 30;
        for (int i = 0; i < leads; ++i)
            truths.push_back(truth(draws, lead_max * (i + 0.5) / leads));
        const double held = enumerated(games, truths);
        EXPECT_GE(held, 0.93) << games << " games, " << draws;
        return held;
    };
    expect_coverage(share, 1.5);
}

/// How often any rule can miss the truth in a match, if its intervals are ordered (a better result does
/// not lower an end) and it misses no pair of players more often than `limit`.
///
/// For a true score the results that miss it are a set above, closed under better results, and one
/// below, closed under worse ones. All such sets are tried. Whether the share of draws is the given one
/// or another that allows the same score, they must not be likelier than the limit.
class AnyRule {
public:
    struct Match {
        int games;
        double draws;
        int decided_max;  // results with more decided games are taken to miss
    };
    AnyRule(const Match& match, double limit) : match_(match), limit_(limit) {}

    /// The average over the leads of the test above.
    double misses() const {
        constexpr int leads = 12;
        double sum = 0;
        for (int i = 0; i < leads; ++i) sum += misses(0.6 * (i + 0.5) / leads);
        return sum / leads;
    }

private:
    /// The chance of some results: at the given share of draws, then at others.
    using Chance = std::vector<double>;

    double misses(double lead) const {
        const double decided = 1 - match_.draws;
        std::vector<double> shares{decided};
        for (const double factor : {0.5, 0.75, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 10.0}) {
            const double share = factor * decided;
            if (share <= 1 && share >= lead * decided) shares.push_back(share);
        }
        const auto above = sets(shares, lead * decided);
        const auto below = sets(shares, -lead * decided);
        double most = 0;
        for (const Chance& a : above) {
            for (const Chance& b : below) {
                if (a[0] + b[0] <= most) break;
                if (fits(a, b)) most = a[0] + b[0];
            }
        }
        double rest = 1;
        for (int wins = 0; wins <= match_.decided_max; ++wins) {
            for (int losses = 0; wins + losses <= match_.decided_max; ++losses)
                rest -= chance(wins, losses, decided, lead * decided);
        }
        return most + rest;
    }

    bool fits(const Chance& a, const Chance& b) const {
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (a[i] + b[i] > limit_) return false;
        }
        return true;
    }

    /// Of this many wins and losses, where a share of the games is decided and more wins than losses
    /// are expected by `lead` a game.
    double chance(int wins, int losses, double decided, double lead) const {
        return chance_of(wins, match_.games - wins - losses, losses,
                         {(decided + lead) / 2, 1 - decided});
    }

    /// The likeliest first.
    std::vector<Chance> sets(const std::vector<double>& shares, double lead) const {
        std::vector<Chance> all;
        grow(0, 0, Chance(shares.size()), shares, lead, all);
        std::ranges::sort(all, std::greater{}, [](const Chance& each) { return each[0]; });
        return all;
    }

    /// With this number of losses, a set has all results from some number of wins on, which is not lower than
    /// with fewer losses.
    void grow(int losses, int wins_least, Chance set, const std::vector<double>& shares,
              double lead, std::vector<Chance>& all) const {
        all.push_back(set);
        for (int wins = match_.decided_max - losses; wins >= wins_least; --wins) {
            for (std::size_t i = 0; i < shares.size(); ++i) {
                set[i] += chance(wins, losses, shares[i], lead);
                if (set[i] > limit_) return;
            }
            grow(losses + 1, wins, set, shares, lead, all);
        }
    }

    Match match_;
    double limit_;
};

/// The cells that are above 97 % in docs/arena.md.
TEST(Ratings, NoRuleMissesMoreOften) {
    EXPECT_NEAR(AnyRule({.games = 4, .draws = 0.9, .decided_max = 4}, 0.15).misses(), 0.008, 0.001);
    EXPECT_NEAR(AnyRule({.games = 4, .draws = 0.98, .decided_max = 4}, 0.15).misses(), 0.001,
                0.001);
    EXPECT_NEAR(AnyRule({.games = 10, .draws = 0.98, .decided_max = 4}, 0.15).misses(), 0.007,
                0.001);
    EXPECT_NEAR(AnyRule({.games = 10, .draws = 0.9, .decided_max = 5}, 0.1).misses(), 0.027, 0.001);
}

}  // namespace
}  // namespace arbiter::arena

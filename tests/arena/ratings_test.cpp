#include "arena/ratings.hpp"

#include <array>
#include <cmath>
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
    EXPECT_NEAR(ratings.first_move->error / quantile / elo_per_unit, 0.131, 0.0005);
}

/// Two players: the interval is that of the logarithm of the odds, 1 / wins + 1 / losses.
TEST(Ratings, OfTwoPlayersHaveTheTextbookInterval) {
    const std::array games{Encounters{0, 1, 60, 0, 40}};
    const auto ratings = rate(2, games, {.prior_elo = std::nullopt, .has_first_move = false});
    const double difference = elo_per_unit * std::log(60.0 / 40);
    EXPECT_NEAR(ratings.players[0].elo, difference / 2, 1e-6);
    EXPECT_NEAR(ratings.players[1].elo, -difference / 2, 1e-6);
    const double error = quantile * elo_per_unit * std::sqrt(1.0 / 60 + 1.0 / 40);
    EXPECT_NEAR(ratings.players[0].error, error / 2, 1e-6);
}

/// However many draws there are, near opponents score as Elo's formula says.
TEST(Ratings, MeanTheSameScoreWithDrawsAsWithout) {
    for (const double draws : {0.0, 100.0, 1000.0}) {
        const std::array games{Encounters{0, 1, 105, draws, 95}, Encounters{1, 0, 95, draws, 105}};
        const auto ratings = rate(2, games);
        const double score = (105 + draws / 2) / (200 + draws);
        EXPECT_NEAR(expected_score(ratings.players[0].elo - ratings.players[1].elo), score, 1e-4)
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
        EXPECT_TRUE(std::isfinite(rating.elo) && rating.error > 100 && rating.error < 3000);
    }
}

TEST(Ratings, ThereAreAlsoWhereEveryGameIsADraw) {
    const std::array games{Encounters{0, 1, 0, 500, 0}};
    const auto ratings = rate(2, games);
    EXPECT_NEAR(ratings.players[0].elo, 0, 1e-6);
    EXPECT_GT(ratings.draw_rate, 0.95);
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
    constexpr int tournaments = 500;
    int players_held = 0;
    int first_move_held = 0;
    const auto holds = [](const Rating& rating, double truth) {
        return std::abs(rating.elo - truth) <= rating.error;
    };
    for (int tournament = 0; tournament < tournaments; ++tournament) {
        Simulation simulation(players::mixed(2024, static_cast<std::uint64_t>(tournament)));
        const auto ratings = rate(Simulation::elo.size(), simulation.tournament());
        for (std::size_t player = 0; player < Simulation::elo.size(); ++player) {
            players_held += holds(ratings.players[player], Simulation::elo[player]);
        }
        first_move_held += holds(*ratings.first_move, Simulation::first_move);
    }
    // Five hundred times eight intervals of 95 %: a deviation of 0.35 % is usual.
    EXPECT_NEAR(players_held / double(tournaments * Simulation::elo.size()), 0.95, 0.012);
    EXPECT_NEAR(first_move_held / double(tournaments), 0.95, 0.03);
}

}  // namespace
}  // namespace arbiter::arena

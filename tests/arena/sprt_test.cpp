#include "arena/sprt.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/bots/bot.hpp"

namespace arbiter::arena {
namespace {

struct Published {
    PairCounts pairs;
    SprtTerms terms;
    double ratio;  ///< with two digits
};

void expect_ratio(const Published& example) {
    EXPECT_NEAR(log_likelihood_ratio(example.pairs, example.terms), example.ratio, 0.0051)
        << testing::PrintToString(example.pairs);
}

/// What Fishtest wrote to the pull requests of Stockfish that are named here, with the limits
/// (-2.94,2.94). Angle brackets there mean normalized Elo.
TEST(LogLikelihoodRatio, IsThatOfFishtestInNormalizedElo) {
    expect_ratio({{831, 31795, 68460, 32448, 834}, {.elo0 = 0, .elo1 = 2}, 2.93});       // 5712
    expect_ratio({{307, 54901, 140959, 56230, 281}, {.elo0 = 0.5, .elo1 = 2.5}, 2.95});  // 5712
    expect_ratio({{264, 5737, 31270, 5964, 269}, {.elo0 = -0.5, .elo1 = 2.5}, 2.97});    // 3514
    expect_ratio({{29, 2205, 35000, 2392, 34}, {.elo0 = 0.5, .elo1 = 3.5}, 2.94});       // 3514
    expect_ratio({{369, 12695, 27124, 12664, 332}, {.elo0 = 0, .elo1 = 2}, -2.94});
}

/// Braces mean logistic Elo.
TEST(LogLikelihoodRatio, IsThatOfFishtestInLogisticElo) {
    const auto logistic = [](double elo0, double elo1) {
        return SprtTerms{.elo0 = elo0, .elo1 = elo1, .kind = EloKind::logistic};
    };
    expect_ratio({{253, 4282, 17604, 4431, 286}, logistic(-0.25, 1.25), 2.94});  // 3209
    expect_ratio({{58, 3302, 33130, 3518, 84}, logistic(0.25, 1.25), 2.97});     // 3209
    expect_ratio({{491, 7345, 29693, 7670, 465}, logistic(-0.25, 1.25), 2.96});  // 3098
    expect_ratio({{53, 2220, 21459, 2445, 47}, logistic(0.25, 1.25), 2.97});     // 3098
}

TEST(LogLikelihoodRatio, IsNothingBeforeThereIsAGame) {
    EXPECT_NEAR(log_likelihood_ratio({}, {}), 0, 1e-3);
}

TEST(LogLikelihoodRatio, IsANumberHoweverOneSidedTheResultsAre) {
    for (const double elo : {0.5, 5.0, 50.0, 200.0}) {
        for (const EloKind kind : {EloKind::normalized, EloKind::logistic}) {
            const SprtTerms terms{.elo0 = -elo, .elo1 = elo, .kind = kind};
            EXPECT_GT(log_likelihood_ratio({0, 0, 0, 0, 1000}, terms), 2.8) << elo;
            EXPECT_LT(log_likelihood_ratio({1000, 0, 0, 0, 0}, terms), -2.8) << elo;
            EXPECT_NEAR(log_likelihood_ratio({0, 0, 1000, 0, 0}, terms), 0, 1e-6) << elo;
        }
    }
}

TEST(LogLikelihoodRatio, TurnsItsSignWithTheSides) {
    const PairCounts pairs{3, 20, 31, 25, 9};
    const PairCounts swapped{9, 25, 31, 20, 3};
    EXPECT_NEAR(log_likelihood_ratio(pairs, {.elo0 = -3, .elo1 = 3}),
                -log_likelihood_ratio(swapped, {.elo0 = -3, .elo1 = 3}), 1e-6);
}

TEST(SprtLimits, AreWalds) {
    const auto [lower, upper] = limits_of({});
    EXPECT_NEAR(lower, -2.94, 0.005);
    EXPECT_NEAR(upper, 2.94, 0.005);
    const auto [reject, accept] = limits_of({.alpha = 0.01, .beta = 0.2});
    EXPECT_NEAR(reject, std::log(0.2 / 0.99), 1e-9);
    EXPECT_NEAR(accept, std::log(0.8 / 0.01), 1e-9);
}

TEST(Sprt, StopsAtALimitAndStaysThere) {
    Sprt test({.elo0 = 0, .elo1 = 50});
    std::size_t pairs = 0;
    while (test.verdict() == SprtVerdict::open && pairs < 1000) {
        test.add(pairs % 4 == 0 ? 2 : 4);
        ++pairs;
    }
    EXPECT_EQ(test.verdict(), SprtVerdict::elo1);
    EXPECT_LT(pairs, 100);
    for (int i = 0; i < 200; ++i) test.add(0);
    EXPECT_LT(test.ratio(), 0);
    EXPECT_EQ(test.verdict(), SprtVerdict::elo1);
}

/// Of many matches between players who are equal, no more than about alpha accept that one is
/// better; where one is better, no more than about beta do not.
TEST(Sprt, ErrsAsOftenAsItMay) {
    struct Truth {
        std::array<std::uint32_t, 5> chances;  ///< in thousandths
        SprtVerdict right;
    };
    const SprtTerms terms{.elo0 = 0, .elo1 = 60};
    // The second's mean is 0.244 deviations above 1/2: 60 / 347.4 * sqrt(2).
    for (const Truth& truth : {Truth{{100, 200, 400, 200, 100}, SprtVerdict::elo0},
                               Truth{{59, 156, 395, 243, 147}, SprtVerdict::elo1}}) {
        int errors = 0;
        constexpr int matches = 200;
        for (int match = 0; match < matches; ++match) {
            Random random(players::mixed(7, static_cast<std::uint64_t>(match)));
            Sprt test(terms);
            while (test.verdict() == SprtVerdict::open) {
                std::uint32_t left = random.below(1000);
                std::size_t points = 0;
                while (left >= truth.chances[points]) left -= truth.chances[points++];
                test.add(points);
            }
            if (test.verdict() != truth.right) ++errors;
        }
        EXPECT_LT(errors, matches / 10);  // 5 % of 3,000 matches, measured once
        EXPECT_GT(errors, 0);
    }
}

}  // namespace
}  // namespace arbiter::arena

#include "referee/dice.hpp"

#include <array>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arbiter::referee {
namespace {

using ::testing::HasSubstr;

const std::string zeros(64, '0');

constexpr Chance two_dice{.dice = 2, .faces = 6};

Throw thrown(std::uint8_t first, std::uint8_t second) { return {first, second}; }

std::vector<Throw> rolls_of(const Seed& seed, const std::string& game, int count) {
    const CommittedDice dice(seed, game, two_dice);
    std::vector<Throw> rolls;
    for (int i = 1; i <= count; ++i) rolls.push_back(dice.derived(static_cast<std::uint64_t>(i)));
    return rolls;
}

/// How far counts are from all being equal.
template <class Counts>
double chi_square(const Counts& counts, double expected) {
    double sum = 0;
    for (const auto count : counts) {
        const double difference = static_cast<double>(count) - expected;
        sum += difference * difference / expected;
    }
    return sum;
}

TEST(Seed, IsReadAndWrittenInHexadecimal) {
    const auto seed = Seed::of_hex(zeros);
    ASSERT_TRUE(seed);
    EXPECT_EQ(seed->hex(), zeros);
    // SHA-256 of 32 zero bytes.
    EXPECT_EQ(seed->commitment(),
              "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    EXPECT_EQ(Seed::of_hex(std::string(64, 'A'))->hex(), std::string(64, 'a'));
    EXPECT_FALSE(Seed::of_hex(zeros + "0"));
    EXPECT_FALSE(Seed::of_hex(std::string(64, 'g')));
    EXPECT_FALSE(seed == Seed::of_hex(std::string(64, '1')));
}

TEST(CommittedDice, DependOnSeedGameAndNumberAlone) {
    const Seed seed = *Seed::of_hex(zeros);
    EXPECT_EQ(rolls_of(seed, "a", 50), rolls_of(seed, "a", 50));
    EXPECT_NE(rolls_of(seed, "a", 50), rolls_of(seed, "b", 50));
    EXPECT_NE(rolls_of(seed, "a", 50), rolls_of(Seed({1}), "a", 50));
}

/// The numbers are those of another implementation, ten lines around Python's hmac module.
TEST(CommittedDice, FollowTheRecipe) {
    const CommittedDice dice(*Seed::of_hex(zeros), "game", two_dice);
    EXPECT_EQ(dice.derived(1), thrown(4, 6));
    EXPECT_EQ(dice.derived(2), thrown(4, 3));
    EXPECT_EQ(dice.derived(3), thrown(2, 4));
}

TEST(CommittedDice, AreFairOverAMillionRolls) {
    const CommittedDice dice(*Seed::of_hex(std::string(64, '7')), "fairness", two_dice);
    constexpr int rolls = 1'000'000;
    std::array<int, 36> pairs{};
    std::array<int, 36> successions{};
    int last = 0;
    for (int i = 1; i <= rolls; ++i) {
        const Throw roll = dice.derived(static_cast<std::uint64_t>(i));
        const int first = roll[0] - 1;
        ++pairs[static_cast<std::size_t>(first * 6 + roll[1] - 1)];
        ++successions[static_cast<std::size_t>(last * 6 + first)];
        last = roll[1] - 1;
    }
    // 35 degrees of freedom: one in a million exceeds 88.
    EXPECT_LT(chi_square(pairs, rolls / 36.0), 88);
    EXPECT_LT(chi_square(successions, rolls / 36.0), 88);
    EXPECT_GT(chi_square(pairs, rolls / 36.0), 8) << "too even to be chance";
}

TEST(CommittedDice, MayBeOtherDice) {
    const CommittedDice dice(*Seed::of_hex(zeros), "game", {.dice = 3, .faces = 20});
    std::map<int, int> faces;
    for (std::uint64_t number = 1; number <= 1000; ++number) {
        const Throw roll = dice.derived(number);
        ASSERT_EQ(roll.size(), 3U);
        for (const int face : roll) ++faces[face];
    }
    EXPECT_EQ(faces.size(), 20U);
    EXPECT_EQ(faces.begin()->first, 1);
}

TEST(GivenDice, ComeInTheirOrderAndEnd) {
    const auto dice = given_dice("31 6-4", two_dice);
    ASSERT_NE(dice, nullptr);
    EXPECT_EQ(dice->roll(1), thrown(3, 1));
    EXPECT_EQ(dice->roll(2), thrown(6, 4));
    EXPECT_EQ(dice->roll(3), std::nullopt);
    EXPECT_EQ(given_dice("37", two_dice), nullptr);
    EXPECT_EQ(given_dice("3", two_dice), nullptr);
}

class Audit : public ::testing::Test {
protected:
    const Seed seed = *Seed::of_hex(std::string(64, '5'));
    std::vector<Throw> rolls = rolls_of(seed, "table 1", 30);

    std::vector<Discrepancy> discrepancies(const Seed& revealed) const {
        return audit({revealed, "table 1", two_dice}, seed.commitment(), rolls);
    }
};

TEST_F(Audit, FindsNothingInAnHonestGame) { EXPECT_TRUE(discrepancies(seed).empty()); }

TEST_F(Audit, FindsAChangedRoll) {
    rolls[9] = rolls[9] == thrown(6, 6) ? thrown(1, 1) : thrown(6, 6);
    const auto found = discrepancies(seed);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].number, 10U);
}

TEST_F(Audit, FindsAChangedSeed) {
    const auto found = discrepancies(*Seed::of_hex(zeros));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].number, 0U);
    EXPECT_THAT(found[0].sentence, HasSubstr("not the one that was promised"));
}

TEST_F(Audit, FindsARollThatWasLeftOut) {
    rolls.erase(rolls.begin() + 4);
    const auto found = discrepancies(seed);
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found[0].sentence, HasSubstr("left out"));
}

TEST_F(Audit, FindsAnotherGamesDice) {
    EXPECT_FALSE(audit({seed, "table 2", two_dice}, seed.commitment(), rolls).empty());
}

}  // namespace
}  // namespace arbiter::referee

#include <gtest/gtest.h>

#include "players/bots/built_in.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/table.hpp"

/// Up to a hundred games of each bot against a player who moves at random, with colours in turn.
namespace arbiter::test {
namespace {

struct Match {
    double points = 0;
    std::string error;
};

Match match(std::string_view game, const Options& options, std::uint64_t nodes, int games) {
    Match match;
    for (int i = 0; i < games && match.error.empty(); ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        const auto bot = players::built_in("bot", number);
        const auto random = players::built_in("random", number);
        const Color side = i % 2 == 0 ? Color::white : Color::black;
        PerColor<players::Player*> seats;
        seats[side] = bot.get();
        seats[opponent(side)] = random.get();
        const Played played = play({.game = game,
                                    .options = options,
                                    .dice_seed = number / 2,
                                    .budget = {.time = {}, .nodes = nodes}},
                                   seats);
        match.error = played.error;
        if (!played.game.outcome()) break;
        const Outcome outcome = *played.game.outcome();
        match.points += outcome.winner == side ? 1 : outcome.winner ? 0 : 0.5;
    }
    return match;
}

TEST(BotAgainstRandom, Chess) {
    const Match result = match("chess", {}, 300, 100);
    EXPECT_EQ(result.error, "");
    EXPECT_GE(result.points, 95);
}

TEST(BotAgainstRandom, Go) {
    const int games = campaign(20, 100);
    const Match result = match("go", {{"size", "9"}, {"rules", "chinese"}}, 200, games);
    EXPECT_EQ(result.error, "");
    EXPECT_GE(result.points, 0.95 * games);
}

TEST(BotAgainstRandom, GoByTerritory) {
    const int games = campaign(20, 40);
    const Match result = match("go", {{"size", "9"}, {"rules", "japanese"}}, 150, games);
    EXPECT_EQ(result.error, "");
    EXPECT_GE(result.points, 0.95 * games);
}

TEST(BotAgainstRandom, Backgammon) {
    const Match result = match("backgammon", {{"cube", "off"}}, 1'000, 100);
    EXPECT_EQ(result.error, "");
    EXPECT_GE(result.points, 95);
}

TEST(BotAgainstRandom, BackgammonMatches) {
    const Match result = match("backgammon", {{"match", "3"}}, 1'000, 100);
    EXPECT_EQ(result.error, "");
    EXPECT_GE(result.points, 95);
}

}  // namespace
}  // namespace arbiter::test

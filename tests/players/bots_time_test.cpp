#include <gtest/gtest.h>

#include "players/bots/thinking_time.hpp"

namespace arbiter::players {
namespace {

using referee::Clock;
using referee::Moment;
using referee::TimeControl;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::optional<milliseconds> time_with(const TimeControl& control, Budget budget = {}) {
    const AnyGame game = *AnyGame::create("chess").value;
    Clock clock(control);
    clock.start(Color::white, Moment{});
    return thinking_time({.game = game,
                          .seat = Color::white,
                          .actions = {},
                          .clock = &clock,
                          .now = Moment{},
                          .budget = budget,
                          .refusals = {}});
}

TEST(ThinkingTime, IsWhatTheBudgetSaysWithoutAClock) {
    const AnyGame game = *AnyGame::create("chess").value;
    const auto time = [&](Budget budget) {
        return thinking_time({.game = game,
                              .seat = Color::white,
                              .actions = {},
                              .now = {},
                              .budget = budget,
                              .refusals = {}});
    };
    EXPECT_EQ(time({}), std::nullopt);
    EXPECT_EQ(time({.time = seconds(2), .nodes = {}}), seconds(2));
    EXPECT_EQ(time_with(referee::Unlimited{}), std::nullopt);
    EXPECT_EQ(time_with(referee::Unlimited{}, {.time = seconds(2), .nodes = {}}), seconds(2));
}

TEST(ThinkingTime, IsTheShorterOfBudgetAndShare) {
    const referee::Fischer long_game{seconds(300), seconds(3)};
    EXPECT_EQ(time_with(long_game, {.time = milliseconds(50), .nodes = {}}), milliseconds(50));
    EXPECT_LT(*time_with(long_game, {.time = hours(1), .nodes = {}}), seconds(20));
}

/// Whatever the clock, a hundred moves in a row leave the flag standing.
TEST(ThinkingTime, NeverLetsTheFlagFall) {
    for (const TimeControl& control :
         {TimeControl(referee::Fischer{seconds(5), milliseconds(0)}),
          TimeControl(referee::Fischer{milliseconds(200), milliseconds(100)}),
          TimeControl(referee::Bronstein{seconds(3), milliseconds(500)}),
          TimeControl(referee::ByoYomi{seconds(2), seconds(1), 3}),
          TimeControl(referee::ByoYomi{seconds(0), milliseconds(300), 1}),
          TimeControl(referee::Canadian{seconds(1), seconds(10), 5}),
          TimeControl(referee::Correspondence{hours(24)})}) {
        const AnyGame game = *AnyGame::create("chess").value;
        Clock clock(control);
        Moment now{};
        for (int move = 0; move < 100; ++move) {
            clock.start(Color::white, now);
            const auto time = thinking_time({.game = game,
                                             .seat = Color::white,
                                             .actions = {},
                                             .clock = &clock,
                                             .now = now,
                                             .budget = {},
                                             .refusals = {}});
            ASSERT_TRUE(time);
            now += *time;
            ASSERT_LT(now, *clock.deadline()) << control.index() << " move " << move;
            clock.complete_turn(now);
        }
    }
}

TEST(ThinkingTime, SharesWhatIsLeft) {
    EXPECT_EQ(share_of({.main = milliseconds(0)}), milliseconds(1));
    EXPECT_LE(share_of({.main = seconds(10), .gained = hours(1)}), seconds(5));
    EXPECT_GT(share_of({.main = seconds(10), .gained = {}, .moves = 1}), seconds(7));
    EXPECT_LT(share_of({.main = seconds(10), .gained = {}, .moves = 1}), seconds(10));
}

}  // namespace
}  // namespace arbiter::players

#include "arena/schedule.hpp"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace arbiter::arena {
namespace {

using testing::ElementsAre;

using Couple = std::pair<std::size_t, std::size_t>;
Couple couple_of(const Meeting& meeting) { return std::minmax(meeting.first, meeting.second); }

std::map<Couple, int> couples_of(const Schedule& schedule) {
    std::map<Couple, int> counts;
    for (const Meeting& meeting : schedule.meetings()) ++counts[couple_of(meeting)];
    return counts;
}

TEST(Fixtures, SwapTheSidesWithinAMeeting) {
    const Schedule schedule({.format = Format::gauntlet, .players = 3, .rounds = 1});
    ASSERT_EQ(schedule.games(), 4);
    EXPECT_EQ(schedule.game(0), (Fixture{0, 0, {.white = 0, .black = 1}}));
    EXPECT_EQ(schedule.game(1), (Fixture{1, 0, {.white = 1, .black = 0}}));
    EXPECT_EQ(schedule.game(2), (Fixture{2, 0, {.white = 0, .black = 2}}));
    EXPECT_EQ(schedule.game(3), (Fixture{3, 0, {.white = 2, .black = 0}}));
    EXPECT_EQ(schedule.game(3).meeting(), 1);
}

TEST(RoundRobin, LetsEveryoneMeetEveryoneOnceARound) {
    for (std::size_t players = 2; players < 12; ++players) {
        const Schedule schedule({.format = Format::round_robin, .players = players, .rounds = 3});
        EXPECT_EQ(schedule.games(),
                  games_max({.format = Format::round_robin, .players = players, .rounds = 3}));
        const auto couples = couples_of(schedule);
        EXPECT_EQ(couples.size(), players * (players - 1) / 2);
        for (const auto& [couple, count] : couples) EXPECT_EQ(count, 3);
        EXPECT_TRUE(schedule.complete());
    }
}

TEST(RoundRobin, KeepsEveryoneBusy) {
    const Schedule schedule({.format = Format::round_robin, .players = 8, .rounds = 1});
    for (std::size_t begin = 0; begin < schedule.meetings().size(); begin += 4) {
        std::set<std::size_t> busy;
        for (const Meeting& meeting : schedule.meetings().subspan(begin, 4)) {
            busy.insert({meeting.first, meeting.second});
        }
        EXPECT_EQ(busy.size(), 8);
    }
}

TEST(Gauntlet, LetsTheFirstMeetAllOthers) {
    const Schedule schedule({.format = Format::gauntlet, .players = 4, .rounds = 2});
    EXPECT_THAT(schedule.meetings(),
                ElementsAre(Meeting{0, 0, 1}, Meeting{0, 0, 2}, Meeting{0, 0, 3}, Meeting{1, 0, 1},
                            Meeting{1, 0, 2}, Meeting{1, 0, 3}));
}

TEST(SprtMatch, GivesEachMeetingItsOwnRound) {
    const Schedule schedule({.format = Format::sprt, .players = 2, .rounds = 3});
    EXPECT_THAT(schedule.meetings(),
                ElementsAre(Meeting{0, 0, 1}, Meeting{1, 0, 1}, Meeting{2, 0, 1}));
}

TEST(Swiss, PairsThoseWhoDidAlike) {
    Schedule schedule({.format = Format::swiss, .players = 4, .rounds = 2});
    EXPECT_THAT(schedule.meetings(), ElementsAre(Meeting{0, 0, 1}, Meeting{0, 2, 3}));
    EXPECT_FALSE(schedule.complete());
    schedule.draw_round(std::vector{0.5, 2.0});  // 1 and 2 won
    EXPECT_THAT(schedule.meetings().subspan(2), ElementsAre(Meeting{1, 2, 1}, Meeting{1, 0, 3}));
    EXPECT_TRUE(schedule.complete());
}

TEST(Swiss, LetsTheLastWhoHasNotRestedRest) {
    Schedule schedule({.format = Format::swiss, .players = 3, .rounds = 3});
    EXPECT_THAT(schedule.meetings(), ElementsAre(Meeting{0, 0, 1}));
    schedule.draw_round(std::vector{1.5});  // 2 rested and leads
    EXPECT_THAT(schedule.meetings().subspan(1), ElementsAre(Meeting{1, 2, 0}));
    schedule.draw_round(std::vector{1.5, 1.0});
    EXPECT_THAT(schedule.meetings().subspan(2), ElementsAre(Meeting{2, 2, 1}));
}

TEST(Swiss, NobodyMeetsTwiceWhileThereIsAnotherWayAndNobodyIsLeftOut) {
    EXPECT_TRUE(rc::check([] {
        const auto players = *rc::gen::inRange<std::size_t>(2, 16);
        const auto rounds = *rc::gen::inRange<std::size_t>(1, 20);
        Schedule schedule({.format = Format::swiss, .players = players, .rounds = rounds});
        std::vector<double> points;
        while (!schedule.complete()) {
            while (points.size() < schedule.meetings().size()) {
                points.push_back(0.5 * *rc::gen::inRange(0, 5));
            }
            schedule.draw_round(points);
        }
        RC_ASSERT(schedule.games() ==
                  games_max({.format = Format::swiss, .players = players, .rounds = rounds}));
        std::map<std::size_t, std::set<std::size_t>> busy;
        for (const Meeting& meeting : schedule.meetings()) {
            RC_ASSERT(busy[meeting.round].insert(meeting.first).second);
            RC_ASSERT(busy[meeting.round].insert(meeting.second).second);
        }
        // With so few rounds there is always a way (a regular graph of degree below half has a
        // perfect matching in its complement).
        if (players % 2 == 1 || rounds > players / 2) return;
        for (const auto& [couple, count] : couples_of(schedule)) RC_ASSERT(count == 1);
    }));
}

TEST(Swiss, IsQuickAlsoWhereEveryoneHasMetEveryone) {
    Schedule schedule({.format = Format::swiss, .players = 20, .rounds = 30});
    std::vector<double> points;
    while (!schedule.complete()) {
        points.resize(schedule.meetings().size(), 1.0);
        schedule.draw_round(points);
    }
    EXPECT_EQ(schedule.meetings().size(), 30 * 10);
}

TEST(FormatNames, AreReadAsTheyAreWritten) {
    for (const Format format :
         {Format::round_robin, Format::gauntlet, Format::swiss, Format::sprt}) {
        EXPECT_EQ(format_named(to_string(format)), format);
    }
    EXPECT_EQ(format_named("knockout"), std::nullopt);
}

}  // namespace
}  // namespace arbiter::arena

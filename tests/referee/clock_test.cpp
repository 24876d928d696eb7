#include "referee/clock.hpp"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arbiter::referee {
namespace {

using namespace std::chrono_literals;
using enum Color;

constexpr Moment noon{Duration(1'794'830'400'000)};
constexpr Duration tick{1};

Clock started(const TimeControl& control, Color side = white) {
    Clock clock(control);
    clock.start(side, noon);
    return clock;
}

/// Lets a side think for so long and make its turn.
void take_turn(Clock& clock, Color side, Moment& now, Duration thought) {
    clock.start(side, now);
    now += thought;
    clock.complete_turn(now);
}

/// What white's clock shows after turns of these seconds, black's taking no time.
Clock::Face after_turns(const TimeControl& control,
                        const std::vector<std::chrono::seconds>& turns) {
    Clock clock(control);
    Moment now = noon;
    for (const auto thought : turns) {
        take_turn(clock, white, now, thought);
        take_turn(clock, black, now, 0s);
    }
    return clock.face(white, now);
}

/// Every control that has a flag, and when it falls if the first turn is never made.
struct Case {
    TimeControl control;
    Duration flag;
};
const Case cases[]{
    {Fischer{5min, 3s}, 5min},
    {Fischer{1ms, 0s}, 1ms},
    {Bronstein{5min, 3s}, 5min},
    {Bronstein{2s, 5s}, 2s},
    {ByoYomi{10min, 30s, 5}, 10min + 5 * 30s},
    {ByoYomi{0s, 30s, 1}, 30s},
    {Canadian{10min, 5min, 25}, 15min},
    {Canadian{0s, 5min, 25}, 5min},
    {Correspondence{std::chrono::days(3)}, std::chrono::days(3)},
};

TEST(Flag, FallsAtTheExactMillisecondAndNotOneBefore) {
    for (const auto& [control, flag] : cases) {
        const Clock clock = started(control);
        EXPECT_EQ(clock.deadline(), noon + flag) << control.index();
        EXPECT_EQ(clock.face(white, noon + flag - tick).left(control), tick) << control.index();
        EXPECT_EQ(clock.face(white, noon + flag).left(control), 0ms) << control.index();
        EXPECT_EQ(clock.face(white, noon + flag + 1h).left(control), 0ms) << control.index();
        EXPECT_EQ(clock.face(black, noon + flag).left(control), flag) << control.index();
    }
}

TEST(Flag, ATurnOneMillisecondBeforeCounts) {
    for (const auto& [control, flag] : cases) {
        Clock clock = started(control);
        clock.complete_turn(noon + flag - tick);
        EXPECT_EQ(clock.running(), std::nullopt);
        clock.start(white, noon + flag);
        EXPECT_GT(clock.deadline(), noon + flag) << control.index();
    }
}

TEST(Flag, ATurnAtTheDeadlineDoesNotBringItBack) {
    for (const auto& [control, flag] : cases) {
        for (const Duration late : {0ms, 1ms, 3'600'000ms}) {
            Clock clock = started(control);
            clock.complete_turn(noon + flag + late);
            EXPECT_EQ(clock.face(white, noon + flag + late).left(control), 0ms) << control.index();
            clock.start(white, noon + flag + late);
            EXPECT_EQ(clock.deadline(), noon + flag + late) << control.index();
            clock.complete_turn(noon + flag + late);
            EXPECT_EQ(clock.face(white, noon).left(control), 0ms) << control.index();
        }
    }
}

TEST(Flag, NeverFallsWithoutAClock) {
    Clock clock = started(Unlimited{});
    EXPECT_EQ(clock.deadline(), std::nullopt);
    clock.complete_turn(noon + std::chrono::years(100));
    clock.start(black, noon);
    EXPECT_EQ(clock.running(), black);
    EXPECT_EQ(clock.face(white, noon).left(clock.control()), std::nullopt);
    EXPECT_EQ(clock.face(white, noon), Clock::Face{});
}

TEST(FischerClock, AddsTheIncrementAfterEachTurnUsedOrNot) {
    EXPECT_EQ(after_turns(Fischer{60s, 3s}, {1s}).main, 62s);
    EXPECT_EQ(after_turns(Fischer{60s, 3s}, {1s, 0s, 10s}).main, 58s);
    EXPECT_EQ(after_turns(Fischer{60s, 0s}, {1s, 0s, 10s}).main, 49s);
    EXPECT_EQ(after_turns(Fischer{60s, 3s}, std::vector(500, 0s)).main, 60s + 500 * 3s);
}

TEST(BronsteinClock, GivesBackWhatWasUsedAndNoMoreThanTheDelay) {
    EXPECT_EQ(after_turns(Bronstein{60s, 5s}, {3s}).main, 60s);
    EXPECT_EQ(after_turns(Bronstein{60s, 5s}, {5s}).main, 60s);
    EXPECT_EQ(after_turns(Bronstein{60s, 5s}, {6s}).main, 59s);
    EXPECT_EQ(after_turns(Bronstein{60s, 5s}, {0s, 25s, 0s, 4s}).main, 40s);
    EXPECT_EQ(after_turns(Bronstein{60s, 5s}, std::vector(500, 5s)).main, 60s);
}

/// FIDE 6.3.2 lets the main time begin only after the fixed extra time.
TEST(BronsteinClock, IsTheDelayOfTheLawsIfTheBaseContainsOne) {
    Duration main = 60s;
    Clock clock(Bronstein{main + 5s, 5s});
    Moment now = noon;
    for (const Duration thought : {3s, 5s, 20s, 7s, 0s, 37s}) {
        clock.start(white, now);
        EXPECT_EQ(clock.deadline(), now + 5s + main);
        take_turn(clock, white, now, thought);
        main -= std::max(thought - 5s, Duration::zero());
        EXPECT_EQ(clock.face(white, now).main, main + 5s);
    }
}

TEST(BronsteinClock, CountsATurnThatWasInterruptedAsOne) {
    Clock clock = started(Bronstein{60s, 5s});
    clock.stop(noon + 2s);
    clock.start(white, noon + 1h);
    clock.complete_turn(noon + 1h + 2s);
    EXPECT_EQ(clock.face(white, noon + 1h + 2s).main, 60s);

    clock.start(white, noon + 2h);
    clock.stop(noon + 2h + 4s);
    clock.start(white, noon + 3h);
    clock.complete_turn(noon + 3h + 4s);
    EXPECT_EQ(clock.face(white, noon + 3h + 4s).main, 57s);
}

TEST(ByoYomiClock, FlowsFromTheBaseIntoThePeriodsWithinATurn) {
    const ByoYomi control{10s, 30s, 3};
    const Clock clock = started(control);
    using Face = Clock::Face;
    EXPECT_EQ(clock.face(white, noon), (Face{10s, 30s, 3}));
    EXPECT_EQ(clock.face(white, noon + 4s), (Face{6s, 30s, 3}));
    EXPECT_EQ(clock.face(white, noon + 10s), (Face{0s, 30s, 3}));
    EXPECT_EQ(clock.face(white, noon + 11s), (Face{0s, 29s, 3}));
    EXPECT_EQ(clock.face(white, noon + 40s - tick), (Face{0s, tick, 3}));
    EXPECT_EQ(clock.face(white, noon + 40s), (Face{0s, 30s, 2}));
    EXPECT_EQ(clock.face(white, noon + 75s), (Face{0s, 25s, 1}));
    EXPECT_EQ(clock.face(white, noon + 100s), (Face{0s, 0s, 0}));
}

TEST(ByoYomiClock, LeavesAPeriodWholeIfTheTurnIsMadeWithinIt) {
    using Face = Clock::Face;
    const ByoYomi control{10s, 30s, 3};
    EXPECT_EQ(after_turns(control, {4s}), (Face{6s, 30s, 3}));
    EXPECT_EQ(after_turns(control, {39s}), (Face{0s, 30s, 3}));
    EXPECT_EQ(after_turns(control, {40s}), (Face{0s, 30s, 2}));
    EXPECT_EQ(after_turns(control, {75s}), (Face{0s, 30s, 1}));
    EXPECT_EQ(after_turns(control, {75s, 29s, 29s, 29s}), (Face{0s, 30s, 1}));
    EXPECT_EQ(after_turns(control, std::vector(500, 29s)), (Face{0s, 30s, 3}));
    EXPECT_EQ(after_turns(control, {75s, 30s}), (Face{0s, 0s, 0}));
}

TEST(CanadianClock, AsksForSoManyTurnsInEachPeriod) {
    const Canadian control{10s, 60s, 3};
    const auto face = [](Duration main, Duration period, std::int32_t moves) {
        return Clock::Face{.main = main, .period = period, .moves_left = moves};
    };
    EXPECT_EQ(after_turns(control, {}), face(10s, 60s, 3));
    EXPECT_EQ(after_turns(control, {4s, 5s}), face(1s, 60s, 3));
    // The turn that uses up the base is the first of the period.
    EXPECT_EQ(after_turns(control, {4s, 6s}), face(0s, 60s, 2));
    EXPECT_EQ(after_turns(control, {30s}), face(0s, 40s, 2));
    EXPECT_EQ(after_turns(control, {30s, 20s}), face(0s, 20s, 1));
    EXPECT_EQ(after_turns(control, {30s, 20s, 19s}), face(0s, 60s, 3));
    EXPECT_EQ(after_turns(control, {30s, 20s, 20s}), face(0s, 0s, 1));
    EXPECT_EQ(after_turns(control, {30s, 20s, 19s, 59s}), face(0s, 1s, 2));
    EXPECT_EQ(after_turns({Canadian{0s, 60s, 3}}, std::vector(300, 19s)), face(0s, 60s, 3));
}

TEST(CorrespondenceClock, BeginsAnewWithEachTurn) {
    const Correspondence control{std::chrono::days(3)};
    EXPECT_EQ(after_turns(control, {std::chrono::hours(71)}).main, 72h);
    EXPECT_EQ(after_turns(control, std::vector<std::chrono::seconds>(100, 71h)).main, 72h);
    EXPECT_EQ(after_turns(control, {std::chrono::hours(72)}).main, 0h);
}

TEST(Stopping, UsesWhatWasUsedAndGrantsNothing) {
    for (const auto& [control, flag] : cases) {
        Clock clock = started(control);
        clock.stop(noon + flag / 2);
        EXPECT_EQ(clock.running(), std::nullopt);
        EXPECT_EQ(clock.deadline(), std::nullopt);
        const Moment later = noon + std::chrono::years(1);
        EXPECT_EQ(clock.face(white, later).left(control), flag - flag / 2) << control.index();
        clock.start(white, later);
        EXPECT_EQ(clock.deadline(), later + flag - flag / 2) << control.index();
    }
}

TEST(Stopping, ChangesNothingIfNothingRuns) {
    Clock clock(Fischer{60s, 3s});
    const Clock before = clock;
    clock.stop(noon);
    clock.complete_turn(noon);
    EXPECT_EQ(clock, before);
}

TEST(Starting, StopsTheOtherSide) {
    Clock clock = started(Fischer{60s, 3s});
    clock.start(black, noon + 10s);
    EXPECT_EQ(clock.running(), black);
    EXPECT_EQ(clock.face(white, noon + 20s).main, 50s);
    EXPECT_EQ(clock.face(black, noon + 20s).main, 50s);
}

TEST(Starting, ChangesNothingIfTheSideRunsAlready) {
    Clock clock = started(Fischer{60s, 3s});
    const Clock before = clock;
    clock.start(white, noon + 10s);
    EXPECT_EQ(clock, before);
}

TEST(TimeGoingBackwards, CountsAsNone) {
    for (const auto& [control, flag] : cases) {
        Clock clock = started(control);
        EXPECT_EQ(clock.face(white, noon - 1h).left(control), flag) << control.index();
        clock.stop(noon - 1h);
        EXPECT_EQ(clock.face(white, noon).left(control), flag) << control.index();
    }
}

}  // namespace
}  // namespace arbiter::referee

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "referee/clock.hpp"

/// The clocks against ones that tick millisecond by millisecond.

namespace arbiter::referee {
namespace {

using enum Color;

/// One side's clock as one would build it from wheels: it can tick and it can be pressed.
struct NaiveClock {
    TimeControl control;
    std::int64_t main = 0;
    std::int64_t period = 0;
    std::int32_t periods = 0;
    std::int32_t moves = 0;
    std::int64_t ticks_of_turn = 0;
    bool fallen = false;

    explicit NaiveClock(const TimeControl& given) : control(given) {
        if (const auto* fischer = std::get_if<Fischer>(&control)) main = fischer->base.count();
        if (const auto* delay = std::get_if<Bronstein>(&control)) main = delay->base.count();
        if (const auto* days = std::get_if<Correspondence>(&control)) main = days->per_move.count();
        if (const auto* byo_yomi = std::get_if<ByoYomi>(&control)) {
            main = byo_yomi->base.count();
            period = byo_yomi->period.count();
            periods = byo_yomi->periods;
        }
        if (const auto* canadian = std::get_if<Canadian>(&control)) {
            main = canadian->base.count();
            period = canadian->period.count();
            moves = canadian->moves;
        }
    }

    bool has_flag() const { return !std::holds_alternative<Unlimited>(control); }
    bool has_periods() const {
        return std::holds_alternative<ByoYomi>(control) ||
               std::holds_alternative<Canadian>(control);
    }

    void tick() {
        if (!has_flag() || fallen) return;
        ++ticks_of_turn;
        if (main > 0) {
            --main;
            fallen = main == 0 && !has_periods();
            return;
        }
        --period;
        if (period > 0) return;
        if (const auto* byo_yomi = std::get_if<ByoYomi>(&control)) {
            --periods;
            if (periods > 0) period = byo_yomi->period.count();
        }
        fallen = periods == 0;
    }

    void press() {
        if (fallen) return;
        if (const auto* fischer = std::get_if<Fischer>(&control)) {
            main += fischer->increment.count();
        }
        if (const auto* delay = std::get_if<Bronstein>(&control)) {
            for (std::int64_t i = 0; i < ticks_of_turn && i < delay->delay.count(); ++i) ++main;
        }
        if (const auto* byo_yomi = std::get_if<ByoYomi>(&control)) {
            period = byo_yomi->period.count();
        }
        if (const auto* days = std::get_if<Correspondence>(&control)) main = days->per_move.count();
        if (const auto* canadian = std::get_if<Canadian>(&control)) {
            if (main == 0) --moves;
            if (moves == 0) {
                moves = canadian->moves;
                period = canadian->period.count();
            }
        }
        ticks_of_turn = 0;
    }

    std::int64_t ticks_until_flag() const {
        NaiveClock copy = *this;
        std::int64_t ticks = 0;
        for (; !copy.fallen; ++ticks) copy.tick();
        return ticks;
    }

    Clock::Face face() const { return {Duration(main), Duration(period), periods, moves}; }
};

struct NaiveClocks {
    NaiveClock white_clock;
    NaiveClock black_clock;
    std::optional<Color> running;
    std::int64_t now = 0;

    explicit NaiveClocks(const TimeControl& control) : white_clock(control), black_clock(control) {}

    NaiveClock& of(Color side) { return side == white ? white_clock : black_clock; }
};

Duration any_time(int min) { return Duration(*rc::gen::inRange(min, 40)); }

TimeControl any_control(std::size_t kind) {
    const int count = *rc::gen::inRange(1, 5);
    switch (kind) {
        case 0: return Unlimited{};
        case 1: return Fischer{any_time(1), any_time(0)};
        case 2: return Bronstein{any_time(1), any_time(0)};
        case 3: return ByoYomi{any_time(0), any_time(1), count};
        case 4: return Canadian{any_time(0), any_time(1), count};
        default: return Correspondence{any_time(1)};
    }
}

void expect_same(const Clock& clock, NaiveClocks& naive) {
    const Moment now{Duration(naive.now)};
    RC_ASSERT(clock.running() == naive.running);
    for (const Color side : {white, black}) {
        RC_ASSERT(clock.face(side, now) == naive.of(side).face());
        if (naive.of(side).has_flag()) {
            const auto left = clock.face(side, now).left(clock.control());
            RC_ASSERT(left == Duration(naive.of(side).ticks_until_flag()));
        }
    }
    if (!naive.running || !naive.of(*naive.running).has_flag()) {
        RC_ASSERT(!clock.deadline());
    } else if (!naive.of(*naive.running).fallen) {
        RC_ASSERT(clock.deadline() == now + Duration(naive.of(*naive.running).ticks_until_flag()));
    } else {
        RC_ASSERT(clock.deadline() <= now);
    }
}

/// Does one thing with both, chosen at random; most often a turn is made and the other side begins.
void do_something(Clock& clock, NaiveClocks& naive) {
    const Moment now{Duration(naive.now)};
    const int choice = *rc::gen::inRange(0, 10);
    if (choice == 0) {
        clock.stop(now);
        naive.running.reset();
    } else if (choice <= 2) {
        const Color side = *rc::gen::element(white, black);
        clock.start(side, now);
        naive.running = side;
    } else if (naive.running) {
        const Color next = opponent(*naive.running);
        clock.complete_turn(now);
        naive.of(*naive.running).press();
        naive.running.reset();
        if (choice == 3) return;
        clock.start(next, now);
        naive.running = next;
    }
}

void wait(NaiveClocks& naive, int ticks) {
    for (int i = 0; i < ticks; ++i) {
        ++naive.now;
        if (naive.running) naive.of(*naive.running).tick();
    }
}

void compare(std::size_t kind) {
    const TimeControl control = any_control(kind);
    Clock clock(control);
    NaiveClocks naive(control);
    const auto waits = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 30));
    clock.start(white, Moment());
    naive.running = white;
    for (const int ticks : waits) {
        wait(naive, ticks);
        expect_same(clock, naive);
        do_something(clock, naive);
        expect_same(clock, naive);
    }
}

class AgainstTicking : public testing::TestWithParam<std::size_t> {};

TEST_P(AgainstTicking, SameFacesAndSameFlags) {
    EXPECT_TRUE(rc::check([] { compare(GetParam()); }));
}

INSTANTIATE_TEST_SUITE_P(EachControl, AgainstTicking,
                         testing::Range(std::size_t{0}, std::variant_size_v<TimeControl>));

}  // namespace
}  // namespace arbiter::referee

#include "platform/clock.hpp"

#include <atomic>
#include <future>

#include <gtest/gtest.h>

#include "platform/scheduler.hpp"

namespace arbiter::platform {
namespace {

using namespace std::chrono_literals;

/// A machine's clock that somebody sets.
class SetClock final : public Clock {
public:
    Moment now() const override { return Moment(1'800'000'000'000ms) + passed + set; }
    std::chrono::nanoseconds elapsed() const override { return passed; }
    std::chrono::milliseconds passed{0};
    std::chrono::milliseconds set{0};
};

TEST(AdjustedClock, GoesOnWhenTheOtherClockIsSet) {
    SetClock machine;
    AdjustedClock clock(machine);
    const Moment begin = machine.now();
    EXPECT_EQ(clock.now(), begin);
    machine.passed = 5s;
    machine.set = 1h;
    EXPECT_EQ(clock.now(), begin + 5s);
    EXPECT_EQ(clock.drift(), 1h);
    clock.adjust(-2s);
    EXPECT_EQ(clock.now(), begin + 3s);
    EXPECT_EQ(clock.unadjusted(), begin + 5s);
}

TEST(ThreadScheduler, WaitsByItsOwnClock) {
    AdjustedClock ahead(system_clock());
    ahead.adjust(1h);
    ThreadScheduler scheduler(ahead);
    std::promise<void> done;
    scheduler.at(ahead.now() + 20ms, [&] { done.set_value(); });
    EXPECT_EQ(done.get_future().wait_for(30s), std::future_status::ready)
        << "by the system's clock it is an hour too early";
}

}  // namespace
}  // namespace arbiter::platform

#include "simulation/simulation.hpp"

#include <gtest/gtest.h>

#include "simulation/clients.hpp"

namespace arbiter::simulation {
namespace {

TEST(Simulation, FindsNothing) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Report report = run(plan_of(seed));
        EXPECT_FALSE(report.finding) << "seed " << seed << ": " << report.finding->sentence;
        EXPECT_GT(report.acknowledgements, 0) << "seed " << seed;
    }
}

TEST(Simulation, TheSameSeedGivesTheSameTrace) {
    const Report once = run(plan_of(3), Tracing::lines);
    const Report again = run(plan_of(3), Tracing::lines);
    EXPECT_EQ(once.trace, again.trace);
    EXPECT_EQ(once.hash, again.hash);
    EXPECT_NE(once.hash, run(plan_of(4)).hash);
}

TEST(Draws, AreIndependentOfOneAnother) {
    Draws one(1, 1);
    Draws same(1, 1);
    Draws other(1, 2);
    int equal = 0;
    for (int i = 0; i < 100; ++i) {
        const auto drawn = one.below(1000);
        EXPECT_EQ(drawn, same.below(1000));
        equal += static_cast<int>(drawn == other.below(1000));
    }
    EXPECT_LT(equal, 5);
}

TEST(Loop, RunsTasksInTheOrderOfTheirMoments) {
    using namespace std::chrono_literals;
    Loop loop;
    std::string order;
    loop.after(2ms, [&] { order += 'c'; });
    loop.after(1ms, [&] { order += 'a'; });
    loop.after(1ms, [&] { order += 'b'; });
    loop.after(3ms, [&] { order += 'd'; });
    while (loop.step(2ms)) continue;
    EXPECT_EQ(order, "abc");
    EXPECT_EQ(loop.now(), 2ms);
}

}  // namespace
}  // namespace arbiter::simulation

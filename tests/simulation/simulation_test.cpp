#include "simulation/simulation.hpp"

#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "simulation/clients.hpp"

namespace arbiter::simulation {
namespace {

/// Seeds and the hashes of their traces, the same with every compiler: these tests are compiled with clang, and
/// simulate.test.mjs looks at what g++ made of all of them. A hash may change with the server, never with the
/// compiler.
std::map<std::uint64_t, std::uint64_t> kept_traces() {
    std::ifstream file(ARBITER_SOURCE_DIR "/tests/simulation/traces.txt");
    std::map<std::uint64_t, std::uint64_t> traces;
    std::uint64_t seed = 0;
    std::uint64_t hash = 0;
    while (file >> std::dec >> seed >> std::hex >> hash) traces[seed] = hash;
    return traces;
}

TEST(Simulation, GivesTheSameTraceWithEveryCompiler) {
    const auto traces = kept_traces();
    ASSERT_EQ(traces.size(), 13U);
    // Under sanitizers a seed takes a second: these are short, and have files, databases and all games.
    for (const std::uint64_t seed : {2U, 5U, 7U, 10U}) {
        const Report report = run(plan_of(seed));
        EXPECT_FALSE(report.finding) << "seed " << seed << ": " << report.finding->sentence;
        EXPECT_GT(report.acknowledgements, 0) << "seed " << seed;
        EXPECT_EQ(report.hash, traces.at(seed)) << "seed " << seed;
    }
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

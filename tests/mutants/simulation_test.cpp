#include "simulation/simulation.hpp"

#include <cstdlib>
#include <iostream>

#include <gtest/gtest.h>

#include "server/http/assets.hpp"
#include "tests/mutants/mutant.hpp"

// What is built into the program is no part of the simulation.
namespace arbiter::server {
std::optional<std::string_view> asset(std::string_view) { return "{}"; }
}  // namespace arbiter::server

namespace arbiter::simulation {
namespace {

struct Mutant {
    std::string_view name;
    std::uint64_t seeds;  ///< among which it is found
};

constexpr Mutant mutants[] = {
#include "mutated/names.inc"
};

class Mutants : public ::testing::TestWithParam<Mutant> {
protected:
    void TearDown() override { mutants::current = {}; }
};

TEST_P(Mutants, IsFound) {
    mutants::current = GetParam().name;
    for (std::uint64_t seed = 1; seed <= GetParam().seeds; ++seed) {
        const auto found = run(plan_of(seed)).finding;
        if (!found) continue;
        std::cout << GetParam().name << ": seed " << seed << ", " << found->promise << ": "
                  << found->sentence << "\n";
        return;
    }
    ADD_FAILURE() << GetParam().name << " is not found by " << GetParam().seeds << " seeds";
}

INSTANTIATE_TEST_SUITE_P(Simulation, Mutants, ::testing::ValuesIn(mutants));

TEST(MutantsTest, WithoutAMistakeNothingIsFound) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto found = run(plan_of(seed)).finding;
        EXPECT_FALSE(found) << "seed " << seed << ": " << found->sentence;
    }
}

}  // namespace
}  // namespace arbiter::simulation

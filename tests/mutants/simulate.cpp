// Runs simulations until one finds something: `mutants_simulate FIRST_SEED SEEDS`. Prints how many it took and what
// was found; the exit code is 1 then, and 0 if nothing was found.

#include <cstdlib>
#include <iostream>

#include "simulation/simulation.hpp"

int main(int count, char** arguments) {
    if (count != 3) return 2;
    const std::uint64_t first = std::strtoull(arguments[1], nullptr, 10);
    const std::uint64_t seeds = std::strtoull(arguments[2], nullptr, 10);
    for (std::uint64_t i = 0; i < seeds; ++i) {
        const auto found =
            arbiter::simulation::run(arbiter::simulation::plan_of(first + i)).finding;
        if (!found) continue;
        std::cout << i + 1 << " " << found->promise << ": " << found->sentence << "\n";
        return 1;
    }
    return 0;
}

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulation/checker.hpp"
#include "simulation/plan.hpp"

/// Runs servers, their database and their clients in virtual time, breaks whatever can break, and checks
/// what each client was told. Everything follows from a seed:
///
///     const Report report = run(plan_of(7));
namespace arbiter::simulation {

struct Report {
    std::uint64_t hash = 0;  ///< of everything that happened
    std::optional<Finding> finding;
    Span time{};  ///< that passed in the simulation
    std::uint64_t steps = 0;
    std::uint64_t changes = 0;
    std::uint64_t acknowledgements = 0;
    std::vector<std::string> trace;  ///< if it was wanted
};

enum class Tracing : std::uint8_t { hash, lines };
Report run(const Plan& plan, Tracing tracing = Tracing::hash);

/// The same finding with as few faults, tables, watchers and machines as possible. `report` is that of
/// the plan.
Plan shrunk(Plan plan, const Report& report);

}  // namespace arbiter::simulation

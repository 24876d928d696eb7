#include "simulation/plan.hpp"

#include <algorithm>
#include <array>

#include "core/games/any_game.hpp"

namespace arbiter::simulation {

namespace {

using namespace std::chrono_literals;

/// Parts of the seed: those of tables, machines and faults begin elsewhere.
constexpr std::uint64_t plan_part = 1;

constexpr std::array<std::string_view, 6> clocks{
    "null",
    R"({"kind":"fischer","base_ms":20000,"increment_ms":1000})",
    R"({"kind":"fischer","base_ms":6000,"increment_ms":0})",
    R"({"kind":"bronstein","base_ms":15000,"delay_ms":1500})",
    R"({"kind":"byo_yomi","base_ms":5000,"period_ms":3000,"periods":3})",
    R"({"kind":"correspondence","per_move_ms":8000})"};

Sitter sitter(Draws& draws) {
    if (draws.chance(25)) return Sitter::bot;
    return draws.chance(20) ? Sitter::twins : Sitter::person;
}

TablePlan table(std::uint32_t number, std::uint32_t watchers_max, Draws& draws) {
    const auto all = games();
    TablePlan plan{.number = number,
                   .game = std::string(draws.one_of(all).name),
                   .clock = std::string(draws.one_of(clocks)),
                   .white = sitter(draws),
                   .black = Sitter::person,
                   .is_private = draws.chance(20),
                   .has_repeat_keys = draws.chance(60),
                   .watchers = {}};
    // Two bots would play on for ever.
    if (plan.white != Sitter::bot) plan.black = sitter(draws);
    const std::uint32_t watchers = draws.below(watchers_max + 1);
    for (std::uint32_t i = 0; i < watchers; ++i) {
        const bool is_slow = draws.chance(15);
        plan.watchers.push_back(
            {draws.chance(50) ? Channel::event_stream : Channel::websocket, is_slow});
    }
    return plan;
}

FaultKind kind_of(bool is_shared, Draws& draws) {
    while (true) {
        const auto kind = static_cast<FaultKind>(draws.below(fault_kinds));
        if (kind != FaultKind::deaf || is_shared) return kind;
    }
}

FaultPlan fault(std::uint32_t number, const Plan& plan, Draws& draws) {
    FaultPlan fault{.number = number,
                    .kind = kind_of(plan.is_shared, draws),
                    .from = draws.between(1s, plan.faults_end - 1s),
                    .until = {},
                    .machine = draws.below(static_cast<std::uint32_t>(plan.machines.size())),
                    .jump_ms = 0};
    const bool is_long = fault.kind == FaultKind::pause && draws.chance(20);
    const Span until = fault.from + draws.between(50ms, is_long ? Span(120s) : Span(8s));
    fault.until = is_long ? until : std::min(plan.faults_end, until);
    fault.jump_ms = static_cast<std::int64_t>(draws.below(60'000)) - 30'000;
    return fault;
}

}  // namespace

std::string_view to_string(FaultKind kind) {
    static constexpr std::array<std::string_view, fault_kinds> names{
        "crash", "pause",   "clock_jump", "cut",  "deaf",
        "away",  "commits", "slow",       "full", "network"};
    return names[static_cast<std::size_t>(kind)];
}

/// Most are small, so that many can be run; one in twenty has hundreds of clients.
Plan plan_of(std::uint64_t seed) {
    Draws draws(seed, plan_part);
    Plan plan;
    plan.seed = seed;
    plan.is_shared = draws.chance(75);
    const bool is_large = draws.chance(5);
    const std::uint32_t machines = plan.is_shared ? 1 + draws.below(5) : 1;
    for (std::uint32_t i = 0; i < machines; ++i) {
        const auto skew_ms = static_cast<std::int64_t>(draws.below(10'000)) - 5'000;
        const auto drift_ppm = static_cast<std::int64_t>(draws.below(400)) - 200;
        // Where there is one clock alone, nothing says that it is wrong.
        plan.machines.push_back(plan.is_shared ? MachinePlan{skew_ms, drift_ppm} : MachinePlan{});
    }
    const std::uint32_t tables = is_large ? 20 + draws.below(20) : 1 + draws.below(4);
    for (std::uint32_t i = 0; i < tables; ++i) {
        plan.tables.push_back(table(i, is_large ? 12 : 4, draws));
    }
    plan.faults_end = draws.between(15s, 45s);
    const std::uint32_t faults = draws.below(10);
    for (std::uint32_t i = 0; i < faults; ++i) plan.faults.push_back(fault(i, plan, draws));
    for (const FaultPlan& each : plan.faults) {
        // A pause of minutes ends after all the others.
        plan.faults_end = std::max(plan.faults_end, each.until);
    }
    plan.play_end = plan.faults_end + 20s;
    plan.end = plan.play_end + 25s;
    return plan;
}

}  // namespace arbiter::simulation

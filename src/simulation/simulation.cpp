#include "simulation/simulation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simulation/clients.hpp"

namespace arbiter::simulation {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t database_part = 2;
constexpr std::uint64_t network_part = 3;
/// Within this time after the last change every watcher has heard of it.
constexpr Span hearing_max = 15s;

/// All of one simulation.
class World {
public:
    World(const Plan& plan, Tracing tracing)
        : plan_(plan),
          trace_(loop_, tracing == Tracing::lines),
          checker_(loop_, trace_, receipt_key_->public_key()),
          database_({loop_, trace_, plan.is_shared,
                     [this](const store::Change& change) {
                         checker_.committed(change, database_.now_ms());
                     }},
                    Draws(plan.seed, database_part)),
          network_({loop_, checker_, machines_, plan.faults_end}, Draws(plan.seed, network_part)),
          around_{loop_, trace_, checker_, network_, plan.seed, plan.faults_end} {}

    Report run();

private:
    void plan_fault(const FaultPlan& fault);
    void begin(const FaultPlan& fault);
    void end(const FaultPlan& fault);
    void check_queues();
    void check_end();
    void check_table(const Table& table);

    const Plan& plan_;
    std::shared_ptr<const platform::SigningKey> receipt_key_ =
        std::make_shared<const platform::SigningKey>(platform::SigningKey::generate());
    Loop loop_;
    Trace trace_;
    Checker checker_;
    Database database_;
    Network network_;
    std::vector<std::unique_ptr<Machine>> machines_;
    Surroundings around_;
    std::vector<std::unique_ptr<Table>> tables_;
};

Report World::run() {
    for (const MachinePlan& machine : plan_.machines) {
        machines_.push_back(std::make_unique<Machine>(
            Machine::Parts{loop_, trace_, database_, receipt_key_},
            static_cast<std::uint32_t>(machines_.size()), machine, plan_.seed));
        machines_.back()->start();
    }
    for (const TablePlan& table : plan_.tables) {
        tables_.push_back(std::make_unique<Table>(around_, table));
        tables_.back()->begin();
    }
    for (const FaultPlan& fault : plan_.faults) plan_fault(fault);
    loop_.after(plan_.play_end, [this] { around_.is_over = true; });
    for (Span at = plan_.faults_end; at < plan_.play_end; at += 1s) {
        loop_.after(at, [this] { checker_.expect_bots(plan_.faults_end); });
    }
    Report report;
    while (!checker_.finding() && loop_.step(plan_.end)) {
        ++report.steps;
        check_queues();
    }
    if (!checker_.finding()) check_end();
    report.hash = trace_.hash();
    report.finding = checker_.finding();
    report.time = loop_.now();
    report.changes = checker_.changes();
    report.acknowledgements = checker_.acknowledgements();
    report.trace = trace_.take_lines();
    return report;
}

void World::plan_fault(const FaultPlan& fault) {
    loop_.after(fault.from, [this, fault] { begin(fault); });
    loop_.after(fault.until, [this, fault] { end(fault); });
}

void World::begin(const FaultPlan& fault) {
    trace_.line("fault", fmt::format("{} {} begins", to_string(fault.kind), fault.number));
    Machine& machine = *machines_[fault.machine];
    switch (fault.kind) {
        case FaultKind::crash: return machine.crash();
        case FaultKind::pause: return machine.pause();
        case FaultKind::clock_jump: return machine.jump(fault.jump_ms);
        case FaultKind::cut: return machine.cut_connections();
        case FaultKind::deaf: return machine.deafen();
        case FaultKind::away: ++database_.trouble.away; return;
        case FaultKind::commits: ++database_.trouble.commits; return;
        case FaultKind::slow: ++database_.trouble.slow; return;
        case FaultKind::full: ++database_.trouble.full; return;
        case FaultKind::network: ++network_.trouble; return;
    }
}

void World::end(const FaultPlan& fault) {
    trace_.line("fault", fmt::format("{} {} ends", to_string(fault.kind), fault.number));
    Machine& machine = *machines_[fault.machine];
    switch (fault.kind) {
        case FaultKind::crash: return machine.start();
        case FaultKind::pause: return machine.go_on();
        case FaultKind::clock_jump:
        case FaultKind::cut: return;
        case FaultKind::deaf: return machine.listen_again();
        case FaultKind::away: --database_.trouble.away; return;
        case FaultKind::commits: --database_.trouble.commits; return;
        case FaultKind::slow: --database_.trouble.slow; return;
        case FaultKind::full: --database_.trouble.full; return;
        case FaultKind::network: --network_.trouble; return;
    }
}

/// A process plans a few tasks of its own, and a few for each game and each client.
void World::check_queues() {
    std::size_t clients = 0;
    for (const TablePlan& table : plan_.tables) clients += 6 + table.watchers.size();
    for (const auto& machine : machines_) {
        checker_.queue(machine->name(), machine->planned(), 50 + 10 * clients);
    }
}

void World::check_end() {
    checker_.at_end(database_);
    for (const auto& table : tables_) check_table(*table);
}

void World::check_table(const Table& table) {
    const std::string& game = table.game();
    checker_.require(!game.empty(), "progress",
                     fmt::format("table {} never got its game", table.plan().number));
    if (game.empty()) return;
    checker_.require(checker_.is_over(game) || checker_.last_change(game) > plan_.faults_end,
                     "progress", fmt::format("game {} does not go on", game));
    const std::uint64_t least = checker_.version_at(game, loop_.now() - hearing_max);
    for (const auto& onlooker : table.onlookers()) {
        checker_.require(onlooker->version() >= least, "live",
                         fmt::format("{} is at version {} of game {}, which has been at {}",
                                     onlooker->name(), onlooker->version(), game, least));
    }
    for (const auto& player : table.players()) {
        checker_.require(!player->is_waiting(), "answered",
                         fmt::format("a player of game {} still waits for an answer", game));
    }
}

/// Whether a smaller plan still fails in the same way.
bool still_fails(const Plan& plan, const Finding& finding) {
    const auto found = run(plan).finding;
    return found && found->promise == finding.promise;
}

/// Leaves out one element after another, from the end, as long as it fails without.
template <class Part>
void leave_out(Plan& plan, std::vector<Part>& (*parts)(Plan&), const Finding& finding) {
    for (std::size_t i = parts(plan).size(); i-- > 0;) {
        Plan smaller = plan;
        auto& list = parts(smaller);
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        if (still_fails(smaller, finding)) plan = std::move(smaller);
    }
}

}  // namespace

Report run(const Plan& plan, Tracing tracing) { return World(plan, tracing).run(); }

Plan shrunk(Plan plan, const Report& report) {
    const Finding& finding = *report.finding;
    std::size_t parts = 0;
    while (std::exchange(parts, plan.tables.size() + plan.faults.size()) !=
           plan.tables.size() + plan.faults.size()) {
        leave_out<TablePlan>(plan, [](Plan& each) -> auto& { return each.tables; }, finding);
        leave_out<FaultPlan>(plan, [](Plan& each) -> auto& { return each.faults; }, finding);
    }
    for (std::size_t i = 0; i < plan.tables.size(); ++i) {
        Plan smaller = plan;
        smaller.tables[i].watchers.clear();
        if (still_fails(smaller, finding)) plan = std::move(smaller);
    }
    return plan;
}

}  // namespace arbiter::simulation

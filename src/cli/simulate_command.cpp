#include <cerrno>
#include <chrono>
#include <fstream>

#include <fmt/format.h>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/opened_store.hpp"
#include "cli/sink.hpp"
#include "simulation/history.hpp"
#include "simulation/simulation.hpp"

namespace arbiter::cli {

namespace {

using simulation::Plan;
using simulation::Report;
using simulation::Tracing;

double seconds(simulation::Span span) { return std::chrono::duration<double>(span).count(); }

std::string in_words(const Plan& plan) {
    std::size_t watchers = 0;
    for (const auto& table : plan.tables) watchers += table.watchers.size();
    return fmt::format("{} at a {}, {}, {}, {}", counted(plan.machines.size(), "server"),
                       plan.is_shared ? "database" : "file", counted(plan.tables.size(), "game"),
                       counted(watchers, "watcher"), counted(plan.faults.size(), "fault"));
}

class Simulate {
public:
    void add_to(CLI::App& command) {
        command.add_option("--seed", seed_, "The first seed")->type_name("N");
        command.add_option("--seeds", seeds_, "How many seeds, one after another")
            ->check(CLI::Range(1, 100'000'000))
            ->type_name("K");
        command.add_flag("--trace", trace_, "Print everything that happens");
        auto* judged =
            command.add_option("--judge", history_, "Judge what clients were told instead")
                ->type_name("HISTORY");
        command.add_option("--store", store_, "Where the games of the history are kept")
            ->type_name("STORE")
            ->needs(judged);
    }

    void run(const Console& console) const {
        if (!history_.empty()) return judge(console);
        const auto begun = std::chrono::steady_clock::now();
        simulation::Span simulated{};
        std::uint64_t hash = 0;
        Sink sink;
        for (std::uint64_t seed = seed_; seed < seed_ + seeds_; ++seed) {
            const Plan plan = simulation::plan_of(seed);
            const Report report = simulation::run(plan, trace_ ? Tracing::lines : Tracing::hash);
            for (const std::string& line : report.trace) sink.write_line(line);
            if (report.finding) fail(plan, report);
            simulated += report.time;
            hash = hash * 0x100000001b3 ^ report.hash;
            if (seeds_ == 1) sink.write_line(about_one(plan, report, console));
        }
        if (seeds_ > 1) sink.write_line(about_all(hash, simulated, console));
        sink.close();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
        if (!console.json) {
            tell(fmt::format("{:.1f} virtual hours in {:.1f} s\n", seconds(simulated) / 3600,
                             took.count()));
        }
    }

private:
    void judge(const Console& console) const {
        if (store_.empty()) throw usage_error("--judge needs --store");
        std::ifstream file(history_);
        if (!file) throw system_error("read " + history_, errno);
        const auto store = opened_store(store_);
        const auto judgement = simulation::judge(file, *store);
        if (!judgement) {
            throw CommandError(
                {.kind = "invalid_input", .code = "bad_history", .sentence = judgement.error()});
        }
        const auto& [operations, games, finding] = *judgement;
        if (finding) {
            throw CommandError(
                {.kind = "system",
                 .code = "promise_broken",
                 .sentence = fmt::format("{}: {}", finding->promise, finding->sentence)});
        }
        Sink sink;
        if (console.json) {
            JsonWriter out;
            out.object([&] {
                out.member("operations", operations);
                out.member("games", games);
            });
            sink.write_line(out.text());
        } else {
            sink.write_line(fmt::format("{} in {}, no finding", counted(operations, "operation"),
                                        counted(games, "game")));
        }
        sink.close();
    }

    static std::string about_one(const Plan& plan, const Report& report, const Console& console) {
        if (!console.json) {
            return fmt::format(
                "Seed {}: {}\n{} steps in {:.1f} virtual seconds: {} acknowledged, {} stored\n"
                "Trace {:016x}, no finding",
                plan.seed, in_words(plan), report.steps, seconds(report.time),
                counted(report.acknowledgements, "change"), counted(report.changes, "change"),
                report.hash);
        }
        JsonWriter out;
        out.object([&] {
            out.member("seed", plan.seed);
            out.member("steps", report.steps);
            out.member("virtual_ms", report.time.count() / 1000);
            out.member("acknowledged", report.acknowledgements);
            out.member("stored", report.changes);
            out.member("trace", fmt::format("{:016x}", report.hash));
        });
        return out.take();
    }

    std::string about_all(std::uint64_t hash, simulation::Span simulated,
                          const Console& console) const {
        if (!console.json) {
            return fmt::format("{} from {} on, no finding\nTrace {:016x}", counted(seeds_, "seed"),
                               seed_, hash);
        }
        JsonWriter out;
        out.object([&] {
            out.member("seed", seed_);
            out.member("seeds", seeds_);
            out.member("virtual_ms", simulated.count() / 1000);
            out.member("trace", fmt::format("{:016x}", hash));
        });
        return out.take();
    }

    /// Tells the shortest story that ends in the same way.
    [[noreturn]] static void fail(const Plan& plan, const Report& report) {
        tell(fmt::format("Seed {}: {}\nLooking for a smaller case ...\n", plan.seed,
                         in_words(plan)));
        const Plan smaller = simulation::shrunk(plan, report);
        const Report shown = simulation::run(smaller, Tracing::lines);
        tell(fmt::format("Left: {}\n", in_words(smaller)));
        for (const std::string& line : shown.trace) tell(line + "\n");
        throw CommandError(
            {.kind = "system",
             .code = "promise_broken",
             .sentence = fmt::format("seed {}: {}: {}", plan.seed, report.finding->promise,
                                     report.finding->sentence)});
    }

    std::uint64_t seed_ = 1;
    std::uint64_t seeds_ = 1;
    bool trace_ = false;
    std::string history_;
    std::string store_;
};

}  // namespace

void add_simulate_command(CLI::App& program, const Console& console) {
    add_command<Simulate>(program, console,
                          {"simulate", "Run servers in virtual time, break everything, check them",
                           "All of it follows from the seed: the same seed gives the same bytes.\n"
                           "\n"
                           "Examples:\n"
                           "  arbiter simulate --seed 7\n"
                           "  arbiter simulate --seed 7 --trace\n"
                           "  arbiter simulate --seeds 10000\n"
                           "  arbiter simulate --judge history.jsonl --store games.db"});
}

}  // namespace arbiter::cli

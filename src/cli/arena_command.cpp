#include <filesystem>

#include <fmt/format.h>

#include "arena/output.hpp"
#include "arena/runner.hpp"
#include "arena/toml.hpp"
#include "arena/verify.hpp"
#include "cli/arena_flags.hpp"
#include "cli/arena_progress.hpp"
#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/sink.hpp"
#include "platform/files.hpp"

namespace arbiter::cli {

namespace {

constexpr std::size_t terms_bytes_max = std::size_t{1} << 20;
constexpr auto state_pause = std::chrono::seconds(1);  // between two results.json

CommandError arena_error(const store::StoreError& error) {
    return CommandError({.kind = "system", .code = "arena_error", .sentence = error.sentence});
}

/// Plays to the end, or until it is interrupted, and reports the progress.
class Session {
public:
    Session(arena::Terms terms, const Console& console, ArenaProgress::Loudness loudness)
        : tournament_(std::move(terms)), console_(console), progress_(console, loudness) {}

    /// Where results.json and live.json are kept up to date; empty: nowhere.
    void keep_state_in(std::filesystem::path folder) { folder_ = std::move(folder); }

    arena::Results play(arena::Ledger& ledger, const arena::RunOptions& options) {
        const Faults faults = arena::try_players(tournament_.terms(), options);
        if (faults.fatal()) {
            const Fault& fault = *faults.begin();
            throw CommandError(
                {.kind = "system", .code = std::string(fault.code), .sentence = fault.sentence});
        }
        report_warnings("arena", faults, console_);
        const Interrupt interrupt;
        std::stop_source stop;
        const auto done = arena::run(tournament_, ledger, options, stop.get_token(),
                                     [&](const auto& tournament, const auto& live) {
                                         if (Interrupt::has_come()) stop.request_stop();
                                         progress_.show(tournament);
                                         keep_state(live);
                                     });
        progress_.finish();
        if (!done) throw arena_error(done.error());
        return results_of(tournament_,
                          tournament_.is_over() ? arena::Stage::over : arena::Stage::stopped);
    }

private:
    /// If the live files cannot be written, play goes on.
    void keep_state(const arena::LiveGames& live) {
        if (folder_.empty() || !pace_.is_due(state_pause)) return;
        const Pace::Work work(pace_);
        static_cast<void>(write_live(folder_, tournament_, live));
        if (tournament_.finished() == kept_) return;
        kept_ = tournament_.finished();
        static_cast<void>(write_state(folder_, results_of(tournament_, arena::Stage::running)));
    }

    arena::Tournament tournament_;
    const Console& console_;
    ArenaProgress progress_;
    std::filesystem::path folder_;
    std::size_t kept_ = SIZE_MAX;
    Pace pace_;
};

ArenaProgress::Loudness loudness(bool quiet) {
    return quiet ? ArenaProgress::Loudness::quiet : ArenaProgress::Loudness::usual;
}

void add_lease(CLI::App& command, std::int64_t& lease_ms) {
    command
        .add_option("--lease-ms", lease_ms,
                    "Replay a worker's game after this time without a sign of life")
        ->check(whole_number(100, 86'400'000))
        ->capture_default_str()
        ->type_name("MS");
}

void tell_results(const arena::Results& results, const std::filesystem::path& folder,
                  const Console& console) {
    if (console.json) {
        print(to_json(results));
    } else {
        print(fmt::format("{}, {}\n\n{}", results.tournament.terms().name, games_text(results),
                          to_text(results)));
        tell(fmt::format("The report is {}\n", (folder / "report.html").string()));
    }
    if (results.stage == arena::Stage::over) return;
    tell("Stopped before the end: the same command goes on from here\n");
    throw AlreadyReported();
}

/// Writes the files and tells the results.
void finish(const arena::OutputPlace& place, const arena::Results& results, arena::Ledger& ledger,
            const Console& console) {
    if (const auto written = write_all(place, results, ledger); !written) {
        throw arena_error(written.error());
    }
    tell_results(results, place.folder, console);
}

/// The folder for transcripts; empty if there are to be none. Default: if a player is a model.
std::filesystem::path transcripts_for(const arena::Setup& setup,
                                      const std::filesystem::path& folder) {
    const bool has_models =
        std::ranges::any_of(setup.terms.players, [](const players::PlayerTerms& player) {
            const auto* const kind = players::kind_of(player);
            return kind != nullptr && kind->is_model;
        });
    if (!setup.run.transcripts.value_or(has_models)) return {};
    const auto transcripts = folder / "transcripts";
    std::error_code problem;
    std::filesystem::create_directories(transcripts, problem);
    if (problem) throw system_error("make the folder " + transcripts.string(), problem.value());
    return transcripts;
}

struct Arena {
    CLI::App* command = nullptr;
    std::string file;
    TermFlags flags;
    bool quiet = false;
    std::int64_t lease_ms = 30'000;

    void add_to(CLI::App& app) {
        command = &app;
        app.add_option("FILE", file, "The terms of the tournament, in TOML; see docs/arena.md")
            ->type_name("FILE");
        flags.add_to(app);
        add_lease(app, lease_ms);
        app.add_flag("-q,--quiet", quiet, "Print only the final result");
    }

    void run(const Console& console) {
        if (!command->get_subcommands().empty()) return;
        const arena::Setup setup = read();
        const std::filesystem::path folder = output_folder(setup.run);
        std::error_code problem;
        std::filesystem::create_directories(folder, problem);
        if (problem) throw system_error("make the folder " + folder.string(), problem.value());
        const arena::RunOptions options{.concurrency = setup.run.concurrency,
                                        .transcripts = transcripts_for(setup, folder),
                                        .preflight = setup.run.preflight};
        const auto ledger = open_ledger(setup, folder);
        Session session(setup.terms, console, loudness(quiet));
        session.keep_state_in(folder);
        const arena::Results results = session.play(*ledger, options);
        arena::OutputPlace place = arena::place_in(folder);
        if (!setup.run.store.empty()) place.journal.clear();
        finish(place, results, *ledger, console);
    }

private:
    arena::Setup read() {
        std::optional<arena::Toml> toml;
        if (!file.empty()) toml = read_toml();
        if (file.empty() && !flags.tell_who_plays()) {
            throw usage_error("a tournament needs --game and two or more --player, or a FILE",
                              "`arbiter arena --help` tells how it is used");
        }
        Json document = toml ? toml->json() : Json{Json::Object{}};
        flags.put_into(document);
        auto setup = arena::read_setup(document, std::filesystem::path(file).parent_path());
        if (setup) return std::move(*setup);
        if (toml) throw invalid_input(file, toml->in_text(setup.faults));
        const Fault& first = *setup.faults.begin();
        throw usage_error(first.sentence, "`arbiter arena --help` tells how it is used");
    }

    arena::Toml read_toml() const {
        const auto text = platform::read_file(file, terms_bytes_max);
        if (!text) {
            throw CommandError(
                {.kind = "system", .code = "system", .sentence = text.error().sentence});
        }
        auto toml = arena::Toml::read(*text);
        if (!toml) throw invalid_input(file, toml.faults);
        return std::move(*toml);
    }

    std::filesystem::path output_folder(const arena::RunTerms& run) const {
        if (!run.output.empty()) return run.output;
        if (file.empty()) return "arena";
        return std::filesystem::path(file).replace_extension(".arena");
    }

    std::unique_ptr<arena::Ledger> open_ledger(const arena::Setup& setup,
                                               const std::filesystem::path& folder) const {
        auto ledger = setup.run.store.empty()
                          ? open_journal(folder / "journal.jsonl", setup.terms)
                          : open_shared({.address = setup.run.store,
                                         .tournament = setup.terms.name,
                                         .lease = std::chrono::milliseconds(lease_ms),
                                         .copy = folder / "settled.jsonl"},
                                        setup.terms);
        if (!ledger) throw arena_error(ledger.error());
        return std::move(*ledger);
    }
};

struct ArenaWorker {
    std::string store;
    std::string tournament;
    std::size_t concurrency = 1;
    std::int64_t lease_ms = 30'000;
    bool quiet = false;

    void add_to(CLI::App& command) {
        command.add_option("--store", store, "postgresql://USER@HOST/DATABASE")
            ->type_name("STORE")
            ->required();
        command.add_option("--tournament", tournament, "Its name; default: the newest")
            ->type_name("NAME");
        command.add_option("-j,--concurrency", concurrency, "How many games are played at once")
            ->check(whole_number(1, 1024))
            ->capture_default_str()
            ->type_name("N");
        add_lease(command, lease_ms);
        command.add_flag("-q,--quiet", quiet, "Print only the final result");
    }

    void run(const Console& console) {
        const arena::Terms terms = found_terms();
        auto ledger = open_shared({.address = store,
                                   .tournament = terms.name,
                                   .lease = std::chrono::milliseconds(lease_ms),
                                   .copy = {}},
                                  terms);
        if (!ledger) throw arena_error(ledger.error());
        Session session(terms, console, loudness(quiet));
        const arena::Results results = session.play(**ledger, {.concurrency = concurrency});
        if (console.json) return print(to_json(results));
        print(fmt::format("{}, {}", terms.name, games_text(results)));
        if (results.stage != arena::Stage::over) throw AlreadyReported();
    }

private:
    arena::Terms found_terms() const {
        const auto found = arena::find_shared(store, tournament);
        if (!found) throw arena_error(found.error());
        if (!*found) {
            throw CommandError({.kind = "invalid_input",
                                .code = "no_such_tournament",
                                .sentence = "there is no such tournament in the store",
                                .hint = "`arbiter arena FILE --store STORE` makes it"});
        }
        const auto document = read_json((*found)->terms);
        auto setup = document ? arena::read_setup(*document, ".") : Reading<arena::Setup>{};
        if (!setup) throw invalid_input("the store", setup.faults);
        return std::move(setup->terms);
    }
};

/// The folder of a tournament that was played before.
struct PlayedArena {
    std::string folder;

    void add_to(CLI::App& command) {
        command.add_option("FOLDER", folder, "The folder of a tournament")
            ->type_name("FOLDER")
            ->required();
    }
    std::filesystem::path journal() const {
        return std::filesystem::path(folder) / "journal.jsonl";
    }

    arena::Setup setup() const {
        const auto line = arena::terms_in_journal(journal());
        if (!line) throw arena_error(line.error());
        const auto document = read_json(*line);
        auto setup = document ? arena::read_setup(*document, folder) : Reading<arena::Setup>{};
        if (!setup) throw invalid_input(journal().string(), setup.faults);
        return std::move(*setup);
    }
};

struct ArenaReplay {
    PlayedArena played;
    bool is_void = false;
    std::size_t concurrency = 1;
    bool quiet = false;
    bool no_preflight = false;

    void add_to(CLI::App& command) {
        played.add_to(command);
        command.add_flag("--voided", is_void, "Play the games again that failures made void")
            ->required();
        command.add_option("-j,--concurrency", concurrency, "How many games are played at once")
            ->check(whole_number(1, 1024))
            ->capture_default_str()
            ->type_name("N");
        command.add_flag("--no-preflight", no_preflight,
                         "Ask no model for a word before the first game");
        command.add_flag("-q,--quiet", quiet, "Print only the final result");
    }

    void run(const Console& console) const {
        const arena::Setup setup = played.setup();
        if (setup.terms.schedule.format == arena::Format::swiss) {
            throw usage_error("later rounds of a Swiss tournament follow from its void games");
        }
        auto ledger = open_journal(played.journal(), setup.terms, arena::Open::unplayed_and_void);
        if (!ledger) throw arena_error(ledger.error());
        Session session(setup.terms, console, loudness(quiet));
        session.keep_state_in(played.folder);
        const arena::Results results =
            session.play(**ledger, {.concurrency = concurrency,
                                    .transcripts = transcripts_for(setup, played.folder),
                                    .preflight = !no_preflight});
        finish(arena::place_in(played.folder), results, **ledger, console);
    }
};

struct ArenaVerify {
    PlayedArena played;

    void add_to(CLI::App& command) { played.add_to(command); }

    void run(const Console& console) const {
        const auto found = arena::verify(played.folder);
        if (!found) throw arena_error(found.error());
        const auto& [games, differences] = *found;
        if (console.json) {
            print(in_json(*found));
        } else if (differences.empty()) {
            print(fmt::format("{} replayed, every file computed again: all agrees",
                              counted(games, "game")));
        }
        if (differences.empty()) return;
        for (const std::string& difference : differences) tell(difference + "\n");
        throw AlreadyReported();
    }

private:
    static std::string in_json(const arena::Verification& found) {
        JsonWriter out;
        out.object([&] {
            out.member("games", found.games);
            out.key("differences");
            out.array([&] {
                for (const std::string& difference : found.differences) out.value(difference);
            });
        });
        return out.take();
    }
};

}  // namespace

void add_arena_command(CLI::App& program, const Console& console) {
    add_command<Arena>(
        program, console,
        {"arena", "Run a tournament, and rate the players",
         "Each meeting is two games with the sides swapped. What was played stays in\n"
         "the folder: the same command goes on where it stopped.\n"
         "\n"
         "Examples:\n"
         "  arbiter arena --game chess --player bot:3 --player bot:1 --rounds 10\n"
         "  arbiter arena tournament.toml --concurrency 4\n"
         "  arbiter arena tournament.toml --store postgresql://arbiter@localhost/arena\n"
         "  arbiter arena worker --store postgresql://arbiter@localhost/arena\n"
         "  arbiter arena verify tournament.arena"});
    CLI::App& arena = *program.get_subcommand("arena");
    arena.require_subcommand(0, 1);
    add_command<ArenaReplay>(arena, console,
                             {"replay", "Play void games of a tournament again",
                              "The newer result counts.\n"
                              "\n"
                              "Example:\n"
                              "  arbiter arena replay tournament.arena --voided"});
    add_command<ArenaVerify>(arena, console,
                             {"verify", "Replay a tournament and compute its results again",
                              "Every game must be legal, begin with its opening, have the dice of\n"
                              "its seed and end as reported; every file must be what the journal\n"
                              "gives.\n"
                              "\n"
                              "Example:\n"
                              "  arbiter arena verify tournament.arena"});
    add_command<ArenaWorker>(
        arena, console,
        {"worker", "Play games of a tournament that is in PostgreSQL",
         "Example:\n"
         "  arbiter arena worker --store postgresql://arbiter@localhost/arena"});
}

}  // namespace arbiter::cli

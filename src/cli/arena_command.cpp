#include <atomic>
#include <charconv>
#include <csignal>
#include <filesystem>

#include <fmt/format.h>

#include "arena/output.hpp"
#include "arena/runner.hpp"
#include "arena/toml.hpp"
#include "cli/arena_progress.hpp"
#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "platform/files.hpp"

namespace arbiter::cli {

namespace {

constexpr std::size_t terms_bytes_max = std::size_t{1} << 20;
constexpr auto state_pause = std::chrono::seconds(1);  // between two results.json

CommandError arena_error(const store::StoreError& error) {
    return CommandError({.kind = "system", .code = "arena_trouble", .sentence = error.sentence});
}

/// SIGINT and SIGTERM end the arena after its games have been given back; a second one ends it at
/// once.
class Interrupt {
public:
    Interrupt() {
        for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, note);
    }
    static bool has_come() { return come.load(); }

private:
    static void note(int signal) {
        come = true;
        std::signal(signal, SIG_DFL);
    }
    static inline std::atomic<bool> come = false;
    static_assert(std::atomic<bool>::is_always_lock_free);
};

/// "10+0.1": seconds for the game and for each move, as chess players write it.
CLI::Validator clock_text() {
    return CLI::Validator(
        [](std::string& text) {
            double base = 0;
            double increment = 0;
            const char* const end = text.data() + text.size();
            auto [stop, fault] = std::from_chars(text.data(), end, base);
            if (fault == std::errc() && stop != end && *stop == '+') {
                std::tie(stop, fault) = [&] {
                    const auto result = std::from_chars(stop + 1, end, increment);
                    return std::tuple(result.ptr, result.ec);
                }();
            }
            if (fault != std::errc() || stop != end) return std::string("must be SECONDS+SECONDS");
            text = fmt::format(R"({{"kind":"fischer","base_ms":{:.0f},"increment_ms":{:.0f}}})",
                               base * 1000, increment * 1000);
            return std::string();
        },
        "");
}

/// The flags, as members of the terms: they override those of the file.
class TermFlags {
public:
    void add_to(CLI::App& command) {
        const auto text = [&](const char* flag, const char* key, const std::string& meaning) {
            return command.add_option_function<std::string>(
                flag, [this, key](const std::string& value) { set(key, Json{value}); }, meaning);
        };
        const auto number = [&](const char* flag, const char* key, const char* meaning) {
            command
                .add_option_function<std::int64_t>(
                    flag, [this, key](std::int64_t value) { set(key, Json{value}); }, meaning)
                ->check(whole_number(0, INT64_MAX))
                ->type_name("N");
        };
        text("--name", "name", "Name of the tournament")->type_name("NAME");
        text("--game", "game", fmt::format("{}", fmt::join(game_names(), ", ")))->type_name("GAME");
        command.add_option("--player", players_, "A player, such as bot:3; give two or more")
            ->type_name("PLAYER")
            ->type_size(1)
            ->expected(1)
            ->take_all();
        command.add_option("--set", settings_, "A rule of the game, such as size=9")
            ->type_name("NAME=VALUE")
            ->type_size(1)
            ->expected(1)
            ->take_all();
        text("--format", "format", "round-robin, gauntlet, swiss or sprt")->type_name("FORMAT");
        number("--rounds", "rounds", "How often everyone meets; two games each time");
        command.add_option("--openings", openings_, "PGN, SGF, EPD or FEN to begin from")
            ->type_name("FILE");
        command.add_option("--clock", clock_, "Seconds for a game and for each move: 10+0.1")
            ->transform(clock_text())
            ->type_name("BASE+INCREMENT");
        number("--move-time-ms", "move_time_ms", "How long a player may think about a move");
        number("--nodes", "nodes", "How many positions a player may look at for a move");
        number("--chances", "chances", "How many answers are looked at in a turn");
        text("--last-resort", "last_resort", "After the last chance: forfeit or random")
            ->type_name("WORD");
        number("--moves-max", "moves_max", "Draw after N moves");
        command
            .add_option("--resign-score", resign_score_,
                        "Adjudicate a loss after three reports this far behind")
            ->type_name("SCORE");
        command
            .add_option("--draw-score", draw_score_,
                        "A draw if both keep saying that it is so even, after 40 moves")
            ->type_name("SCORE");
        command.add_option("--elo0", elo0_, "For sprt: hypothesis that the gain is at most this")
            ->type_name("ELO");
        command.add_option("--elo1", elo1_, "For sprt: accepted if it is better than this")
            ->type_name("ELO");
        number("--seed", "seed", "Random seed");
        number("-j,--concurrency", "concurrency", "How many games are played at once");
        text("-o,--output", "output", "The folder for journal, results and games")
            ->type_name("FOLDER");
        text("--store", "store", "Share the work: postgresql://USER@HOST/DATABASE")
            ->type_name("STORE");
        command.add_flag_callback(
            "--transcripts", [this] { set("transcripts", Json{true}); },
            "Write down every exchange with a player");
    }

    bool tell_who_plays() const {
        const auto game = std::ranges::find(members_, "game", &Json::Member::key);
        return game != members_.end() && !players_.empty();
    }

    void put_into(Json& document) {
        if (!players_.empty()) {
            Json::Array list;
            for (const std::string& player : players_) list.push_back(Json{player});
            set("players", Json{std::move(list)});
        }
        if (!settings_.empty()) set("options", options());
        if (!openings_.empty()) {
            const auto file = std::filesystem::absolute(openings_).string();
            set("openings", Json{Json::Object{{"file", Json{file}}}});
        }
        if (!clock_.empty()) set("clock", *read_json(clock_).value);
        for (const auto& [key, score] :
             {std::pair("resign", resign_score_), std::pair("draw", draw_score_)}) {
            if (score) set(key, Json{Json::Object{{"score", Json{*score}}}});
        }
        if (elo0_ || elo1_) {
            Json::Object test;
            if (elo0_) test.push_back({"elo0", Json{*elo0_}});
            if (elo1_) test.push_back({"elo1", Json{*elo1_}});
            set("sprt", Json{std::move(test)});
        }
        auto& object = std::get<Json::Object>(document.value);
        for (auto& [key, value] : members_) {
            std::erase_if(object, [&](const Json::Member& member) { return member.key == key; });
            object.push_back({key, std::move(value)});
        }
    }

private:
    void set(std::string key, Json value) {
        members_.push_back({std::move(key), std::move(value)});
    }

    Json options() const {
        Json::Object object;
        for (const std::string& setting : settings_) {
            const auto equals = setting.find('=');
            if (equals == setting.npos || equals == 0) {
                throw usage_error(fmt::format("--set {}: must be NAME=VALUE", setting));
            }
            object.push_back({setting.substr(0, equals), Json{setting.substr(equals + 1)}});
        }
        return Json{std::move(object)};
    }

    Json::Object members_;
    std::vector<std::string> players_;
    std::vector<std::string> settings_;
    std::string openings_;
    std::string clock_;
    std::optional<std::int64_t> resign_score_;
    std::optional<std::int64_t> draw_score_;
    std::optional<double> elo0_;
    std::optional<double> elo1_;
};

/// Plays to the end, or until it is interrupted, and reports the progress.
class Session {
public:
    Session(arena::Terms terms, const Console& console, ArenaProgress::Loudness loudness)
        : tournament_(std::move(terms)), progress_(console, loudness) {}

    /// Where results.json and live.json are kept up to date; empty: nowhere.
    void keep_state_in(std::filesystem::path folder) { folder_ = std::move(folder); }

    arena::Results play(arena::Ledger& ledger, const arena::RunOptions& options) {
        if (auto fault = arena::try_players(tournament_.terms(), options)) {
            throw CommandError(
                {.kind = "system", .code = std::string(fault->code), .sentence = fault->sentence});
        }
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
                    "After so long without a sign of life a worker's game is played again")
        ->check(whole_number(100, 86'400'000))
        ->capture_default_str()
        ->type_name("MS");
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
        app.add_flag("-q,--quiet", quiet, "Tell nothing before the end");
    }

    void run(const Console& console) {
        if (!command->get_subcommands().empty()) return;
        const arena::Setup setup = read();
        const std::filesystem::path folder = output_folder(setup.run);
        std::error_code problem;
        std::filesystem::create_directories(folder, problem);
        if (problem) throw system_error("make the folder " + folder.string(), problem.value());
        arena::RunOptions options{.concurrency = setup.run.concurrency};
        if (setup.run.transcripts) {
            options.transcripts = folder / "transcripts";
            std::filesystem::create_directories(options.transcripts, problem);
        }
        const auto ledger = open_ledger(setup, folder);
        Session session(setup.terms, console, loudness(quiet));
        session.keep_state_in(folder);
        const arena::Results results = session.play(*ledger, options);
        if (const auto written = write_all(folder, results, *ledger); !written) {
            throw arena_error(written.error());
        }
        tell_results(results, folder, console);
    }

private:
    std::string name() const { return file.empty() ? "the command line" : file; }

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
                                         .lease = std::chrono::milliseconds(lease_ms)},
                                        setup.terms);
        if (!ledger) throw arena_error(ledger.error());
        return std::move(*ledger);
    }

    static void tell_results(const arena::Results& results, const std::filesystem::path& folder,
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
        command.add_flag("-q,--quiet", quiet, "Tell nothing before the end");
    }

    void run(const Console& console) {
        const arena::Terms terms = found_terms();
        auto ledger = open_shared({.address = store,
                                   .tournament = terms.name,
                                   .lease = std::chrono::milliseconds(lease_ms)},
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

}  // namespace

void add_arena_command(CLI::App& program, const Console& console) {
    add_command<Arena>(
        program, console,
        {"arena", "Let players play each other, and rate them",
         "Each meeting is two games with the sides swapped. What was played stays in\n"
         "the folder: the same command goes on where it stopped.\n"
         "\n"
         "Examples:\n"
         "  arbiter arena --game chess --player bot:3 --player bot:1 --rounds 10\n"
         "  arbiter arena tournament.toml --concurrency 4\n"
         "  arbiter arena tournament.toml --store postgresql://arbiter@localhost/arena\n"
         "  arbiter arena worker --store postgresql://arbiter@localhost/arena"});
    CLI::App& arena = *program.get_subcommand("arena");
    arena.require_subcommand(0, 1);
    add_command<ArenaWorker>(
        arena, console,
        {"worker", "Play games of a tournament that is in PostgreSQL",
         "Example:\n"
         "  arbiter arena worker --store postgresql://arbiter@localhost/arena"});
}

}  // namespace arbiter::cli

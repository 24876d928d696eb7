#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "cli/table_commands.hpp"
#include "cli/table_place.hpp"
#include "core/base/excerpt.hpp"
#include "platform/files.hpp"
#include "tables/names.hpp"
#include "tables/processor.hpp"
#include "tables/verify.hpp"

namespace arbiter::cli {

namespace {

constexpr std::size_t event_file_max = std::size_t{16} << 20U;

void write_handled(JsonWriter& out, const tables::Handled& handled) {
    out.object([&] {
        out.member("table", handled.table);
        out.member("file", handled.file);
        out.member("refused", handled.code);
        out.member("summary", handled.summary);
        out.member("commit", handled.commit);
    });
}

std::string report_in_json(const tables::Report& report) {
    JsonWriter out;
    const auto list = [&](std::string_view key, const std::vector<std::string>& words) {
        out.key(key);
        out.array([&] {
            for (const std::string& word : words) out.value(word);
        });
    };
    out.object([&] {
        out.key("verdicts");
        out.array([&] {
            for (const tables::Handled& handled : report.verdicts) write_handled(out, handled);
        });
        list("waiting", report.waiting);
        list("foreign", report.foreign);
        out.member("head", report.head);
        out.member("attempts", report.attempts);
    });
    return out.take();
}

std::string report_in_words(const tables::Report& report) {
    std::string text;
    for (const tables::Handled& handled : report.verdicts) text += handled.summary + "\n";
    for (const std::string& path : report.waiting) {
        text += fmt::format("{} waits: it came with another push\n", path);
    }
    for (const std::string& id : report.foreign) {
        text += fmt::format("tables/{} was not set up by this referee and is left alone\n",
                            excerpt(id));
    }
    return text.empty() ? "Nothing new at any table\n" : text;
}

tables::Report processed(const tables::Repository& repository, const tables::Secret& secret,
                         const tables::Task& task) {
    auto report = tables::process(repository, secret, task);
    if (!report) throw git_error(report.error());
    return std::move(*report);
}

struct NewTable {
    std::string id;
    std::string game;
    std::string white;
    std::string black;
    std::vector<std::string> settings;
    TablePlace place;
    TableBranch branch;
    RefereeSecret secret;

    void add_to(CLI::App& command) {
        command.add_option("ID", id, "Its name: lower-case letters, digits, - and _")->required();
        command.add_option("GAME", game, fmt::format("{}", fmt::join(game_names(), ", ")))
            ->required();
        command.add_option("--white", white, "White's player, by the name that pushes")
            ->type_name("PLAYER")
            ->required();
        command.add_option("--black", black, "Black's player")->type_name("PLAYER")->required();
        add_settings(command, settings);
        place.add_to(command);
        branch.add_to(command);
        secret.add_to(command);
    }

    void run(const Console& console) const {
        if (!tables::is_table_id(id)) {
            throw usage_error(fmt::format("\"{}\" is not a name of a table", id),
                              "it has lower-case letters, digits, - and _");
        }
        const Options options = parsed_settings(settings, game_named(game));
        const tables::Repository repository = place.repository();
        const tables::Report report =
            processed(repository, secret.required(repository),
                      {.push = {},
                       .branch = branch.name(repository),
                       .remote = branch.remote(),
                       .creation = tables::Table::New{.id = id,
                                                      .game = game,
                                                      .options = options,
                                                      .players = {white, black},
                                                      .now = tables::now_text()}});
        print(console.json ? report_in_json(report) : report_in_words(report));
    }
};

/// What GitHub tells a workflow about a push.
struct PushEvent {
    std::string pusher;
    std::string branch;
    tables::Push::Range range;
};

PushEvent read_event(const std::string& file) {
    const auto content = platform::read_file(file, event_file_max);
    if (!content) {
        throw CommandError(
            {.kind = "system", .code = "system", .sentence = content.error().sentence});
    }
    const Reading<Json> event = read_json(*content);
    if (!event) throw invalid_input(file, event.faults);
    const auto text = [&](const Json* value) {
        const std::string* found = value == nullptr ? nullptr : value->as<std::string>();
        return found == nullptr ? std::string() : *found;
    };
    const Json* pusher = event->find("pusher");
    PushEvent push{.pusher = text(pusher == nullptr ? nullptr : pusher->find("name")),
                   .branch = text(event->find("ref")),
                   .range = {text(event->find("before")), text(event->find("after"))}};
    constexpr std::string_view heads = "refs/heads/";
    const bool is_branch = push.branch.starts_with(heads);
    if (push.pusher.empty() || !is_branch || push.range.before.empty() ||
        push.range.after.empty()) {
        throw invalid_input(file, Fault{"not_a_push",
                                        "this tells of no push: pusher.name, ref, before and after "
                                        "are needed",
                                        {}});
    }
    push.branch.erase(0, heads.size());
    return push;
}

struct Process {
    std::string pusher;
    std::string before;
    std::string after;
    std::string event;
    TablePlace place;
    TableBranch branch;
    RefereeSecret secret;

    void add_to(CLI::App& command) {
        command.add_option("--event", event, "A push as GitHub describes it: $GITHUB_EVENT_PATH")
            ->type_name("FILE");
        command.add_option("--pusher", pusher, "The player who pushed the new commits")
            ->type_name("PLAYER");
        command.add_option("--before", before, "Where the branch was before that push")
            ->type_name("COMMIT");
        command
            .add_option("--after", after, "Where it was after that push; later commits are ignored")
            ->type_name("COMMIT");
        place.add_to(command);
        branch.add_to(command);
        secret.add_to(command);
    }

    void run(const Console& console) const {
        const tables::Repository repository = place.repository();
        const auto [push, pushed_branch] = pushed();
        const tables::Report report = processed(repository, secret.required(repository),
                                                {.push = push,
                                                 .branch = branch.name(repository, pushed_branch),
                                                 .remote = branch.remote()});
        print(console.json ? report_in_json(report) : report_in_words(report));
    }

private:
    std::pair<tables::Push, std::string> pushed() const {
        if (event.empty() == pusher.empty()) {
            throw usage_error("who pushed? either --pusher or --event says it");
        }
        if (before.empty() != after.empty()) {
            throw usage_error("--before and --after go together");
        }
        if (event.empty()) {
            tables::Push push{.pusher = pusher, .range = {}};
            if (!before.empty()) push.range = tables::Push::Range{before, after};
            return {push, ""};
        }
        PushEvent read = read_event(event);
        return {{read.pusher, read.range}, read.branch};
    }
};

struct Verify {
    std::vector<std::string> ids;
    std::string revision = "HEAD";
    std::string remote;
    TablePlace place;
    RefereeSecret secret;

    void add_to(CLI::App& command) {
        command.add_option("ID", ids, "Which tables; default: all");
        command.add_option("--at", revision, "The commit whose tables are verified")
            ->type_name("COMMIT")
            ->capture_default_str();
        command
            .add_option("--remote", remote,
                        "Where the referee's marks are fetched from; absent: those that are here")
            ->type_name("REMOTE");
        place.add_to(command);
        secret.add_to(command);
    }

    void run(const Console& console) const {
        const tables::Repository repository = place.repository();
        const auto commit = repository.commit_named(revision);
        if (!commit) {
            throw git_error({fmt::format("there is no commit \"{}\"", excerpt(revision))});
        }
        const auto checks = tables::verify(repository, *commit, ids, secret.given(repository),
                                           remote.empty() ? std::nullopt : std::optional(remote));
        if (!checks) throw git_error(checks.error());
        print(console.json ? in_json(*checks) : in_words(*checks));
        for (const tables::TableCheck& check : *checks) {
            if (check.problem) throw AlreadyReported();
        }
    }

private:
    static std::string_view dice_text(tables::TableCheck::Dice dice) {
        switch (dice) {
            case tables::TableCheck::Dice::none: return "none";
            case tables::TableCheck::Dice::recorded: return "recorded";
            case tables::TableCheck::Dice::recomputed: return "recomputed";
        }
        return {};
    }

    static std::string in_words(const std::vector<tables::TableCheck>& checks) {
        std::string text;
        for (const tables::TableCheck& check : checks) {
            if (check.problem) {
                text += fmt::format("{}: {}\n", check.table, *check.problem);
                continue;
            }
            text += fmt::format("{}: {} and {} fit", check.table, counted(check.moves, "move"),
                                counted(check.states, "committed state"));
            if (check.dice == tables::TableCheck::Dice::recomputed) text += ", dice as promised";
            if (check.dice == tables::TableCheck::Dice::recorded) {
                text += "; the seed of its dice is still secret";
            }
            text += check.marked ? "; nothing was rewound\n"
                                 : "; without a mark a rewind would not be seen\n";
        }
        return text.empty() ? "There are no tables\n" : text;
    }

    static std::string in_json(const std::vector<tables::TableCheck>& checks) {
        JsonWriter out;
        out.array([&] {
            for (const tables::TableCheck& check : checks) {
                out.object([&] {
                    out.member("table", check.table);
                    out.member("moves", check.moves);
                    out.member("states", check.states);
                    out.member("dice", dice_text(check.dice));
                    out.member("marked", check.marked);
                    out.key("problem");
                    check.problem ? out.value(*check.problem) : out.null();
                });
            }
        });
        return out.take();
    }
};

}  // namespace

void add_table_referee_commands(CLI::App& table, const Console& console) {
    add_command<NewTable>(
        table, console,
        {"new", "Set up a table, with backgammon's opening roll; it is committed at once",
         "Examples:\n"
         "  arbiter table new duel backgammon --white alice --black bob --push\n"
         "  arbiter table new club-3 go --white alice --black bob --set size=9"});
    add_command<Process>(
        table, console,
        {"process", "Act as the referee: judge every new move file, and commit the verdicts",
         "Examples:\n"
         "  arbiter table process --event \"$GITHUB_EVENT_PATH\" --push\n"
         "  arbiter table process --pusher alice"});
    add_command<Verify>(
        table, console,
        {"verify", "Replay tables from their move files and the history, dice included",
         "Examples:\n"
         "  arbiter table verify\n"
         "  arbiter table verify duel --at v1"});
}

}  // namespace arbiter::cli

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "cli/table_commands.hpp"
#include "cli/table_forge.hpp"
#include "cli/table_place.hpp"
#include "core/base/excerpt.hpp"
#include "platform/files.hpp"
#include "tables/board_text.hpp"
#include "tables/forge_event.hpp"
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

tables::Report processed(const tables::GitRepository& repository, const tables::Secret& secret,
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
    int days = 0;
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
        command
            .add_option("--days-per-move", days,
                        "Days for a move, 1 to 365; absent: as many as it takes")
            ->check(whole_number(1, tables::ClockTerms::days_max))
            ->type_name("DAYS");
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
        const tables::GitRepository repository = place.repository();
        const tables::Report report =
            processed(repository, secret.required(repository),
                      {.push = {},
                       .branch = branch.name(repository),
                       .remote = branch.remote(),
                       .creation = tables::Table::New{
                           .id = id,
                           .game = game,
                           .options = options,
                           .players = {white, black},
                           .now = tables::now_text(),
                           .days_per_move = days == 0 ? std::nullopt : std::optional(days)}});
        print(console.json ? report_in_json(report) : report_in_words(report));
    }
};

tables::ForgeEvent read_event(const std::string& file) {
    const auto content = platform::read_file(file, event_file_max);
    if (!content) {
        throw CommandError(
            {.kind = "system", .code = "system", .sentence = content.error().sentence});
    }
    auto event = tables::read_forge_event(*content);
    if (!event) throw invalid_input(file, event.faults);
    return std::move(*event);
}

struct Process {
    std::string pusher;
    std::string before;
    std::string after;
    std::string event;
    bool clocks = false;
    bool pictures = false;
    TablePlace place;
    TableBranch branch;
    RefereeSecret secret;
    ForgePlace forge;

    void add_to(CLI::App& command) {
        command
            .add_option("--event", event,
                        "A push, an issue or a comment as GitHub describes it: $GITHUB_EVENT_PATH")
            ->type_name("FILE");
        command.add_option("--pusher", pusher, "The player who pushed the new commits")
            ->type_name("PLAYER");
        command.add_option("--before", before, "Where the branch was before that push")
            ->type_name("COMMIT");
        command
            .add_option("--after", after, "Where it was after that push; later commits are ignored")
            ->type_name("COMMIT");
        command.add_flag("--pictures", pictures,
                         "Write board.svg and badge.svg at each table; implied by --forge");
        command.add_flag("--clocks", clocks, "End the games whose side to move has had its days");
        place.add_to(command);
        branch.add_to(command);
        secret.add_to(command);
        forge.add_to(command);
    }

    void run(const Console& console) const {
        if ((event.empty() ? 0 : 1) + (pusher.empty() ? 0 : 1) + (clocks ? 1 : 0) != 1) {
            throw usage_error("who pushed? either --pusher or --event says it; or --clocks");
        }
        if (before.empty() != after.empty()) {
            throw usage_error("--before and --after go together");
        }
        const tables::ForgeEvent told = event.empty() ? tables::ForgeEvent() : read_event(event);
        tables::Task task{.push = {.pusher = pusher, .range = {}},
                          .branch = told.push ? told.push->branch : "",
                          .remote = branch.remote(),
                          .enforce_clocks = clocks,
                          .pictures = pictures || !forge.web(told.issue).empty(),
                          .web = forge.web(told.issue)};
        if (!before.empty()) task.push.range = tables::Push::Range{before, after};
        if (told.push) task.push = {told.push->pusher, told.push->range};
        const tables::GitRepository repository = place.repository();
        const tables::Secret key = secret.required(repository);
        const bool concerns_nobody = !told.issue && !told.push && !event.empty();
        if (concerns_nobody || (told.issue && !asked(*told.issue, key, task))) {
            return print(console.json ? report_in_json({}) : report_in_words({}));
        }
        task.branch = branch.name(repository, task.branch);
        const tables::Report report = processed(repository, key, task);
        if (told.issue && is_unanswered_challenge(report, *told.issue)) {
            answer_challenge(*told.issue);
        } else {
            forge.tell(report, told.issue);
        }
        print(console.json ? report_in_json(report) : report_in_words(report));
    }

private:
    /// The challenge that an issue was opened with.
    static std::optional<tables::Command> challenge_in(const tables::IssueEvent& said) {
        auto opening = tables::command_in(said.opening);
        return opening && opening->verb == "challenge" ? std::move(opening) : std::nullopt;
    }

    /// What a text in an issue asks for; false if it was answered at once, or asks for nothing.
    bool asked(const tables::IssueEvent& said, const tables::Secret& key,
               tables::Task& task) const {
        const auto command = tables::command_in(said.text);
        if (!command) return false;
        const auto opening = challenge_in(said);
        if (opening && command->verb == opening->verb) {
            if (said.text == said.opening && usable(said, key, *opening)) answer_challenge(said);
            return false;
        }
        auto request = tables::read_request(*command, said, opening.has_value());
        if (!request) {
            forge.answer(said, request.error(), false);
            return false;
        }
        task.request = std::move(*request);
        if (opening && command->verb == "accept") {
            const auto challenge = usable(said, key, *opening);
            if (!challenge) return false;
            if (tables::same_user(said.actor, challenge->opponent)) {
                task.creation = challenge->table;
            }
        }
        return true;
    }

    /// The challenge, if a table can be made of it; otherwise the issue is answered and closed.
    std::optional<tables::Challenge> usable(const tables::IssueEvent& said,
                                            const tables::Secret& key,
                                            const tables::Command& opening) const {
        auto challenge = tables::read_challenge(opening, said);
        if (!challenge) {
            forge.answer(said, challenge.error(), true);
            return std::nullopt;
        }
        challenge->table.now = tables::now_text();
        if (const auto table = tables::Table::create(challenge->table, key); !table) {
            forge.answer(said, tables::rejection_of(table.faults).sentence, true);
            return std::nullopt;
        }
        return std::move(*challenge);
    }

    static bool is_unanswered_challenge(const tables::Report& report,
                                        const tables::IssueEvent& said) {
        return challenge_in(said) && report.verdicts.size() == 1 &&
               report.verdicts.front().code == tables::no_such_table;
    }

    /// What there is to say before the table is set up, which is when its challenge is accepted.
    void answer_challenge(const tables::IssueEvent& said) const {
        const auto challenge = tables::read_challenge(*challenge_in(said), said);
        if (!challenge) return;
        const std::string verb = tables::command_in(said.text)->verb;
        const std::string opponent = tables::mention(challenge->opponent);
        if (verb == "challenge") {
            forge.answer(said,
                         fmt::format("{}, {} challenges you to {}. Answer with /accept or "
                                     "/decline.",
                                     opponent, tables::mention(said.author), challenge->table.game),
                         false);
        } else if (verb == "decline" && (tables::same_user(said.actor, challenge->opponent) ||
                                         tables::same_user(said.actor, said.author))) {
            forge.answer(said, "The challenge is declined.", true);
        } else {
            forge.answer(said, fmt::format("Only {} can accept this challenge.", opponent), false);
        }
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
        const tables::GitRepository repository = place.repository();
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
         "  arbiter table process --clocks --push\n"
         "  arbiter table process --pusher alice"});
    add_command<Verify>(
        table, console,
        {"verify", "Replay tables from their move files and the history, dice included",
         "Examples:\n"
         "  arbiter table verify\n"
         "  arbiter table verify duel --at v1"});
}

}  // namespace arbiter::cli

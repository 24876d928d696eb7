// The referee in a repository of its own: what a cheat does to the history, and what `verify` says.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/base/text.hpp"
#include "tables/delivery.hpp"
#include "tables/git.hpp"
#include "tables/inspection.hpp"
#include "tables/marks.hpp"
#include "tables/names.hpp"
#include "tables/processor.hpp"
#include "tables/verify.hpp"
#include "tests/support/temporary_folder.hpp"

namespace arbiter::tables {

namespace {

namespace fs = std::filesystem;

const Secret secret = *Secret::of("a secret that is long enough for a test");

class Club : public testing::Test {
protected:
    void SetUp() override {
        git({"init", "--quiet", "--initial-branch=main", folder_.string()});
        git({"config", "user.name", "Ada"});
        git({"config", "user.email", "ada@example.com"});
        git({"commit", "--quiet", "--allow-empty", "-m", "A club"});
    }

    GitRepository repository() const { return *GitRepository::open(folder_); }

    std::string git(std::vector<std::string> arguments) const {
        platform::Command command{.arguments = {"git"}, .folder = folder_, .environment = {}};
        command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
        const auto finished = platform::run(command);
        EXPECT_TRUE(finished && finished->exit_code == 0) << arguments.front();
        return finished ? std::string(trimmed(finished->output)) : "";
    }
    std::string head() const { return git({"rev-parse", "HEAD"}); }

    void create(const std::string& id, const std::string& game,
                const std::string& now = now_text()) const {
        const auto report = process(repository(), secret,
                                    {.push = {},
                                     .branch = "main",
                                     .remote = {},
                                     .creation = Table::New{.id = id,
                                                            .game = game,
                                                            .options = {},
                                                            .players = {"alice", "bob"},
                                                            .now = now,
                                                            .days_per_move = 2}});
        ASSERT_TRUE(report) << report.error().sentence;
    }

    Table table(const std::string& id) const { return **read_table(repository(), head(), id); }

    GitResult<Report> judged(const std::string& pusher) const {
        return process(repository(), secret,
                       {.push = {pusher, {}}, .branch = "main", .remote = {}});
    }

    /// A move of whoever is to move: the legal one with this number.
    GitResult<Report> moved(const std::string& id, std::size_t number) const {
        const Table before = table(id);
        const auto legal = before.game().legal();
        const auto delivered = deliver(
            repository(),
            {.table = id,
             .request = {.by = before.active_player(), .moves = {legal[number]}, .now = now_text()},
             .branch = "main",
             .remote = {}});
        EXPECT_TRUE(delivered);
        return judged(before.terms().players[before.active_player()]);
    }

    TableCheck checked(const std::string& id, const std::optional<Secret>& with = {}) const {
        const auto checks = verify(repository(), head(), {id}, with);
        EXPECT_TRUE(checks) << checks.error().sentence;
        return checks->front();
    }

    void write(const std::string& path, const std::string& content) const {
        fs::create_directories((folder_ / path).parent_path());
        std::ofstream(folder_ / path) << content;
    }
    void commit(const std::string& message) const {
        git({"add", "--all"});
        git({"commit", "--quiet", "-m", message});
    }

private:
    test::TemporaryFolder temporary_;
    fs::path folder_ = temporary_.path();
};

TEST_F(Club, NobodyTakesAMoveBackToPlayAnotherOne) {
    create("duel", "backgammon");
    const std::string before = head();
    ASSERT_TRUE(moved("duel", 0));
    const std::string played = head();
    EXPECT_TRUE(checked("duel").marked);

    git({"reset", "--quiet", "--hard", before});
    const auto refused = moved("duel", 1);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().sentence.starts_with("table duel was rewound: "))
        << refused.error().sentence;
    EXPECT_TRUE(refused.error().sentence.contains(played.substr(0, 12)));
    for (const std::optional<Secret>& with : {std::optional<Secret>(), std::optional(secret)}) {
        EXPECT_TRUE(checked("duel", with).problem.value_or("").contains("was rewound"));
    }

    // The owner puts the branch back, and the game goes on.
    git({"reset", "--quiet", "--hard", played});
    ASSERT_TRUE(moved("duel", 0));
    EXPECT_EQ(checked("duel", secret).problem, std::nullopt);
    EXPECT_EQ(checked("duel").states, 3U);
}

TEST_F(Club, AnotherTableGoesOnWhileOneIsRewound) {
    create("plain", "chess");
    create("duel", "chess");
    const std::string before = head();
    ASSERT_TRUE(moved("duel", 0));
    git({"reset", "--quiet", "--hard", before});
    EXPECT_TRUE(moved("plain", 0));
    EXPECT_TRUE(checked("duel").problem);
    EXPECT_FALSE(checked("plain").problem);
}

TEST_F(Club, AMarkThatSomebodyElseSetCountsForNothing) {
    create("duel", "chess");
    git({"checkout", "--quiet", "-b", "aside"});
    git({"commit", "--quiet", "--allow-empty", "-m", "duel: mine\n\nArbiter-Seal: 00"});
    git({"update-ref", mark_ref("duel"), "HEAD"});
    git({"checkout", "--quiet", "main"});
    ASSERT_TRUE(moved("duel", 0));
    EXPECT_TRUE(checked("duel").marked);
}

TEST_F(Club, WithoutItsMarkATableIsFoundInTheLog) {
    create("duel", "chess");
    ASSERT_TRUE(moved("duel", 0));
    git({"update-ref", "-d", mark_ref("duel")});
    const TableCheck check = checked("duel");
    EXPECT_FALSE(check.marked);
    EXPECT_EQ(check.states, 2U);
    ASSERT_TRUE(moved("duel", 0));
    EXPECT_EQ(checked("duel", secret).states, 3U);
}

/// A referee's commit that says something else than the moves, under the same words.
TEST_F(Club, AForgedEarlierStateIsFound) {
    create("duel", "chess");
    ASSERT_TRUE(moved("duel", 0));
    const std::string state = table("duel").write().state;
    std::string forged = state;
    forged.replace(forged.find("\"turn\": 2"), 9, "\"turn\": 7");
    write("tables/duel/state.json", forged);
    commit("duel: 0001 is played\n\nArbiter-Table: duel " + head() +
           "\nArbiter-Seal: " + std::string(64, 'a'));
    write("tables/duel/state.json", state);
    commit("duel: 0001 is played\n\nArbiter-Table: duel " + head() +
           "\nArbiter-Seal: " + std::string(64, 'a'));
    git({"update-ref", "-d", mark_ref("duel")});
    EXPECT_TRUE(
        checked("duel").problem.value_or("").contains("is not what the moves up to it lead to"));
    // Whoever has the secret sees that these are not the referee's.
    EXPECT_EQ(checked("duel", secret).problem, std::nullopt);
}

TEST_F(Club, ASeedIsNotShownEarly) {
    create("duel", "backgammon");
    Table shown = table("duel");
    shown.reveal(seed_of(shown.terms(), secret));
    write("tables/duel/table.json", shown.write().terms);
    commit("a seed");
    EXPECT_EQ(checked("duel").problem, "table.json shows the seed of a game that goes on");
}

TEST_F(Club, SpectatorsChangeNothingAndAPushIsOneCommit) {
    create("duel", "chess");
    const Table before = table("duel");
    const std::string count = git({"rev-list", "--count", "HEAD"});
    for (int i = 0; i < 300; ++i) {
        write("tables/duel/moves/" + to_string(MoveFileName{1 + i, Color::white, "abcdef"}),
              "junk");
    }
    write("tables/duel/state.json", "{}");
    commit("junk");
    const auto report = judged("mallory");
    ASSERT_TRUE(report);
    EXPECT_EQ(report->verdicts.size(), push_files_max + 2);
    EXPECT_EQ(report->verdicts.back().code, "too_many_files");
    EXPECT_EQ(table("duel").write(), before.write());
    EXPECT_EQ(std::stoi(git({"rev-list", "--count", "HEAD"})), std::stoi(count) + 2);
    EXPECT_EQ(git({"ls-tree", "-r", "--name-only", "HEAD", "tables/duel/moves"}), "");

    // A player is told, once for each file.
    write("tables/duel/moves/0001-white-ab.json", "junk");
    commit("junk");
    ASSERT_TRUE(judged("alice"));
    EXPECT_EQ(table("duel").messages().size(), before.messages().size() + 1);
}

/// A request of somebody, as an issue brings it.
Task said(const std::string& id, const std::string& actor, std::vector<std::string> moves) {
    Task task{.push = {}, .branch = "main", .remote = {}};
    task.request =
        Request{.table = id, .actor = actor, .moves = std::move(moves), .at = now_text()};
    return task;
}

TEST_F(Club, AnAbandonedGameEndsOnTime) {
    const std::string long_ago = "2025-01-21T12:00:00Z";
    for (const char* game : {"backgammon", "chess", "go"}) create(game, game, long_ago);
    create("fresh", "chess");
    const auto code_of = [&](const Task& task) {
        const auto report = process(repository(), secret, task);
        EXPECT_TRUE(report) << report.error().sentence;
        return report->verdicts.front().code;
    };
    const Table late = table("backgammon");
    const Color next = late.active_player();
    Task claim = said("backgammon", late.terms().players[next], {"claim"});
    claim.request->claims_time = true;
    EXPECT_EQ(code_of(claim), "time_left") << "one's own time cannot be claimed";
    claim.request->actor = "mallory";
    EXPECT_EQ(code_of(claim), "not_your_seat");
    claim.request->actor = late.terms().players[opponent(next)];
    EXPECT_EQ(code_of(claim), "");
    EXPECT_EQ(table("backgammon").outcome()->winner, opponent(next));
    EXPECT_TRUE(table("backgammon").terms().dice->seed);
    EXPECT_EQ(code_of(claim), "time_left");

    // A move in time starts the days again; a refusal does not.
    EXPECT_EQ(code_of(said("go", "bob", {"D4"})), "");
    write("tables/chess/moves/0001-white-ab.json", "junk");
    commit("junk");
    EXPECT_TRUE(judged("alice"));
    Task clocks{.push = {}, .branch = "main", .remote = {}};
    clocks.enforce_clocks = true;
    const auto report = process(repository(), secret, clocks);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->verdicts.size(), 1U);
    EXPECT_EQ(report->verdicts.front().table, "chess");
    EXPECT_EQ(table("chess").outcome()->winner, Color::black);
    EXPECT_TRUE(process(repository(), secret, clocks)->verdicts.empty());
    for (const char* id : {"backgammon", "chess", "go", "fresh"}) {
        EXPECT_EQ(checked(id).problem, std::nullopt) << id;
    }
}

TEST_F(Club, ARequestIsAMoveFileOfItsPlayer) {
    create("duel", "backgammon");
    const Table before = table("duel");
    const Color next = before.active_player();
    const auto played =
        process(repository(), secret,
                said("duel", before.terms().players[next], {before.game().legal()[0]}));
    ASSERT_TRUE(played);
    EXPECT_EQ(played->verdicts.front().code, "");
    EXPECT_EQ(played->tables.size(), 1U);
    EXPECT_EQ(git({"ls-tree", "-r", "--name-only", "HEAD", "tables/duel/moves"}),
              move_path("duel", played->verdicts.front().file));
    // Either side may resign at any time.
    const auto resigned =
        process(repository(), secret, said("duel", before.terms().players[next], {"resign"}));
    ASSERT_TRUE(resigned);
    EXPECT_EQ(resigned->verdicts.front().code, "") << resigned->verdicts.front().summary;
    EXPECT_EQ(table("duel").outcome()->winner, opponent(next));
    EXPECT_EQ(checked("duel").dice, TableCheck::Dice::recomputed);
    EXPECT_EQ(checked("duel").problem, std::nullopt);
}

TEST_F(Club, FoldersBesideTheTablesAreBounded) {
    create("duel", "chess");
    for (int i = 0; i < 150; ++i) write("tables/x" + std::to_string(i) + "/a", "mine");
    commit("mine");
    ASSERT_TRUE(moved("duel", 0));
    const std::string message = git({"log", "-1", "--format=%B"});
    std::size_t lines = 0;
    for (std::size_t at = message.find("Arbiter-Foreign"); at != std::string::npos;
         at = message.find("Arbiter-Foreign", at + 1)) {
        ++lines;
    }
    EXPECT_EQ(lines, 100U);
    EXPECT_EQ(checked("duel", secret).problem, std::nullopt);
}

}  // namespace

}  // namespace arbiter::tables

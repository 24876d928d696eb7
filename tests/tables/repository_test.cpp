// The referee in a repository in memory: whatever people push, every table stays where its honest files lead, each
// refusal has its code, and `verify` finds what was forged and nothing else.

#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tables/delivery.hpp"
#include "tables/folder.hpp"
#include "tables/judge.hpp"
#include "tables/marks.hpp"
#include "tables/names.hpp"
#include "tables/processor.hpp"
#include "tables/seal.hpp"
#include "tables/verify.hpp"
#include "tests/tables/memory_repository.hpp"

namespace arbiter::tables {

namespace {

const Secret club_secret = *Secret::of("a secret that is long enough for a test");
const std::string club_day = "2025-01-22T08:00:00Z";

class Repositories : public testing::Test {
protected:
    void create(const std::string& id, const std::string& game, const Options& options = {}) {
        const auto made = process(repository, club_secret,
                                  {.push = {},
                                   .branch = "main",
                                   .remote = {},
                                   .creation = Table::New{.id = id,
                                                          .game = game,
                                                          .options = options,
                                                          .players = {"alice", "bob"},
                                                          .now = club_day}});
        ASSERT_TRUE(made) << made.error().sentence;
    }

    std::string head() const { return repository.head("main"); }
    Table table(const std::string& id) const { return **read_table(repository, head(), id); }

    GitResult<Report> judged(const std::string& pusher,
                             std::optional<Push::Range> range = {}) const {
        return process(
            repository, club_secret,
            {.push = {pusher, std::move(range)}, .branch = "main", .remote = std::nullopt});
    }

    struct Move {
        std::string path;
        std::string name;
        std::string content;
        std::string pusher;
    };
    /// The file of the side to move with one of its choices.
    Move honest(const std::string& id, std::size_t number) const {
        const Table now = table(id);
        const auto choices = now.choices();
        const Color by = now.active_player();
        std::string content =
            *now.compose({.by = by, .moves = {choices[number % choices.size()]}, .now = club_day});
        std::string name = next_file_name(now, by, content);
        return {move_path(id, name), name, std::move(content), now.terms().players[by]};
    }
    void play(const std::string& id, std::size_t number) {
        const Move move = honest(id, number);
        repository.push("main", {{move.path, move.content}});
        const auto report = judged(move.pusher);
        ASSERT_TRUE(report) << report.error().sentence;
        ASSERT_EQ(report->verdicts.size(), 1U);
        ASSERT_EQ(report->verdicts.front().code, "");
    }

    TableCheck checked(const std::string& id, const std::optional<Secret>& with = {}) const {
        const auto checks = verify(repository, head(), {id}, with);
        EXPECT_TRUE(checks) << checks.error().sentence;
        return checks->front();
    }

    MemoryRepository repository;
};

/// What somebody pushes, and the codes of the verdicts that may follow.
struct Mischief {
    std::set<std::string> codes;
    std::vector<MemoryRepository::File> files;
    std::string message = "mischief";
};

std::vector<Mischief> mischiefs(const MemoryRepository& repository, const Table& table,
                                const std::string& path, const std::string& content) {
    const std::string id = table.terms().id;
    const std::string folder = folder_of(id) + "/";
    const std::string head = repository.head("main");
    const std::string state = repository.content(head, folder + "state.json");
    std::string other = content;
    other.replace(other.find(table.fingerprint()), 4, "ffff");
    std::string later = path;
    later.replace(later.find("moves/") + 6, 4, "0777");
    const auto sealed = repository.commit_info(head).value();
    return {
        {{""}, {{folder + "state.json", state + " "}}},
        {{""}, {{folder + "state.json", std::nullopt}}},
        {{""}, {{folder + "record.json", "{}"}}},
        {{""}, {{folder + "table.json", "{}"}}},
        {{""}, {{folder + "notes.txt", "mine"}}},
        {{"stale_state"}, {{path, other}}},
        {{"wrong_sequence"}, {{later, content}}},
        {{"json_syntax"}, {{path, content.substr(0, content.size() / 2)}}},
        {{"bad_file_name"}, {{folder + "moves/now.json", content}}},
        {{"not_a_file"}, {{path, content, "120000"}}},
        {{"too_large"}, {{path, std::string(Candidate::size_max + 1, ' ')}}},
        // A message that was the referee's is not its seal.
        {{""}, {{folder + "state.json", "{}"}}, sealed ? sealed->message : "none"},
        {{}, {{"tables/other/state.json", "{}"}}},
        {{}, {{"README.md", "a club"}}},
    };
}

TEST_F(Repositories, LeaveEveryTableWhereItsHonestFilesLead) {
    const std::vector<std::pair<std::string, Options>> kinds{
        {"backgammon", {}}, {"chess", {}}, {"go", {{"size", "5"}}}};
    for (const auto& [game, options] : kinds) create(game, game, options);
    std::map<std::string, Table> alone;
    for (const auto& [game, options] : kinds) alone.emplace(game, table(game));
    std::mt19937 random(1);
    for (int round = 0; round < 24; ++round) {
        const std::string& id = kinds[random() % kinds.size()].first;
        if (table(id).outcome()) continue;
        const Move move = honest(id, random());
        const auto all = mischiefs(repository, table(id), move.path, move.content);
        const Mischief& mischief = all[static_cast<std::size_t>(round) % all.size()];
        repository.push("main", mischief.files, mischief.message);
        const auto refused = judged(move.pusher);
        ASSERT_TRUE(refused) << refused.error().sentence;
        EXPECT_EQ(refused->verdicts.size(), mischief.codes.size()) << mischief.files.front().path;
        for (const Handled& verdict : refused->verdicts) {
            EXPECT_TRUE(mischief.codes.contains(verdict.code))
                << verdict.code << ": " << verdict.summary;
        }
        ASSERT_EQ(table(id).fingerprint(), alone.at(id).fingerprint());

        repository.push("main", {{move.path, move.content}});
        const auto played = judged(move.pusher);
        ASSERT_TRUE(played);
        ASSERT_EQ(played->verdicts.size(), 1U);
        ASSERT_EQ(played->verdicts.front().code, "") << played->verdicts.front().summary;
        const Candidate file{.name = move.name,
                             .kind = Candidate::Kind::file,
                             .size = move.content.size(),
                             .content = move.content,
                             .pusher = move.pusher};
        alone.at(id) = judge(alone.at(id), file, club_secret, club_day).after;
        ASSERT_EQ(table(id).fingerprint(), alone.at(id).fingerprint());
        ASSERT_EQ(table(id).write().record, alone.at(id).write().record);
        ASSERT_EQ(table(id).write().match, alone.at(id).write().match);
    }
    for (const auto& [game, options] : kinds) {
        EXPECT_EQ(checked(game).problem, std::nullopt) << game;
        EXPECT_EQ(checked(game, club_secret).problem, std::nullopt) << game;
        EXPECT_TRUE(checked(game).marked);
        EXPECT_EQ(checked(game).moves, static_cast<std::size_t>(table(game).next_sequence() - 1));
    }
    EXPECT_EQ(checked("backgammon", club_secret).dice, TableCheck::Dice::recomputed);
}

/// Of two pushes that arrive together, each is judged as that of its own pusher.
TEST_F(Repositories, WhatAnotherPushBroughtWaits) {
    create("duel", "chess");
    create("side", "chess");
    const std::string before = head();
    const Move move = honest("duel", 0);
    const std::string theirs = repository.push("main", {{move.path, move.content}});
    const Move late = honest("side", 0);
    const std::string ours = repository.push("main", {{late.path, late.content}});
    const auto second = judged("alice", Push::Range{theirs, ours});
    ASSERT_TRUE(second) << second.error().sentence;
    ASSERT_EQ(second->verdicts.size(), 1U);
    EXPECT_EQ(second->verdicts.front().table, "side");
    EXPECT_EQ(second->waiting, std::vector{move.path});
    EXPECT_EQ(repository.content(head(), move.path), move.content);

    // It goes on waiting while its own table is judged for somebody else.
    const std::string third = head();
    const std::string fourth = repository.push("main", {{"tables/duel/state.json", "{}"}});
    ASSERT_TRUE(judged("mallory", Push::Range{third, fourth}));
    EXPECT_EQ(repository.content(head(), move.path), move.content);

    const auto first = judged("alice", Push::Range{before, theirs});
    ASSERT_TRUE(first) << first.error().sentence;
    ASSERT_EQ(first->verdicts.size(), 1U);
    EXPECT_EQ(first->verdicts.front().code, "");
    EXPECT_EQ(table("duel").next_sequence(), 2);
}

TEST_F(Repositories, ABranchThatWasRewoundIsFound) {
    create("duel", "chess");
    const std::string before = head();
    play("duel", 0);
    const std::string played = head();
    repository.set("refs/heads/main", before);
    EXPECT_EQ(checked("duel").problem, std::nullopt) << "an earlier commit may be verified, too";
    const Move move = honest("duel", 1);
    repository.push("main", {{move.path, move.content}});
    for (const auto& with : {std::optional<Secret>(), std::optional(club_secret)}) {
        EXPECT_TRUE(checked("duel", with).problem.value_or("").contains("was rewound"));
    }
    const auto refused = judged(move.pusher);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().sentence.contains(played.substr(0, 12)));
    // A mark that is not the referee's counts for nothing.
    repository.set(mark_ref("duel"), repository.push("main", {}, "Arbiter-Seal: 00"));
    EXPECT_TRUE(judged(move.pusher));
}

TEST_F(Repositories, WhatIsForgedIsFound) {
    create("duel", "backgammon");
    create("plain", "chess");
    for (std::size_t i = 0; i < 4; ++i) {
        play("duel", i);
        play("plain", i);
    }
    ASSERT_EQ(checked("plain").problem, std::nullopt);
    const auto problem_after = [&](std::vector<MemoryRepository::File> files) {
        const std::string here = head();
        const std::string id(split_path(files.front().path).id);
        repository.push("main", files);
        const std::string found = checked(id).problem.value_or("");
        repository.set("refs/heads/main", here);
        return found;
    };
    const auto moves = repository.files(head(), {"tables/plain/moves"});
    ASSERT_EQ(moves->size(), 4U);
    EXPECT_EQ(problem_after({{moves->begin()->first, std::nullopt}}),
              "the file of move 1 is missing");
    EXPECT_EQ(problem_after({{std::prev(moves->end())->first, std::nullopt}}),
              "the file of move 4 is missing");
    std::string twin = moves->begin()->first;
    twin.replace(twin.find(".json"), 5, "ff.json");
    EXPECT_EQ(problem_after({{twin, "{}"}}), "there are two files of move 1");

    // The record of another name: the same moves, and so the same state.
    std::string record = repository.content(head(), "tables/plain/record.json");
    const auto name = record.find("alice");
    ASSERT_NE(name, std::string::npos);
    record.replace(name, 5, "alicf");
    EXPECT_EQ(problem_after({{"tables/plain/record.json", record}}),
              "record.json is not what the moves lead to");

    Table shown = table("duel");
    shown.reveal(seed_of(shown.terms(), club_secret));
    EXPECT_EQ(problem_after({{"tables/duel/table.json", shown.write().terms}}),
              "table.json shows the seed of a game that goes on");
}

/// A commit that says of itself that it is the referee's, with another state in it.
TEST_F(Repositories, AForgedStateOfThePastIsFound) {
    create("duel", "chess");
    play("duel", 0);
    const std::string state = repository.content(head(), "tables/duel/state.json");
    std::string forged = state;
    forged.replace(forged.find("\"turn\": 2"), 9, "\"turn\": 7");
    for (const std::string& text : {forged, state}) {
        repository.push("main", {{"tables/duel/state.json", text}},
                        "duel: 0001 is played\n\nArbiter-Table: duel " + head() +
                            "\nArbiter-Seal: " + std::string(64, 'a') + "\n");
    }
    repository.remove(mark_ref("duel"));
    EXPECT_TRUE(
        checked("duel").problem.value_or("").contains("is not what the moves up to it lead to"));
    EXPECT_EQ(checked("duel", club_secret).problem, std::nullopt);
}

TEST_F(Repositories, AStateThatContradictsItsRecordIsNotRead) {
    create("duel", "chess");
    play("duel", 0);
    std::string state = repository.content(head(), "tables/duel/state.json");
    state.replace(state.find("\"activePlayer\": \"black\""), 23, "\"activePlayer\": \"white\"");
    repository.push("main", {{"tables/duel/state.json", state}});
    EXPECT_FALSE(*read_table(repository, head(), "duel"));
}

}  // namespace

}  // namespace arbiter::tables

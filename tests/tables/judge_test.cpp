#include "tables/judge.hpp"

#include <gtest/gtest.h>

#include "tables/folder.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

const Secret secret = *Secret::of("a secret that is long enough for a test");
const std::string later = "2025-01-22T08:00:00Z";

Table new_table(const std::string& game, Options options = {}) {
    auto table = Table::create({.id = "duel",
                                .game = game,
                                .options = std::move(options),
                                .players = {"alice", "Bob"},
                                .now = "2025-01-21T12:00:00Z"},
                               secret);
    EXPECT_TRUE(table);
    return std::move(*table);
}

/// A file with a move of the side to move, pushed by its player.
Candidate candidate_for(const Table& table, std::vector<std::string> moves) {
    const Color by = table.active_player();
    const std::string content = *table.compose({.by = by, .moves = std::move(moves), .now = later});
    return {.name = next_file_name(table, by, content),
            .kind = Candidate::Kind::file,
            .size = content.size(),
            .content = content,
            .pusher = table.terms().players[by]};
}

std::string code_of(const Table& table, const Candidate& candidate) {
    const Verdict verdict = judge(table, candidate, secret, later);
    EXPECT_EQ(verdict.after.fingerprint() == table.fingerprint(), verdict.refusal.has_value());
    return verdict.refusal ? verdict.refusal->code : "";
}

TEST(TableId, NamesNoOtherFolder) {
    for (const char* good : {"a", "duel", "club-3", "0_0"}) EXPECT_TRUE(is_table_id(good)) << good;
    for (const char* bad : {"", ".", "..", "-rf", "_a", "A", "a/b", "a b", "a\n", "ü", "a.json"}) {
        EXPECT_FALSE(is_table_id(bad)) << bad;
    }
    EXPECT_FALSE(is_table_id(std::string(65, 'a')));
}

TEST(TablePath, IsSplitAtItsFolders) {
    const TablePath path = split_path("tables/duel/moves/0001-white-ab.json");
    EXPECT_EQ(path.id, "duel");
    EXPECT_EQ(path.move_name(), "0001-white-ab.json");
    EXPECT_EQ(split_path("tables/duel/movesx/a").move_name(), "");
    EXPECT_EQ(split_path("tables").id, "");
    EXPECT_EQ(split_path("tablesx/duel/a").id, "");
    EXPECT_EQ(split_path("tables/duel").rest, "");
}

TEST(Secret, IsLongAndGivesEachTableItsOwnSeed) {
    EXPECT_FALSE(Secret::of("short"));
    EXPECT_FALSE(Secret::of("  short, with blanks around it    \n"));
    EXPECT_EQ(secret.seed("a", "1"), secret.seed("a", "1"));
    EXPECT_NE(secret.seed("a", "1"), secret.seed("a", "2"));
    EXPECT_NE(secret.seed("a", "1"), secret.seed("b", "1"));
    EXPECT_NE(secret.seed("a1", ""), secret.seed("a", "1"));
    EXPECT_NE(secret.seal("a"), secret.seal("b"));
}

TEST(Table, ComesBackFromItsFiles) {
    for (const Table& table :
         {new_table("backgammon"), new_table("chess"), new_table("go", {{"size", "5"}})}) {
        const Texts texts = table.write();
        const auto again = Table::read(texts, "duel");
        ASSERT_TRUE(again) << rejection_of(again.faults).sentence;
        EXPECT_EQ(again->write(), texts);
        EXPECT_EQ(again->fingerprint(), table.fingerprint());
        EXPECT_EQ(fingerprint_of(texts.state), table.fingerprint());
        EXPECT_FALSE(Table::read(texts, "other"));
    }
}

TEST(Table, OfBackgammonBeginsWithTheBoardOfItsFormat) {
    const Texts texts = new_table("backgammon").write();
    EXPECT_TRUE(texts.state.contains("\"board\": [\n    2, 0, 0, 0, 0, -5,\n"));
    EXPECT_TRUE(texts.terms.contains("\"seed\": null"));
    EXPECT_TRUE(new_table("backgammon").messages().back().text.contains("start=standard"));
    EXPECT_EQ(new_table("backgammon", {{"start", "standard"}}).messages().size(), 1U);
    EXPECT_TRUE(new_table("backgammon", {{"start", "standard"}})
                    .write()
                    .state.contains("\"board\": [\n    -2, 0, 0, 0, 0, 5,\n"));
}

TEST(Table, RefusesWhatItsFilesCannotTell) {
    const auto made = [](const std::string& id, const std::string& game, const Options& options) {
        return Table::create({id, game, options, {"alice", "bob"}, later}, secret)
            .value.has_value();
    };
    EXPECT_TRUE(made("a", "go", {{"size", "9"}}));
    EXPECT_TRUE(made("a", "go", {{"size", "9x13"}}));
    EXPECT_FALSE(made("a", "go", {{"size", "99"}}));
    EXPECT_TRUE(made("a", "backgammon", {{"match", "5"}}));
    EXPECT_TRUE(made("a", "backgammon", {{"cube", "on"}}));
    EXPECT_FALSE(made("a", "backgammon", {{"match", "-5"}}));
    EXPECT_FALSE(made("a", "backgammon", {{"size", "5"}}));
    EXPECT_FALSE(made("..", "chess", {}));
    EXPECT_FALSE(made("a", "halma", {}));
}

TEST(Judge, PlaysAMoveAndRollsForTheNext) {
    const Table table = new_table("backgammon");
    const Candidate candidate = candidate_for(table, {table.game().legal().front()});
    const Verdict verdict = judge(table, candidate, secret, later);
    ASSERT_FALSE(verdict.refusal);
    EXPECT_EQ(verdict.after.last_move()->sequence, 1);
    EXPECT_EQ(verdict.after.rolls().size(), table.rolls().size() + 1);
    EXPECT_EQ(verdict.after.updated_at(), later);
    EXPECT_EQ(code_of(verdict.after, candidate), "not_your_turn");
}

TEST(Judge, TakesTheNameOfAPlayerInAnyCase) {
    const Table table = new_table("chess");
    Candidate candidate = candidate_for(table, {"e4"});
    candidate.pusher = "ALICE";
    EXPECT_EQ(code_of(table, candidate), "");
    candidate.pusher = "bob";
    EXPECT_EQ(code_of(table, candidate), "not_your_seat");
}

TEST(Table, OfGoMayBeOblong) {
    const Table table = new_table("go", {{"size", "3x5"}});
    const Verdict verdict = judge(table, candidate_for(table, {"C5"}), secret, later);
    ASSERT_FALSE(verdict.refusal) << verdict.summary;
    const auto again = Table::read(verdict.after.write(), "duel");
    ASSERT_TRUE(again) << rejection_of(again.faults).sentence;
    EXPECT_EQ(again->fingerprint(), verdict.after.fingerprint());
}

TEST(Table, NamesMoveFilesWithSixDigits) {
    const std::string name = candidate_for(new_table("chess"), {"e4"}).name;
    EXPECT_EQ(name.size(), std::string_view("0001-white-a1b2c3.json").size()) << name;
}

TEST(Judge, KnowsAPlayerByTheWholeName) {
    const Table table = new_table("chess");
    for (const char* name : {"ali", "alice2", "", "alicealice"}) {
        Candidate candidate = candidate_for(table, {"e4"});
        candidate.pusher = name;
        EXPECT_EQ(code_of(table, candidate), "not_your_seat") << name;
    }
}

TEST(Judge, RefusesALaterSequenceInEveryGame) {
    for (const auto& [game, move] : {std::pair{"chess", "e4"}, std::pair{"go", "C3"}}) {
        const Table table = new_table(game);
        for (const char* number : {"0002", "0042"}) {
            Candidate candidate = candidate_for(table, {move});
            candidate.name.replace(0, 4, number);
            EXPECT_EQ(code_of(table, candidate), "wrong_sequence") << game;
        }
    }
}

/// Results, times and rolls are for the referee alone to say.
TEST(Judge, TakesNoVerdictFromAPlayer) {
    const Table table = new_table("chess");
    const Candidate good = candidate_for(table, {"e4"});
    const std::string move = R"({"from":"e2","to":"e4","promotion":null})";
    const std::vector<std::pair<std::string, std::string>> verdicts{
        {R"({"action":"conclude","result":"win","winner":"white","reason":"adjudication"})",
         "unknown_action"},
        {R"({"action":"lose_on_time","by":"black"})", "unknown_action"},
        {R"({"action":"lose_on_time"})", "not_a_players"}};
    for (const auto& [verdict, code] : verdicts) {
        Candidate candidate = good;
        candidate.content.replace(candidate.content.find(move), move.size(), verdict);
        EXPECT_EQ(code_of(table, candidate), code) << verdict;
    }
}

TEST(Judge, TellsSpectatorsApart) {
    const Table table = new_table("chess");
    Candidate candidate = candidate_for(table, {"e4"});
    candidate.pusher = "mallory";
    const Verdict verdict = judge(table, candidate, secret, later);
    ASSERT_TRUE(verdict.refusal);
    EXPECT_EQ(verdict.after.write(), table.write());
    candidate.pusher = "bob";
    EXPECT_EQ(judge(table, candidate, secret, later).after.messages().size(), 2U);
}

TEST(Dice, FollowTheMove) {
    const Table table = new_table("backgammon");
    const auto legal = table.game().legal();
    const auto rolls = [&](const std::string& content, bool follow = true) {
        Terms terms = table.terms();
        terms.dice->follow_moves = follow;
        const auto dice = dice_of(terms, seed_of(terms, secret), content);
        std::vector<referee::Throw> all;
        for (std::uint64_t n = 1; n <= 20; ++n) all.push_back(dice.derived(n));
        return all;
    };
    const std::string first = candidate_for(table, {legal.front()}).content;
    const std::string second = candidate_for(table, {legal.back()}).content;
    EXPECT_NE(rolls(first), rolls(second));
    EXPECT_NE(rolls(first), rolls(""));
    // What else the file says makes no other roll.
    std::string again = first;
    again.replace(again.find("\"comment\": null"), 15, "\"comment\": \"x\"");
    EXPECT_NE(again, first);
    EXPECT_EQ(rolls(again), rolls(first));
    // As tables of version 0.2.0 have it.
    EXPECT_EQ(rolls(first, false), rolls(second, false));
}

TEST(Dice, OfAnOlderTableComeBackAsTheyWere) {
    Texts texts = new_table("backgammon").write();
    const std::string line = ",\n    \"follow\": \"moves\"";
    ASSERT_TRUE(texts.terms.contains(line));
    texts.terms.erase(texts.terms.find(line), line.size());
    const auto table = Table::read(texts, "duel");
    ASSERT_TRUE(table);
    EXPECT_FALSE(table->terms().dice->follow_moves);
    EXPECT_EQ(table->write(), texts);
}

TEST(Judge, RefusesWhatIsNoMoveFile) {
    const Table table = new_table("chess");
    const Candidate good = candidate_for(table, {"e4"});
    Candidate candidate = good;
    candidate.kind = Candidate::Kind::link;
    EXPECT_EQ(code_of(table, candidate), "not_a_file");
    candidate = good;
    candidate.size = Candidate::size_max + 1;
    EXPECT_EQ(code_of(table, candidate), "too_large");
    for (const char* name :
         {"", "a.json", "../state.json", "0001-white-ab.json\n", "0000-white-a.json"}) {
        candidate = good;
        candidate.name = name;
        EXPECT_EQ(code_of(table, candidate), "bad_file_name") << name;
    }
    candidate = good;
    candidate.content = "{}";
    EXPECT_EQ(code_of(table, candidate), "missing_key");
}

TEST(Judge, TellsOfARefusalAndKeepsTwentyMessages) {
    Table table = new_table("go", {{"size", "5"}});
    Candidate candidate = candidate_for(table, {"C3"});
    candidate.content = "nonsense";
    for (int i = 0; i < 30; ++i) table = judge(table, candidate, secret, later).after;
    EXPECT_EQ(table.messages().size(), 20U);
    EXPECT_EQ(table.messages().back().type, Message::Type::error);
    EXPECT_TRUE(table.messages().back().text.starts_with(candidate.name + " was refused: "));
}

TEST(Judge, MakesAllMovesOfAFileOrNone) {
    const Table table = new_table("chess");
    const Verdict offered = judge(table, candidate_for(table, {"e4", "offer_draw"}), secret, later);
    ASSERT_FALSE(offered.refusal);
    const Verdict taken =
        judge(offered.after, candidate_for(offered.after, {"accept_draw"}), secret, later);
    ASSERT_TRUE(taken.after.outcome());
    EXPECT_EQ(taken.after.outcome()->result, GameResult::draw);
    EXPECT_EQ(code_of(taken.after, candidate_for(table, {"e4"})), "game_over");

    Candidate twice = candidate_for(table, {"e4"});
    const std::string move = R"({"from":"e2","to":"e4","promotion":null})";
    twice.content.insert(twice.content.find(move), R"({"from":"d2","to":"d4"},)");
    EXPECT_NE(code_of(table, twice), "");
}

/// A whole game by whoever is to move, the last of the legal moves each time.
TEST(Judge, RevealsTheSeedWhenTheGameIsOverAndNotBefore) {
    Table table = new_table("backgammon", {{"start", "standard"}});
    for (int i = 0; i < 2000 && !table.outcome(); ++i) {
        EXPECT_FALSE(table.terms().dice->seed);
        const Verdict verdict =
            judge(table, candidate_for(table, {table.game().legal().back()}), secret, later);
        ASSERT_FALSE(verdict.refusal) << verdict.summary;
        table = verdict.after;
    }
    ASSERT_TRUE(table.outcome());
    const auto seed = referee::Seed::of_hex(table.terms().dice->seed.value_or(""));
    ASSERT_TRUE(seed);
    EXPECT_EQ(seed->commitment(), table.terms().dice->commitment);
}

TEST(Judge, QuotesHostileNamesHarmlessly) {
    const Table table = new_table("chess");
    Candidate candidate = candidate_for(table, {"e4"});
    candidate.name = std::string("a\n\x1b[2J\xff") + std::string(500, 'x');
    const Verdict verdict = judge(table, candidate, secret, later);
    EXPECT_EQ(verdict.summary.find_first_of("\n\x1b\xff"), std::string::npos);
    EXPECT_LT(verdict.summary.size(), 300U);
    EXPECT_TRUE(Table::read(verdict.after.write(), "duel"));
}

}  // namespace

}  // namespace arbiter::tables

// Matches and the cube at tables in git.

#include <gtest/gtest.h>

#include "core/backgammon/formats/gitgammon_reader.hpp"
#include "core/base/json.hpp"
#include "tables/folder.hpp"
#include "tables/judge.hpp"

namespace arbiter::tables {

namespace {

const Secret match_secret = *Secret::of("a secret that is long enough for a test");
const std::string match_day = "2025-01-22T08:00:00Z";

Table match_table(const Options& options) {
    auto table = Table::create({.id = "duel",
                                .game = "backgammon",
                                .options = options,
                                .players = {"alice", "bob"},
                                .now = "2025-01-21T12:00:00Z"},
                               match_secret);
    EXPECT_TRUE(table) << rejection_of(table.faults).sentence;
    return std::move(*table);
}

Candidate file_of(const Table& table, Color by, const std::string& content) {
    return {.name = next_file_name(table, by, content),
            .kind = Candidate::Kind::file,
            .size = content.size(),
            .content = content,
            .pusher = table.terms().players[by]};
}

/// The file that says this; by default for the side to move.
Candidate said(const Table& table, const std::string& words, std::optional<Color> by = {}) {
    const Color side = by.value_or(table.active_player());
    const auto content = table.compose({.by = side, .moves = {words}, .now = match_day});
    EXPECT_TRUE(content) << words << ": " << content.error().sentence;
    return file_of(table, side, content.value_or(""));
}

std::string refusal_of(const Table& table, const Candidate& candidate) {
    const Verdict verdict = judge(table, candidate, match_secret, match_day);
    EXPECT_EQ(verdict.after.fingerprint() == table.fingerprint(), verdict.refusal.has_value());
    return verdict.refusal ? verdict.refusal->code : "";
}

/// Why the words cannot even be written.
std::string objection(const Table& table, const std::string& words, Color by) {
    const auto content = table.compose({.by = by, .moves = {words}, .now = match_day});
    return content ? "" : content.error().code;
}

Table after(const Table& table, const std::string& words, std::optional<Color> by = {}) {
    Verdict verdict = judge(table, said(table, words, by), match_secret, match_day);
    EXPECT_FALSE(verdict.refusal) << words << ": " << verdict.summary;
    return std::move(verdict.after);
}

/// A side has moved, and the other may double.
Table before_the_roll(const Options& options) {
    const Table table = match_table(options);
    return after(table, table.choices().front());
}

const Json& member(const Json& json, std::string_view key) { return *json.find(key); }
Json match_of(const Table& table) { return *read_json(table.write().match); }
std::int64_t number(const Json& json, std::string_view key) {
    return *member(json, key).as<std::int64_t>();
}

using Words = std::vector<std::string>;

TEST(MatchTable, AWordComesBeforeTheDiceWhereASideMayDouble) {
    const Table table = before_the_roll({{"match", "3"}});
    const Color side = table.active_player();
    EXPECT_EQ(table.choices(), (Words{"roll", "double"}));
    const auto state = backgammon::read_table(table.write().state);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->dice_used, state->dice.all());
    EXPECT_EQ(state->active_player, side);
    EXPECT_EQ(objection(table, "8/7", side), "roll_first");
    EXPECT_EQ(objection(table, "roll", opponent(side)), "not_your_turn");
    EXPECT_EQ(objection(table, "double", opponent(side)), "double_not_allowed");
    EXPECT_EQ(objection(table, "take", side), "no_double_offered");

    const Table rolled = after(table, "roll");
    EXPECT_EQ(rolled.rolls().size(), table.rolls().size() + 1);
    EXPECT_EQ(objection(rolled, "double", side), "double_not_allowed");
    EXPECT_EQ(objection(rolled, "roll", side), "already_rolled");
}

TEST(MatchTable, ADoubleIsTakenOrDropped) {
    const Table table = before_the_roll({{"match", "3"}});
    const Color side = table.active_player();
    const Table doubled = after(table, "double");
    EXPECT_EQ(doubled.active_player(), opponent(side));
    EXPECT_EQ(doubled.choices(), (Words{"take", "drop"}));
    EXPECT_EQ(doubled.messages().back().text, capitalized(side) + ": double.");

    // Who has given the cube away has nothing to say: the dice are rolled.
    const Table taken = after(doubled, "take");
    EXPECT_EQ(taken.active_player(), side);
    EXPECT_EQ(taken.rolls().size(), table.rolls().size() + 1);
    const Json match = match_of(taken);
    EXPECT_EQ(number(member(match, "cube"), "value"), 2);
    EXPECT_EQ(*member(member(match, "cube"), "owner").as<std::string>(), to_string(opponent(side)));
    EXPECT_EQ(taken.stake(),
              "match to 3, score 0-0, cube at 2 (" + capitalized(opponent(side)) + ")");

    const Table dropped = after(doubled, "drop");
    EXPECT_FALSE(dropped.outcome());
    EXPECT_EQ(number(match_of(dropped), to_string(side)), 1);
    EXPECT_EQ(number(match_of(dropped), to_string(opponent(side))), 0);
    EXPECT_EQ(dropped.write().state.contains(R"("status": "playing")"), true);
    EXPECT_TRUE(dropped.messages().back().text.starts_with("Game started. "));
    EXPECT_EQ(dropped.game().awaits(), Awaits::move);
}

TEST(MatchTable, CrawfordsGameHasNoCube) {
    const Table table = after(after(before_the_roll({{"match", "2"}}), "double"), "drop");
    EXPECT_TRUE(*member(match_of(table), "crawford").as<bool>());
    EXPECT_TRUE(table.stake().contains("Crawford game")) << table.stake();
    const Table moved = after(table, table.choices().front());
    EXPECT_EQ(moved.rolls().size(), table.rolls().size() + 1);
    EXPECT_EQ(objection(moved, "double", moved.active_player()), "double_not_allowed");
}

TEST(MatchTable, AResignationIsOfferedWhereItHasAPrice) {
    const Table table = before_the_roll({{"cube", "on"}});
    const Color side = table.active_player();
    const Table offered = after(table, "resign gammon");
    EXPECT_EQ(offered.active_player(), opponent(side));
    EXPECT_EQ(offered.choices(), (Words{"accept_resignation", "decline_resignation"}));
    EXPECT_EQ(objection(offered, "roll", side), "resignation_pending");
    const Table declined = after(offered, "decline");
    EXPECT_EQ(declined.active_player(), side);
    EXPECT_EQ(declined.choices(), table.choices());
    const Table accepted = after(offered, "accept");
    ASSERT_TRUE(accepted.outcome());
    EXPECT_EQ(accepted.outcome()->winner, opponent(side));
    EXPECT_EQ(number(match_of(accepted), to_string(opponent(side))), 2);
    EXPECT_TRUE(accepted.terms().dice->seed);

    // With dice on the table, too: they are played when the offer is declined.
    const Table rolled = after(table, "roll");
    const Table again = after(after(rolled, "resign"), "decline");
    EXPECT_EQ(again.choices(), rolled.choices());
    EXPECT_TRUE(Table::read(again.write(), "duel"));
}

TEST(MatchTable, APlainTableHasNoStakeAndNoFileForIt) {
    const Table table = match_table({});
    EXPECT_EQ(table.write().match, "");
    EXPECT_EQ(table.stake(), "");
    EXPECT_EQ(objection(table, "double", table.active_player()), "double_not_allowed");
    EXPECT_TRUE(after(table, "resign").outcome());
    EXPECT_EQ(match_table({{"match", "0"}}).stake(), "");
    EXPECT_EQ(match_table({{"match", "0"}, {"cube", "on"}}).stake(), "money game, cube at 1");
    EXPECT_EQ(match_table({{"match", "1"}}).stake(), "match to 1, score 0-0");
}

TEST(MatchTable, PlayersBringNoDiceAndNoVerdicts) {
    const Table table = before_the_roll({{"match", "5"}});
    const Color side = table.active_player();
    const Candidate good = said(table, "roll");
    const std::string words = R"({"action":"roll"})";
    const std::vector<std::pair<std::string, std::string>> attempts{
        {R"({"action":"roll","dice":[6,6]})", "not_a_players"},
        {R"({"action":"opening_roll","white":6,"black":1})", "not_a_players"},
        {R"({"action":"lose_on_time"})", "not_a_players"},
        {R"({"action":"conclude","result":"win","winner":"white","reason":"adjudication"})", "."},
        {R"({"action":"take"})", "no_double_offered"},
        {R"({"action":"beaver"})", "no_double_offered"},
        {R"({"action":"accept_resignation"})", "no_resignation"},
        {R"({"action":"castle"})", "unknown_action"},
        {R"({"action":"double"},{"action":"roll"})", "wrong_length"},
        {R"({"action":7})", "."},
    };
    for (const auto& [attempt, code] : attempts) {
        std::string content = good.content;
        content.replace(content.find(words), words.size(), attempt);
        const std::string refused = refusal_of(table, file_of(table, side, content));
        EXPECT_NE(refused, "") << attempt;
        EXPECT_TRUE(code == "." || refused == code) << attempt << ": " << refused;
    }
    EXPECT_EQ(refusal_of(table, good), "");
}

/// The same word every time, and yet another roll: it depends on the state that it is for.
TEST(MatchTable, TheDiceOfAWordFollowTheState) {
    const Table table = before_the_roll({{"match", "5"}});
    const std::string content = said(table, "roll").content;
    std::string other = content;
    const std::size_t at = other.find(table.fingerprint());
    other[at] = other[at] == '0' ? '1' : '0';
    const auto rolls = [&](const std::string& file) {
        const auto dice = dice_of(table.terms(), seed_of(table.terms(), match_secret), file);
        std::vector<referee::Throw> all;
        for (std::uint64_t n = 1; n <= 20; ++n) all.push_back(dice.derived(n));
        return all;
    };
    EXPECT_NE(rolls(content), rolls(other));
}

/// A whole match: every state is a state of gitgammon, comes back from its files, and is what a
/// replay of the files leads to.
TEST(MatchTable, AMatchIsPlayedToItsEnd) {
    Table table = match_table({{"match", "3"}, {"start", "standard"}});
    Table replay = table;
    for (std::size_t i = 0; i < 3000 && !table.outcome(); ++i) {
        const Words choices = table.choices();
        ASSERT_FALSE(choices.empty());
        // Doubles now and then, and takes every other one.
        const bool decides = choices.front() == "roll" || choices.front() == "take";
        const Candidate file = said(table, choices[decides && i % 5 == 0 ? 1 : 0]);
        const Verdict verdict = judge(table, file, match_secret, match_day);
        ASSERT_FALSE(verdict.refusal) << verdict.summary;
        table = verdict.after;
        const Texts texts = table.write();
        const auto again = Table::read(texts, "duel");
        ASSERT_TRUE(again) << rejection_of(again.faults).sentence;
        ASSERT_EQ(again->write(), texts);
        auto dice = dice_of(table.terms(), seed_of(table.terms(), match_secret), file.content);
        ASSERT_TRUE(
            replay.play({*read_move_file_name(file.name), file.content}, {match_day, dice}));
        ASSERT_EQ(replay.fingerprint(), table.fingerprint());
    }
    ASSERT_TRUE(table.outcome());
    EXPECT_GE(number(match_of(table), to_string(*table.outcome()->winner)), 3);
    EXPECT_EQ(table.outcome()->reason, "match_points");
    EXPECT_EQ(table.write().record, replay.write().record);
}

}  // namespace

}  // namespace arbiter::tables

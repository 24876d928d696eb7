#include "arena/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/report_page.hpp"
#include "arena/toml.hpp"

namespace arbiter::arena {
namespace {

using testing::HasSubstr;
using testing::Not;

Tournament tournament_of(std::string_view toml) {
    const auto document = Toml::read(toml);
    auto setup = read_setup(document->json(), ".");
    EXPECT_TRUE(setup) << (setup.faults.empty() ? "" : setup.faults.begin()->sentence);
    return Tournament(std::move(setup->terms));
}

constexpr std::string_view three = R"(
name = "A <b> & \"c\""
game = "chess"
rounds = 2
[[players]]
player = "bot:1"
name = "x,\"y\""
[[players]]
player = "bot:2"
name = "<script>alert(1)</script>"
[[players]]
player = "random"
)";

Tournament played() {
    Tournament tournament = tournament_of(three);
    for (std::size_t number = 0; number < tournament.schedule().games(); ++number) {
        GameReport report{.number = number, .result = GameResult::win, .winner = Color::white};
        report.sides.white = {.turns = 10,
                              .refusals = 2,
                              .exchanges = 12,
                              .tokens_in = 1000,
                              .tokens_out = 50,
                              .cost = 0.125,
                              .time_ms = 30,
                              .time_max_ms = 7};
        report.sides.black.turns = 10;
        if (number == 3) report.forfeit = Forfeit{Color::black, "flagged", "its time ran out"};
        tournament.add(report);
    }
    return tournament;
}

TEST(Results, CountWhatHappened) {
    const Tournament tournament = played();
    const Results results = results_of(tournament, Stage::over);
    const Fixture forfeited = tournament.schedule().game(3);
    EXPECT_EQ(results.forfeits(forfeited.players.black), 1);
    EXPECT_EQ(results.forfeits(forfeited.players.white), 0);
    EXPECT_NEAR(results.refusal_rate(0), 2.0 / 22, 1e-9);
    EXPECT_NEAR(results.time_per_turn(0), 1.5, 1e-9);
    EXPECT_EQ(results.standing(0).behaviour.tokens_in, 4000);
    EXPECT_GT(results.ratings.first_move->elo, 100);
}

TEST(ResultsAsJson, CanBeRead) {
    const Tournament tournament = played();
    const auto json = read_json(to_json(results_of(tournament, Stage::over)));
    ASSERT_TRUE(json);
    EXPECT_EQ(*json->find("games_finished")->as<std::int64_t>(), 12);
    EXPECT_EQ(json->find("players")->as<Json::Array>()->size(), 3);
    EXPECT_TRUE(
        (*(*json->find("crosstable")->as<Json::Array>())[0].as<Json::Array>())[0].is_null());
}

TEST(ResultsAsCsv, HaveAsManyFieldsInEachLine) {
    const Tournament tournament = played();
    const std::string csv = to_csv(results_of(tournament, Stage::over));
    EXPECT_THAT(csv, HasSubstr(",\"x,\"\"y\"\"\",bot:1,"));
    const std::string first = csv.substr(0, csv.find('\r'));
    const auto random = csv.find(",random,random,");
    ASSERT_NE(random, csv.npos);
    const std::string line = csv.substr(csv.rfind('\n', random) + 1,
                                        csv.find('\r', random) - csv.rfind('\n', random) - 1);
    EXPECT_EQ(std::ranges::count(first, ','), std::ranges::count(line, ','));
}

TEST(ResultsAsHtml, LetNoNameBecomeMarkup) {
    const Tournament tournament = played();
    const std::string html = to_html(results_of(tournament, Stage::over), {});
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, HasSubstr("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>"));
    EXPECT_THAT(html, HasSubstr("1 flagged"));
    EXPECT_THAT(html, HasSubstr("Tokens for a turn"));
    EXPECT_THAT(html, Not(HasSubstr("nan")));
}

/// Two pairs of games, of which White wins all, one point each and with 0.75 points of luck.
Tournament judged() {
    Tournament tournament = tournament_of(R"(
game = "backgammon"
rounds = 2
analyst = "bot:6"
[[players]]
player = "bot:6"
[[players]]
player = "bot:2"
)");
    for (std::size_t number = 0; number < tournament.schedule().games(); ++number) {
        GameReport report{.number = number, .result = GameResult::win, .winner = Color::white};
        report.sides.white = {.decisions = 20, .blunders = 1, .loss = 0.5, .luck = 0.5};
        report.sides.black = {.decisions = 30, .blunders = 2, .loss = 3, .luck = -0.25};
        tournament.add(report);
    }
    return tournament;
}

TEST(JudgedResults, HaveLossBlundersAndPointsLessLuck) {
    const Tournament tournament = judged();
    const Results results = results_of(tournament, Stage::over);
    const Standing& standing = results.standing(0);
    EXPECT_EQ(standing.behaviour.decisions, 100);
    EXPECT_EQ(standing.behaviour.blunders, 6);
    EXPECT_DOUBLE_EQ(standing.behaviour.average_loss(), 0.07);
    // 1 - 0.75 as White, -0.25 as Black: each pair is even.
    EXPECT_EQ(standing.points_less_luck.pairs, 2);
    EXPECT_DOUBLE_EQ(standing.points_less_luck.mean(), 0);
    EXPECT_EQ(standing.points_less_luck.error(), 0);
    const auto json = read_json(to_json(results));
    ASSERT_TRUE(json);
    EXPECT_EQ(*json->find("analyst"), Json{std::string("bot:6")});
    const Json& analysis = *(*json->find("players")->as<Json::Array>())[0].find("analysis");
    EXPECT_EQ(*analysis.find("blunders"), Json{std::int64_t{6}});
    EXPECT_THAT(to_text(results), HasSubstr("0.0700 equity"));
    EXPECT_THAT(to_text(results), HasSubstr("less luck"));
    EXPECT_THAT(to_html(results, ""), HasSubstr("How well they played"));
    EXPECT_THAT(to_html(results, ""), HasSubstr("<td>0.0700 equity</td><td>6</td>"));
    EXPECT_THAT(to_csv(results), HasSubstr("points_less_luck\r\n"));
}

TEST(JudgedResults, AreLeftOutWhereNobodyJudges) {
    const Tournament tournament = played();
    const Results results = results_of(tournament, Stage::over);
    EXPECT_THAT(to_text(results), Not(HasSubstr("blunders")));
    EXPECT_THAT(to_html(results, ""), Not(HasSubstr("How well they played")));
    EXPECT_THAT(to_json(results), HasSubstr("\"analysis\": null"));
}

TEST(ResultsAsText, AreATable) {
    const Tournament tournament = played();
    const Results results = results_of(tournament, Stage::over);
    EXPECT_THAT(to_text(results), HasSubstr("  random  "));
    EXPECT_EQ(games_text(results), "12 of 12 games");
    EXPECT_EQ(sprt_text(results), "");
}

TEST(Results, ThereAreBeforeTheFirstGame) {
    for (const std::string_view format : {"round-robin", "sprt"}) {
        const Tournament tournament =
            tournament_of("game = \"backgammon\"\nplayers = [\"bot\", \"random\"]\nformat = \"" +
                          std::string(format) + "\"");
        const Results results = results_of(tournament, Stage::running);
        EXPECT_TRUE(read_json(to_json(results)));
        EXPECT_THAT(to_html(results, {}), Not(HasSubstr("nan")));
        EXPECT_THAT(to_text(results), HasSubstr("random"));
    }
}

TEST(SprtText, NamesTheVerdict) {
    Tournament tournament = tournament_of(
        "game = \"chess\"\nformat = \"sprt\"\n"
        "players = [\"bot\", \"random\"]\nsprt = { elo1 = 50 }");
    EXPECT_THAT(sprt_text(results_of(tournament, Stage::running)), HasSubstr("not decided"));
    for (std::size_t number = 0; !tournament.is_over(); ++number) {
        const Color first = number % 2 == 0 ? Color::white : Color::black;
        tournament.add({.number = number, .result = GameResult::win, .winner = first});
    }
    EXPECT_THAT(sprt_text(results_of(tournament, Stage::over)),
                HasSubstr("bot is better than by 0 Elo"));
}

}  // namespace
}  // namespace arbiter::arena

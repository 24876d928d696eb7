#include "arena/game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/toml.hpp"
#include "arena/tournament.hpp"
#include "core/games/any_game.hpp"
#include "players/bots/built_in.hpp"

namespace arbiter::arena {
namespace {

using players::Choice;
using players::PlayerError;
using testing::ElementsAre;
using testing::HasSubstr;

Terms terms_of(std::string_view toml) {
    const auto document = Toml::read(toml);
    auto setup = read_setup(document->json(), ".");
    EXPECT_TRUE(setup) << (setup.faults.empty() ? "" : setup.faults.begin()->sentence);
    return std::move(setup->terms);
}

/// Answers what it was given, then plays at random.
class Scripted final : public players::Player {
public:
    explicit Scripted(std::vector<std::string> answers) : answers_(std::move(answers)) {}

    std::string_view name() const override { return "scripted"; }
    std::expected<Choice, PlayerError> choose(const players::Turn& turn) override {
        told_.push_back(turn.refusals.size());
        if (next_ == answers_.size()) return players::built_in("random", 0, 3)->choose(turn);
        const std::string answer = answers_[next_++];
        if (answer == "gone") {
            return std::unexpected(PlayerError{PlayerError::Kind::unavailable, "no route", {}});
        }
        if (answer == "crash") {
            return std::unexpected(PlayerError{PlayerError::Kind::crashed, "it fell over", {}});
        }
        return Choice{answer,
                      {{.sent = "?",
                        .received = answer,
                        .latency = std::chrono::milliseconds(5),
                        .tokens_in = 10,
                        .tokens_out = 2,
                        .cost = 0.25}},
                      35,
                      12};
    }
    const std::vector<std::size_t>& told() const { return told_; }

private:
    std::vector<std::string> answers_;
    std::size_t next_ = 0;
    std::vector<std::size_t> told_;
};

/// Plays at random, and calls itself a little ahead.
class Telling final : public players::Player {
public:
    std::string_view name() const override { return "telling"; }
    std::expected<Choice, PlayerError> choose(const players::Turn& turn) override {
        auto choice = players::built_in("random", 0, 3)->choose(turn);
        if (choice) choice->score = 7;
        return choice;
    }
};

PlayedGame played(const Terms& terms, std::size_t number, players::Player& white,
                  players::Player& black, const players::Now& now = players::wall_clock) {
    const Schedule schedule(terms.schedule);
    auto game =
        play({terms, schedule.game(number), {.white = &white, .black = &black}, true}, {}, now);
    EXPECT_TRUE(game);
    return *game;
}

PlayedGame played_at_random(const Terms& terms, std::size_t number) {
    const Fixture fixture = Schedule(terms.schedule).game(number);
    const auto white = players::built_in("random", seed_of(terms, fixture, Color::white));
    const auto black = players::built_in("random", seed_of(terms, fixture, Color::black));
    const referee::Moment noon{std::chrono::sys_days(std::chrono::year(2026) / 11 / 16)};
    return played(terms, number, *white, *black, [=] { return noon; });
}

constexpr std::string_view chess = R"(
name = "Test"
game = "chess"
rounds = 3
players = ["random", { player = "random", name = "other" }]
)";

TEST(Game, EndsWithARecordThatSaysWhatTheReportSays) {
    for (const std::string game : {"chess", "go", "backgammon"}) {
        const Terms terms = terms_of(
            "game = \"" + game + "\"\n" + (game == "go" ? "options = { size = 5 }\n" : "") +
            "players = [\"random\", { player = \"random\", name = \"o\" }]");
        const auto [report, transcript] = played_at_random(terms, 0);
        const auto read =
            AnyGame::read(report.record, {.game = game, .format = record_format(game)});
        ASSERT_TRUE(read) << report.record;
        ASSERT_TRUE(read->outcome()) << report.record;
        EXPECT_EQ(read->outcome()->result, report.result);
        EXPECT_EQ(read->outcome()->winner, report.winner);
        EXPECT_GT(report.sides.white.turns, 0);
        EXPECT_EQ(report.sides.white.refusals, 0);
        EXPECT_FALSE(report.forfeit);
    }
}

TEST(Game, IsTheSameForTheSameSeed) {
    const Terms terms = terms_of(chess);
    EXPECT_EQ(played_at_random(terms, 1).report.record, played_at_random(terms, 1).report.record);
    EXPECT_NE(played_at_random(terms, 0).report.record, played_at_random(terms, 1).report.record);
    Terms other = terms;
    other.seed = 2;
    EXPECT_NE(played_at_random(terms, 1).report.record, played_at_random(other, 1).report.record);
}

/// "opening 3-1", "roll 64" ...
std::vector<std::string> rolls_of(const GameReport& report) {
    std::vector<std::string> rolls;
    const auto game = AnyGame::read(report.record, {.game = "backgammon", .format = "mat"});
    for (const std::string& event : game->history()) {
        if (event.starts_with("opening") || event.starts_with("roll")) rolls.push_back(event);
    }
    return rolls;
}

TEST(Game, HasTheSameDiceAsTheOtherOfItsPairAndNoOthers) {
    const Terms terms = terms_of(
        "game = \"backgammon\"\nrounds = 2\n"
        "players = [\"random\", { player = \"random\", name = \"o\" }]");
    const auto first = rolls_of(played_at_random(terms, 0).report);
    const auto swapped = rolls_of(played_at_random(terms, 1).report);
    const auto next = rolls_of(played_at_random(terms, 2).report);
    const std::size_t common = std::min(first.size(), swapped.size());
    ASSERT_GT(common, 10);
    EXPECT_TRUE(std::equal(first.begin(), first.begin() + 10, swapped.begin()));
    EXPECT_FALSE(std::equal(first.begin(), first.begin() + 10, next.begin()));
}

TEST(Game, BeginsFromTheOpeningOfItsRound) {
    const Terms terms =
        terms_of(std::string(chess) + "openings.list = [\"1. e4\", \"1. d4 d5\"]\nmoves_max = 2");
    EXPECT_THAT(played_at_random(terms, 0).report.record, HasSubstr("1. e4 "));
    EXPECT_THAT(played_at_random(terms, 1).report.record, HasSubstr("1. e4 "));
    EXPECT_THAT(played_at_random(terms, 2).report.record, HasSubstr("1. d4 d5 "));
    EXPECT_THAT(played_at_random(terms, 4).report.record, HasSubstr("1. e4 "));
}

TEST(Game, TheRecordHasWhatThePlayersSaidOfTheirMoves) {
    const Terms terms = terms_of(std::string(chess) + "moves_max = 2");
    Scripted white({"e4"});
    Scripted black({"e5"});
    EXPECT_THAT(
        played(terms, 0, white, black).report.record,
        ::testing::ContainsRegex("1\\. e4 \\{\\[%eval 0\\.35,12\\] \\[%emt 0:00:0[^]]*\\]\\} "
                                 "1\\.\\.\\. e5 \\{\\[%eval -0\\.35,12\\]"));
    Scripted first({"D4", "D5"});
    Scripted second({"E4", "E5"});
    EXPECT_THAT(played(terms_of("game = \"go\"\nplayers = [\"random\", \"bot:1\"]\nmoves_max = 2"),
                       0, second, first)
                    .report.record,
                ::testing::ContainsRegex("B\\[dp\\]C\\[black's score 35, depth 12, [0-9]* ms\\]"));
    Telling white_dice;
    Scripted black_dice({});
    const auto match = played(terms_of("game = \"backgammon\"\nplayers = [\"random\", \"bot:1\"]"),
                              0, white_dice, black_dice);
    EXPECT_THAT(match.report.record, HasSubstr("\n; white's score 7\n"));
    EXPECT_EQ(match.report.record.find("black's score"), std::string::npos);
    EXPECT_TRUE(AnyGame::read(match.report.record));
}

TEST(Game, IsCalledADrawWhenItLastsTooLong) {
    const Terms terms = terms_of(std::string(chess) + "moves_max = 6");
    const GameReport report = played_at_random(terms, 0).report;
    EXPECT_EQ(report.result, GameResult::draw);
    EXPECT_EQ(report.reason, "adjudication");
    EXPECT_EQ(report.plies, 7);
    EXPECT_THAT(report.record, HasSubstr("1/2-1/2"));
}

/// Plays at random and says what it was given, again and again.
class Confident final : public players::Player {
public:
    explicit Confident(std::optional<int> score) : score_(score) {}
    std::string_view name() const override { return "confident"; }
    std::expected<Choice, PlayerError> choose(const players::Turn& turn) override {
        auto choice = random_->choose(turn);
        if (choice) choice->score = score_;
        return choice;
    }

private:
    std::optional<int> score_;
    std::unique_ptr<players::Player> random_ = players::built_in("random", 7);
};

GameReport played_by(const Terms& terms, std::optional<int> white, std::optional<int> black) {
    Confident first(white);
    Confident second(black);
    return played(terms, 0, first, second).report;
}

TEST(Adjudication, GivesUpForWhoCallsItselfLost) {
    const Terms one =
        terms_of(std::string(chess) + "moves_max = 20\nresign = { score = 500, moves = 2 }");
    const GameReport lost = played_by(one, {}, -500);
    EXPECT_EQ(lost.winner, Color::white);
    EXPECT_EQ(lost.reason, "adjudication");
    EXPECT_EQ(lost.plies, 5);
    EXPECT_FALSE(lost.forfeit);
    EXPECT_THAT(lost.record, HasSubstr("1-0"));
    EXPECT_EQ(played_by(one, 900, -499).result, GameResult::draw);

    const Terms both = terms_of(std::string(chess) +
                                "moves_max = 20\nresign = { score = 500, moves = 2, both = true }");
    EXPECT_EQ(played_by(both, {}, -900).result, GameResult::draw);
    EXPECT_EQ(played_by(both, 499, -900).result, GameResult::draw);
    EXPECT_EQ(played_by(both, 500, -900).winner, Color::white);
}

TEST(Adjudication, CallsADrawWhatBothCallEven) {
    const Terms terms = terms_of(std::string(chess) +
                                 "moves_max = 20\ndraw = { score = 10, moves = 3, after = 5 }");
    const GameReport even = played_by(terms, 10, -10);
    EXPECT_EQ(even.result, GameResult::draw);
    EXPECT_EQ(even.reason, "adjudication");
    EXPECT_EQ(even.plies, 11);
    EXPECT_EQ(played_by(terms, 10, -11).plies, 21);
    EXPECT_EQ(played_by(terms, 10, {}).plies, 21);
}

TEST(Adjudication, CountsMovesInARow) {
    Adjudicator adjudicator(ResignTerms{.score = 100, .moves = 2}, DrawTerms{5, 2, 0});
    for (const int score : {-100, -99, -100}) adjudicator.hear(Color::black, score);
    EXPECT_FALSE(adjudicator.loser());
    adjudicator.hear(Color::white, 0);
    adjudicator.hear(Color::black, -100);
    EXPECT_EQ(adjudicator.loser(), Color::black);
    for (const int score : {0, 5}) adjudicator.hear(Color::black, score);
    EXPECT_FALSE(adjudicator.is_draw(100));
    adjudicator.hear(Color::white, -5);
    EXPECT_TRUE(adjudicator.is_draw(100));
    EXPECT_FALSE(adjudicator.loser());
}

TEST(Adjudication, InGoIsAResult) {
    const Terms terms = terms_of(
        "game = \"go\"\noptions = { size = 9 }\nresign = { score = 90 }\n"
        "players = [\"random\", { player = \"random\", name = \"o\" }]");
    const GameReport report = played_by(terms, -95, 95);
    EXPECT_EQ(report.winner, Color::black);
    EXPECT_EQ(report.reason, "adjudication");
    EXPECT_EQ(report.plies, 7);
}

TEST(Adjudication, OfAGameOfBackgammonLeavesTheMatchToGoOn) {
    const std::string players = "players = [\"random\", { player = \"random\", name = \"o\" }]\n";
    const Terms match = terms_of("game = \"backgammon\"\noptions = { match = 5 }\n" + players +
                                 "resign = { score = 80, moves = 2 }");
    // Two points for each gammon: the third game ends the match.
    for (const auto& [score, games] : {std::pair(-90, 5), std::pair(-150, 3), std::pair(-299, 2)}) {
        const GameReport report = played_by(match, {}, score);
        EXPECT_EQ(report.winner, Color::white);
        const auto game = AnyGame::read(report.record, {.game = "backgammon", .format = "mat"});
        ASSERT_TRUE(game) << report.record;
        EXPECT_EQ(std::ranges::count_if(game->history(),
                                        [](const std::string& event) {
                                            return event.find("accept_resignation") != event.npos;
                                        }),
                  games)
            << report.record;
    }
}

TEST(Game, EndsAtTheThirdRepetitionUnlessOnlyPlayersMayClaimIt) {
    const std::vector<std::string> knights{"Nf3", "Ng1", "Nf3", "Ng1", "Nf3", "Ng1"};
    const std::vector<std::string> others{"Nf6", "Ng8", "Nf6", "Ng8", "Nf6", "Ng8"};
    for (const auto& [draws, reason] :
         {std::pair("claimed", "threefold_repetition"), std::pair("asked", "adjudication")}) {
        const Terms terms =
            terms_of(std::string(chess) + "moves_max = 12\ndraws = \"" + draws + "\"");
        Scripted white(knights);
        Scripted black(others);
        EXPECT_EQ(played(terms, 0, white, black).report.reason, reason);
    }
}

TEST(Game, IsForfeitedAfterTheLastChance) {
    const Terms terms = terms_of(chess);
    Scripted white({"e5", "pawn", "Ke2"});
    Scripted black({});
    const auto [report, transcript] = played(terms, 0, white, black);
    EXPECT_EQ(report.winner, Color::black);
    ASSERT_TRUE(report.forfeit);
    EXPECT_EQ(report.forfeit->by, Color::white);
    EXPECT_EQ(report.forfeit->reason, "refused");
    EXPECT_EQ(report.sides.white.refusals, 3);
    EXPECT_EQ(report.sides.white.tokens_in, 30);
    EXPECT_EQ(report.sides.white.tokens_out, 6);
    EXPECT_DOUBLE_EQ(report.sides.white.cost, 0.75);
    EXPECT_THAT(white.told(), ElementsAre(0, 1, 2));
    EXPECT_THAT(transcript, HasSubstr(R"("seat":"white")"));
    EXPECT_THAT(transcript, HasSubstr(R"("answer":"Ke2")"));
}

TEST(Game, GoesOnWithARandomMoveIfThatIsAgreed) {
    const Terms terms = terms_of(std::string(chess) + "chances = 1\nlast_resort = \"random\"");
    Scripted white({"e5", "crash"});
    Scripted black({});
    const GameReport report = played(terms, 0, white, black).report;
    EXPECT_FALSE(report.forfeit);
    EXPECT_EQ(report.sides.white.random_moves, 2);
    EXPECT_EQ(report.sides.white.refusals, 1);
}

TEST(Game, IsForfeitedByWhoCrashesAndNotByWhoResigns) {
    const Terms terms = terms_of(chess);
    Scripted crashing({"e4", "crash"});
    Scripted black({"e5"});
    const GameReport crashed = played(terms, 0, crashing, black).report;
    EXPECT_EQ(crashed.forfeit, (Forfeit{Color::white, "crashed", "it fell over"}));
    EXPECT_EQ(crashed.reason, "abandoned");
    EXPECT_EQ(crashed.winner, Color::black);
    EXPECT_THAT(crashed.record, HasSubstr("[Termination \"abandoned\"]"));
    EXPECT_THAT(crashed.record, HasSubstr("[Result \"0-1\"]"));
    Scripted resigning({"e4", "resign"});
    Scripted other({"e5"});
    const GameReport resigned = played(terms, 0, resigning, other).report;
    EXPECT_EQ(resigned.reason, "resignation");
    EXPECT_FALSE(resigned.forfeit);
}

TEST(Game, IsLostByARulesInfractionAfterTheLastChance) {
    Scripted white({"e4", "Ke3", "Ke3", "Ke3"});
    Scripted black({"e5"});
    const GameReport report = played(terms_of(chess), 0, white, black).report;
    EXPECT_EQ(report.forfeit->reason, "refused");
    EXPECT_EQ(report.reason, "rules_infraction");
    EXPECT_THAT(report.record, HasSubstr("[Termination \"rules infraction\"]"));
    Scripted stones({"D4", "D4", "D4", "D4"});
    Scripted other({"Q16"});
    const Terms go = terms_of("game = \"go\"\nplayers = [\"random\", \"random\"]");
    const GameReport lost = played(go, 1, other, stones).report;
    EXPECT_EQ(lost.reason, "forfeit");
    EXPECT_THAT(lost.record, HasSubstr("RE[W+F]"));
}

TEST(Game, IsVoidOrWaitsOrIsLostWhereAServiceDoesNotServe) {
    const auto with = [](std::string_view on_failure) {
        return terms_of(std::string(chess) + "on_failure = \"" + std::string(on_failure) + "\"");
    };
    Scripted black({"e5", "resign"});
    Scripted gone({"e4", "gone"});
    const GameReport empty = played(terms_of(chess), 0, gone, black).report;
    EXPECT_EQ(empty.result, GameResult::no_result);
    EXPECT_EQ(empty.failure, (Forfeit{Color::white, "unavailable", "no route"}));
    EXPECT_FALSE(empty.forfeit);
    EXPECT_FALSE(empty.points(Color::white));
    EXPECT_THAT(empty.record, HasSubstr("[Result \"*\"]"));

    Scripted back({"e4", "gone", "d4"});
    Scripted patient({"e5", "resign"});
    const GameReport waited = played(with("pause"), 0, back, patient).report;
    EXPECT_EQ(waited.reason, "resignation");
    EXPECT_FALSE(waited.failure);

    Scripted lost({"e4", "gone"});
    Scripted winner({"e5"});
    const GameReport forfeited = played(with("forfeit"), 0, lost, winner).report;
    EXPECT_EQ(forfeited.forfeit->reason, "unavailable");
    EXPECT_EQ(forfeited.winner, Color::black);
}

TEST(Game, ForMoneyIsWorthWhatTheCubeAndTheBoardSay) {
    const Terms terms = terms_of("game = \"backgammon\"\nplayers = [\"random\", \"random\"]");
    Tournament tournament(terms);
    EXPECT_TRUE(tournament.counts_points());
    GameReport first{.number = 0, .result = GameResult::win, .winner = Color::white};
    first.stake = 4;
    GameReport second{.number = 1, .result = GameResult::win, .winner = Color::white};
    tournament.add(first);
    tournament.add(second);
    // The first player won four points with White and lost one with Black.
    EXPECT_EQ(tournament.standings()[0].points.mean(), 1.5);
    EXPECT_EQ(tournament.standings()[1].points.mean(), -1.5);
    EXPECT_EQ(tournament.standings()[0].score.wins, 1);
}

TEST(Game, IsLostOnTimeByTheVirtualClock) {
    const Terms terms = terms_of(
        std::string(chess) + "clock = { kind = \"fischer\", base_ms = 1000, increment_ms = 0 }");
    Scripted white({"e4", "d4", "c4"});
    Scripted black({"e5", "d5", "c5"});
    referee::Moment time{};
    const GameReport report = played(terms, 0, white, black, [&] {
                                  return time += std::chrono::milliseconds(100);
                              }).report;
    ASSERT_TRUE(report.forfeit);
    EXPECT_EQ(report.forfeit->reason, "flagged");
    EXPECT_EQ(report.reason, "time_forfeit");
}

TEST(Game, IsNoneWhenItIsStopped) {
    const Terms terms = terms_of(chess);
    std::stop_source source;
    source.request_stop();
    Scripted player({});
    EXPECT_FALSE(
        play({terms, Schedule(terms.schedule).game(0), {&player, &player}}, source.get_token()));
}

TEST(Game, IsJudgedByTheAnalyst) {
    const Terms terms = terms_of(chess);
    Scripted white({"f3", "g4"});
    Scripted black({"e5", "Qh4#"});
    const auto analyst = players::built_in("bot", 4, 0);
    Table table{terms, Schedule(terms.schedule).game(0), {.white = &white, .black = &black}};
    table.analyst = analyst.get();
    const auto game = play(table);
    ASSERT_TRUE(game);
    const auto& [loser, winner] = game->report.sides;
    EXPECT_EQ(loser.decisions, 2);
    EXPECT_EQ(loser.blunders, 1);
    EXPECT_GT(loser.average_loss(), 100) << "in centipawns: g4 allows a mate";
    EXPECT_EQ(winner.decisions, 2);
    EXPECT_EQ(winner.blunders, 0);
    const auto read = read_report(to_json(game->report));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, game->report);
    EXPECT_FALSE(played_at_random(terms, 0).report.points_less_luck(Color::white));
}

/// Between equal players everything is luck, except for their errors.
TEST(Game, HasHardlyAnyPointsLessLuckBetweenEquals) {
    for (const std::string_view rule : {"match = 0\ncube = false", "match = 3"}) {
        const Terms terms =
            terms_of("game = \"backgammon\"\nrounds = 3\n[options]\n" + std::string(rule) + R"(
[[players]]
player = "bot:6"
[[players]]
player = "bot:6"
)");
        const auto bot = players::built_in("bot", 6, 0);
        double with_luck = 0;
        double without = 0;
        const Schedule schedule(terms.schedule);
        for (std::size_t number = 0; number < 3; ++number) {
            Table table{terms, schedule.game(number), {.white = bot.get(), .black = bot.get()}};
            table.analyst = bot.get();
            const GameReport report = play(table)->report;
            const double fair = *report.points_less_luck(Color::white);
            EXPECT_NEAR(*report.points_less_luck(Color::black), -fair, 1e-9);
            with_luck += report.net_points(Color::white) * report.net_points(Color::white);
            without += fair * fair;
        }
        EXPECT_LT(without, with_luck / 4) << rule;
    }
}

TEST(Report, IsReadAsItIsWritten) {
    const Terms terms = terms_of(chess);
    Scripted white({"e5", "pawn", "Ke2"});
    Scripted black({});
    const GameReport report = played(terms, 0, white, black).report;
    const auto again = read_report(to_json(report));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, report);
    EXPECT_FALSE(read_report("{}"));
    EXPECT_FALSE(read_report("[]"));
    EXPECT_FALSE(read_report(R"({"number": -1})"));
}

GameReport result_of(std::size_t number, std::optional<Color> winner) {
    return {
        .number = number, .result = winner ? GameResult::win : GameResult::draw, .winner = winner};
}

TEST(Tournament, CountsEachGameOnce) {
    Tournament tournament(terms_of(chess));
    EXPECT_TRUE(tournament.add(result_of(0, Color::white)));
    EXPECT_FALSE(tournament.add(result_of(0, Color::black)));
    EXPECT_FALSE(tournament.add(result_of(6, Color::black)));
    EXPECT_TRUE(tournament.add(result_of(1, {})));
    EXPECT_EQ(tournament.finished(), 2);
    EXPECT_EQ(tournament.standings()[0].score, (Score{.wins = 1, .draws = 1, .losses = 0}));
    EXPECT_EQ(tournament.standings()[1].against[0], (Score{.wins = 0, .draws = 1, .losses = 1}));
    EXPECT_FALSE(tournament.is_over());
    for (std::size_t number = 2; number < 6; ++number) tournament.add(result_of(number, {}));
    EXPECT_TRUE(tournament.is_over());
}

TEST(Tournament, OfATestIsOverWithTheVerdict) {
    Tournament tournament(
        terms_of("game = \"chess\"\nformat = \"sprt\"\nrounds = 1000\n"
                 "players = [\"bot\", \"random\"]\nsprt = { elo1 = 50 }"));
    std::size_t number = 0;
    while (!tournament.is_over() && number < 2000) {
        // The first player has White in even games and wins three of four.
        const bool wins = number % 8 != 3 && number % 8 != 6;
        const Color first = number % 2 == 0 ? Color::white : Color::black;
        tournament.add(result_of(number++, wins ? first : opponent(first)));
    }
    EXPECT_EQ(tournament.sprt()->verdict(), SprtVerdict::elo1);
    EXPECT_LT(number, 400);
    EXPECT_EQ(tournament.sprt()->pairs()[2] + tournament.sprt()->pairs()[4], number / 2);
}

TEST(Tournament, OfSwissDrawsTheNextRoundWhenOneIsOver) {
    Tournament tournament(
        terms_of("game = \"chess\"\nformat = \"swiss\"\nrounds = 2\n"
                 "players = [\"bot:1\", \"bot:2\", \"bot:3\", \"bot:4\"]"));
    EXPECT_EQ(tournament.schedule().games(), 4);
    for (const std::size_t number : {1U, 0U, 3U}) tournament.add(result_of(number, Color::white));
    EXPECT_EQ(tournament.schedule().games(), 4);
    tournament.add(result_of(2, Color::white));
    EXPECT_EQ(tournament.schedule().games(), 8);
    EXPECT_FALSE(tournament.is_over());
}

TEST(Tournament, GivesTheFirstMoveToBlackInGo) {
    Tournament go(
        terms_of("game = \"go\"\nrounds = 20\n"
                 "players = [\"random\", { player = \"random\", name = \"o\" }]"));
    for (std::size_t number = 0; number < 40; ++number) go.add(result_of(number, Color::black));
    EXPECT_GT(go.ratings().first_move->elo, 200);
    EXPECT_NEAR(go.ratings().players[0].elo, 0, 1e-6);
}

}  // namespace
}  // namespace arbiter::arena

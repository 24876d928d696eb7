#include <algorithm>

#include <gtest/gtest.h>

#include "core/go/rules.hpp"
#include "players/bots/go/bot.hpp"
#include "players/bots/go/search.hpp"
#include "tests/support/drawn.hpp"

namespace arbiter::players {
namespace {

using go::Game;
using go::Point;

Game drawn_game(std::string_view drawing, Color turn = Color::black) {
    return go::game_of_drawing(drawing, go::rules_of("chinese"), turn);
}

std::string chosen(const Game& game, std::uint64_t playouts, std::uint64_t seed = 1) {
    const std::string text =
        answer(game, {.level = level_max, .seed = seed}, {.nodes = playouts}).move;
    return game.write_event(*game.read_event(text), "vertex");
}

/// The best point, also where the bot would resign or pass.
std::string best(const Game& game, std::uint64_t playouts) {
    const GoReport report =
        analyse_go(game, game.rules(), {.level = level_max, .seed = 1}, {.nodes = playouts});
    return to_string(report.move().value());
}

TEST(GoBot, TakesAGroupInAtari) {
    const Game game = drawn_game(R"(
        .......
        ..XXX..
        .XOOOX.
        ..XXO..
        ....X..
        .OOO...
        .......)");
    EXPECT_EQ(chosen(game, 400), "F4");
}

TEST(GoBot, SavesAGroupInAtari) {
    const Game game = drawn_game(R"(
        .......
        ..OOO..
        .OXXXO.
        .OXXX..
        ..OOO..
        .......
        .......)");
    EXPECT_EQ(best(game, 400), "F4");
}

/// Five White stones around three points in the corner live or die with the middle one.
TEST(GoBot, MakesTwoEyesAndTakesThem) {
    for (const Color turn : {Color::white, Color::black}) {
        const Game game = drawn_game(R"(
        XXXXXXX
        X.X.X.X
        XXXXXXX
        XXXXXXX
        OOOOOXX
        OOO.OX.
        O...OXX)",
                                     turn);
        const std::string move = best(game, 2'000);
        EXPECT_TRUE(move == "C1" || move == "D1" || move == "D2") << move;
    }
}

/// A row of three points has one vital point: White lives there, and Black kills.
TEST(GoBot, PlaysTheVitalPoint) {
    for (const Color turn : {Color::white, Color::black}) {
        const Game game = drawn_game(R"(
        .X.X.X.X.
        XXXXXXXXX
        .X.X.X.X.
        XXXXXXXXX
        OOOOOOOOX
        OOO...OOX
        OOOOOOOOX
        XXXXXXXXX
        .X.X.X.X.)",
                                     turn);
        EXPECT_EQ(best(game, 1'000), "E4");
        EXPECT_NE(chosen(game, 1'000), "pass");
    }
}

TEST(GoBot, ResignsWhenItIsLost) {
    constexpr std::string_view drawing = R"(
        .X.X.X.X.
        XXXXXXXXX
        .X.X.X.X.
        XXXXXXXXX
        ...X.....
        XXXXXXXXX
        OOOOOOOOO
        ..O.O....
        .........)";
    const auto answer_of = [&](Color turn, std::uint64_t playouts) {
        return answer(drawn_game(drawing, turn), {}, {.nodes = playouts}).move;
    };
    EXPECT_EQ(answer_of(Color::white, 200), "resign");
    EXPECT_NE(answer_of(Color::black, 200), "resign");
    EXPECT_NE(answer_of(Color::white, 1), "resign");  // one playout proves nothing
}

TEST(GoBot, DoesNotFillItsEyes) {
    const Game game = drawn_game(R"(
        .X.X.
        XXXXX
        OOOOO
        OOOOO
        .O.O.)");
    EXPECT_EQ(chosen(game, 100), "pass");
}

TEST(GoBot, PassesWhenTheOtherSideHasPassedAndTheScoreIsWon) {
    Game game = drawn_game(R"(
        .X...
        .XO..
        .XO..
        XXO..
        ..XO.)",
                           Color::black);
    ASSERT_TRUE(game.play(go::Pass{Color::black}));
    EXPECT_EQ(chosen(game, 50), "pass");  // White has komi
}

TEST(GoBot, AnswersWithoutAnyBudget) {
    for (const std::string size : {"1", "1x2", "2", "5x7", "9", "19", "52"}) {
        const Game game = *Game::create({{"size", size}}).value;
        const std::string text = answer(game, {}, {.nodes = 0}).move;
        EXPECT_TRUE(game.check(*game.read_event(text))) << size << " " << text;
        const std::string stopped =
            answer(game, {}, {.nodes = {}, .should_stop = [] { return true; }}).move;
        EXPECT_EQ(stopped, text);
    }
}

TEST(GoSearch, PlayoutsAreMetExactlyAndRepeatExactly) {
    const Game game = *Game::create({{"size", "7"}}).value;
    const auto points = go::legal_points(game.position(), game.past(), game.rules(), game.turn());
    const GoTask task{
        .position = game.position(), .candidates = points, .black_needs = {15}, .seed = 5};
    const GoReport one = search_go(task, {321});
    const GoReport two = search_go(task, {321});
    EXPECT_EQ(one.playouts, 321U);
    EXPECT_EQ(one.move(), two.move());
    EXPECT_EQ(one.chance, two.chance);
    EXPECT_EQ(one.black_share, two.black_share);
}

TEST(GoSearch, StopsSoonAfterItIsTold) {
    const Game game = *Game::create({{"size", "9"}}).value;
    const auto points = go::legal_points(game.position(), game.past(), game.rules(), game.turn());
    int asked = 0;
    const GoReport report = search_go({.position = game.position(), .candidates = points},
                                      {1'000'000, [&] { return ++asked == 4; }});
    EXPECT_EQ(asked, 4);
    EXPECT_LT(report.playouts, 100U);
    EXPECT_GT(report.playouts, 0U);
}

TEST(GoSearch, PlaysOnlyCandidates) {
    const Game game = *Game::create({{"size", "5"}}).value;
    const std::vector<Point> only{*go::point_named("A1")};
    const GoReport report = search_go({.position = game.position(), .candidates = only}, {200});
    EXPECT_EQ(report.move(), only.front());
}

TEST(GoSearch, ReportsMovesWithLinesScoresAndOwners) {
    const Game game = drawn_game(R"(
        ..XO.
        ..XO.
        XXXO.
        ..XO.
        ..XO.)");
    const GoReport report = analyse_go(game, game.rules(), {.level = 5, .seed = 3}, {.nodes = 400});
    EXPECT_EQ(report.playouts, 400U);
    EXPECT_NEAR(report.score, 15 - 10 - 7.5, 2);  // Black has 15 points, White 10
    EXPECT_GT(report.black_share[0], 0.9);
    EXPECT_LT(report.black_share[4], 0.1);
    std::uint64_t visits = 0;
    double priors = 0;
    for (const GoCandidate& candidate : report.candidates) {
        ASSERT_FALSE(candidate.line.empty());
        EXPECT_EQ(candidate.line.front(), candidate.move);
        visits += candidate.visits;
        priors += candidate.prior;
    }
    EXPECT_EQ(visits, 400U);
    EXPECT_NEAR(priors, 1, 1e-4);
    EXPECT_GE(report.candidates.front().visits, report.candidates.back().visits);
}

/// The two searches are one: it can be looked at on the way.
TEST(GoSearch, GoesOnWhereItStopped) {
    const Game game = *Game::create({{"size", "7"}}).value;
    GoSearch halves = go_search(game, game.rules(), 9);
    halves.run({100});
    EXPECT_EQ(halves.report().playouts, 100U);
    halves.run({100});
    GoSearch whole = go_search(game, game.rules(), 9);
    whole.run({200});
    EXPECT_EQ(halves.report().move(), whole.report().move());
    EXPECT_EQ(halves.report().chance, whole.report().chance);
}

TEST(GoSearch, InheritsWhatWasFoundBelowTheMovesMade) {
    Game game = *Game::create({{"size", "7"}}).value;
    GoSearch first = go_search(game, game.rules(), 9);
    first.run({2000});
    const std::vector line = first.report().candidates.front().line;
    ASSERT_GE(line.size(), 3U);
    for (const auto& point : std::span(line).first(2)) {
        ASSERT_TRUE(game.play(go::Play{game.turn(), *point}));
    }
    GoSearch second = go_search(game, game.rules(), 9);
    second.inherit(first, std::span(line).first(2));
    const GoReport inherited = second.report();
    EXPECT_GT(inherited.playouts, 0U);
    EXPECT_EQ(inherited.candidates.front().line.front(), line[2]);
    second.run({300});
    EXPECT_EQ(second.report().playouts, inherited.playouts + 300);
    std::uint64_t visits = 0;
    for (const GoCandidate& candidate : second.report().candidates) visits += candidate.visits;
    EXPECT_LE(visits, second.report().playouts);
}

TEST(GoBot, RemembersItsSearchOnlyWhereTheGameWentOn) {
    Game game = *Game::create({{"size", "7"}}).value;
    GoMemory memory;
    const Bot bot{.level = 5, .seed = 3};
    const auto playouts = [&] { return memory.last->search.report().playouts; };
    const auto genmove = [&] {
        const auto move = go_move(game, game.rules(), bot, {.nodes = 500}, &memory);
        ASSERT_TRUE(move.point && game.play(go::Play{game.turn(), *move.point}));
    };
    genmove();
    EXPECT_EQ(playouts(), 500U);
    const auto reply = memory.last->search.report().candidates.front().line.at(1);
    ASSERT_TRUE(game.play(go::Play{game.turn(), *reply}));
    genmove();
    EXPECT_GT(playouts(), 500U);
    game = *Game::create({{"size", "9"}}).value;
    genmove();
    EXPECT_EQ(playouts(), 500U);
    game = *Game::create({{"size", "9"}}).value;
    ASSERT_TRUE(game.play(go::Pass{game.turn()}));
    game.rewind(0);
    genmove();
    EXPECT_GT(playouts(), 500U);
}

TEST(GoSearch, KnowsWhoIsAhead) {
    const Game game = drawn_game(R"(
        ..XO.
        ..XO.
        XXXO.
        ..XO.
        ..XO.)");
    const auto points = go::legal_points(game.position(), game.past(), game.rules(), game.turn());
    const auto chance = [&](int half_points) {
        return search_go({.position = game.position(),
                          .candidates = points,
                          .black_needs = {half_points},
                          .seed = 2},
                         {300})
            .chance;
    };
    EXPECT_GT(chance(1), 0.9);
    EXPECT_LT(chance(2 * 20), 0.1);
}

TEST(GoBot, NeverRepeatsAPositionWhereTheRulesWouldLetIt) {
    // Black has just taken a ko; with ko=none White could take back at once.
    Game game = *Game::create({{"size", "5"},
                               {"rules", "tromp-taylor"},
                               {"ko", "none"},
                               {"stones", "B3b C4b C2b C3w D4w D2w E3w"}})
                     .value;
    ASSERT_TRUE(game.play(go::Play{Color::black, *go::point_named("D3")}));
    ASSERT_TRUE(game.check(go::Play{Color::white, *go::point_named("C3")}));
    for (std::uint64_t seed = 0; seed < 5; ++seed) EXPECT_NE(chosen(game, 60, seed), "C3");
}

TEST(GoBot, PlacesAFreeHandicap) {
    Game game = *Game::create({{"size", "9"}, {"handicap", "4"}, {"placement", "free"}}).value;
    for (int stone = 0; stone < 4; ++stone) {
        EXPECT_EQ(game.turn(), Color::black);
        const std::string text = answer(game, {}, {.nodes = 10}).move;
        ASSERT_TRUE(game.play(*game.read_event(text))) << text;
    }
    EXPECT_EQ(game.turn(), Color::white);
}

class GoSettlement : public testing::Test {
protected:
    /// Black's stone on B2 is dead inside White's corner.
    Game game = drawn_game(R"(
        .....O.X.
        .....OXXX
        .....OX..
        .....OXXX
        OOOOOOXX.
        ...O.OXXX
        OOOO.OX..
        .X.OOOXXX
        ...O.OX.X)",
                           Color::black);

    void SetUp() override {
        ASSERT_TRUE(game.play(go::Pass{Color::black}));
        ASSERT_TRUE(game.play(go::Pass{Color::white}));
        ASSERT_EQ(game.phase(), go::Phase::marking);
    }
    void answer_as(Color color) {
        ASSERT_EQ(game.turn(), color);
        ASSERT_TRUE(game.play(*game.read_event(answer(game, {}, {.nodes = 10}).move)));
    }
};

TEST_F(GoSettlement, MarksWhatIsDeadAndAgrees) {
    answer_as(Color::black);
    EXPECT_EQ(game.dead().size(), 1U);
    answer_as(Color::black);
    EXPECT_TRUE(game.has_agreed(Color::black));
    answer_as(Color::white);
    EXPECT_EQ(game.phase(), go::Phase::over);
}

TEST_F(GoSettlement, GoesOnOnceWhenItsMarkIsTakenBackAndThenGivesIn) {
    const Point stone = game.dead().empty() ? *go::point_named("B2") : game.dead().front();
    answer_as(Color::black);
    ASSERT_TRUE(game.play(go::MarkAlive{Color::white, stone}));
    answer_as(Color::black);
    EXPECT_EQ(game.phase(), go::Phase::play);
    ASSERT_TRUE(game.play(go::Pass{game.turn()}));
    ASSERT_TRUE(game.play(go::Pass{game.turn()}));
    answer_as(Color::black);
    ASSERT_TRUE(game.play(go::MarkAlive{Color::white, stone}));
    answer_as(Color::black);
    EXPECT_TRUE(game.has_agreed(Color::black));
}

TEST(GoLevels, GrowAndStayQuickOnLargeBoards) {
    for (int level = level_min + 1; level <= level_max; ++level) {
        EXPECT_GT(go_playouts(level, {9, 9}), go_playouts(level - 1, {9, 9}));
    }
    EXPECT_LT(go_playouts(8, {52, 52}), go_playouts(8, {19, 19}));
    EXPECT_GE(go_playouts(1, {52, 52}), 1U);
}

}  // namespace
}  // namespace arbiter::players

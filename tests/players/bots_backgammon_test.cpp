#include <gtest/gtest.h>

#include "core/backgammon/notations/steps.hpp"
#include "players/bots/backgammon/bot.hpp"
#include "players/bots/backgammon/cube.hpp"
#include "players/bots/backgammon/judge.hpp"
#include "tests/support/drawn_backgammon.hpp"

namespace arbiter::players {
namespace {

using backgammon::Board;
using backgammon::Game;
using backgammon::Level;
using backgammon::Spot;
using backgammon::Stage;

struct Pile {
    int point;
    int checkers;
};

/// Each side's checkers by its own points; the rest of the fifteen is off.
Board board_of(std::initializer_list<Pile> white, std::initializer_list<Pile> black) {
    Board board;
    const auto put = [&](Color color, std::initializer_list<Pile> piles) {
        int off = backgammon::checkers_each;
        for (const auto [point, checkers] : piles) {
            board.set(color, *Spot::at(point), checkers);
            off -= checkers;
        }
        board.set(color, Spot::off(), off);
    };
    put(Color::white, white);
    put(Color::black, black);
    return board;
}

constexpr std::initializer_list<Pile> race_of_90{{6, 6}, {5, 4}, {4, 1}, {10, 3}};
constexpr std::initializer_list<Pile> race_of_98{{6, 6}, {5, 4}, {8, 4}, {10, 1}};
constexpr std::initializer_list<Pile> race_of_125{{6, 5}, {8, 5}, {11, 5}};

std::string turn_for(const Board& board, std::string_view dice, const BackgammonLevel& level) {
    const Game game = backgammon::game_at(
        {.board = board, .stage = Stage::move, .dice = backgammon::read_dice(dice)});
    const auto best = best_turn(game.position(), level, 1, {1'000'000});
    return write_turn(board, Color::white, best.turn);
}

std::string opening(std::string_view dice) {
    return turn_for(start_board(backgammon::StartName::standard), dice, backgammon_level(6));
}

std::string answered(const Game& game) { return answer(game, {.level = 6, .seed = 1}, {}).move; }

TEST(BackgammonShots, AreThoseOfTheBooks) {
    EXPECT_EQ(shots(board_of({{2, 1}}, {{24, 1}}), Color::white), 11);  // one pip away
    EXPECT_EQ(shots(board_of({{7, 1}}, {{24, 1}}), Color::white), 17);  // six
    EXPECT_EQ(shots(board_of({{8, 1}}, {{24, 1}}), Color::white), 6);   // seven
    EXPECT_EQ(shots(board_of({{13, 1}}, {{24, 1}}), Color::white), 3);  // twelve
    EXPECT_EQ(shots(board_of({{20, 2}}, {{24, 2}}), Color::white), 0);  // nothing to hit
    EXPECT_EQ(shots(board_of({{3, 1}}, {{20, 2}}), Color::white), 0);   // already passed
    // A point on the way stops the combinations through it: of 6-2, 5-3, 4-4 and 2-2 the doubles.
    EXPECT_EQ(shots(board_of({{9, 1}}, {{24, 1}}), Color::white), 6);
    EXPECT_EQ(shots(board_of({{9, 1}, {5, 2}}, {{24, 1}}), Color::white), 4);
}

TEST(BackgammonShots, FromTheBarOnlyEnteringCheckersHit) {
    EXPECT_EQ(shots(board_of({{3, 1}}, {{25, 1}}), Color::white), 11 + 2 + 1);  // 3s, 2-1, 1-1
    EXPECT_EQ(shots(board_of({{3, 1}}, {{25, 2}}), Color::white), 11 + 1);      // 3s, 1-1
}

TEST(BackgammonJudge, KnowsRaces) {
    const Board ahead = board_of(race_of_90, race_of_125);
    EXPECT_FALSE(has_contact(ahead));
    EXPECT_TRUE(has_contact(start_board(backgammon::StartName::standard)));
    const auto& net = trained_backgammon_net();
    EXPECT_GT(chances_before_roll(net, ahead, Color::white).win, 0.95F);
    EXPECT_LT(chances_before_roll(net, ahead, Color::black).win, 0.1F);
    const Board even = board_of(race_of_90, race_of_90);
    const float win = chances_before_roll(net, even, Color::white).win;
    EXPECT_GT(win, 0.55F);  // who rolls first is ahead
    EXPECT_LT(win, 0.75F);
    const Board gammon = board_of({{1, 1}}, {{6, 10}, {12, 5}});
    EXPECT_GT(chances_before_roll(net, gammon, Color::white).win_gammon, 0.95F);
}

TEST(BackgammonJudge, IsTheSameForBothSides) {
    const Board board =
        board_of({{24, 2}, {13, 5}, {8, 3}, {6, 5}}, {{24, 2}, {13, 4}, {5, 4}, {6, 5}});
    Board turned;
    for (int i = 0; i <= 25; ++i) {
        turned.set(Color::white, *Spot::at(i), board.count(Color::black, *Spot::at(i)));
        turned.set(Color::black, *Spot::at(i), board.count(Color::white, *Spot::at(i)));
    }
    const auto& net = trained_backgammon_net();
    EXPECT_EQ(chances_after_move(net, board, Color::white).equity(),
              chances_after_move(net, turned, Color::black).equity());
}

TEST(BackgammonNet, IsWrittenAndRead) {
    const BackgammonNet net = BackgammonNet::read(trained_backgammon_net().text());
    EXPECT_EQ(net.text(), trained_backgammon_net().text());
    EXPECT_EQ(net.text().size(), 2 * BackgammonNet::weight_count);
    const BackgammonInputs inputs(start_board(backgammon::StartName::standard), Color::white);
    EXPECT_EQ(BackgammonNet::read("").judge(inputs).win, 0.5F);
}

TEST(BackgammonNet, LearnsWhatItIsTold) {
    BackgammonNet net(3);
    const BackgammonInputs inputs(start_board(backgammon::StartName::standard), Color::white);
    for (int i = 0; i < 300; ++i) net.learn(inputs, {0.9F, 0.3F, 0.05F}, 0.1F);
    const auto learnt = net.judge(inputs);
    EXPECT_NEAR(learnt.win, 0.9F, 0.02F);
    EXPECT_NEAR(learnt.win_gammon, 0.3F, 0.02F);
    EXPECT_NEAR(learnt.lose_gammon, 0.05F, 0.02F);
}

TEST(BackgammonBot, OpensAsEverybodyDoes) {
    EXPECT_EQ(opening("31"), "8/5 6/5");
    EXPECT_EQ(opening("42"), "8/4 6/4");
    EXPECT_EQ(opening("61"), "13/7 8/7");
    EXPECT_EQ(opening("53"), "8/3 6/3");
}

TEST(BackgammonBot, BearsOffWhatItCan) {
    const Board board = board_of({{6, 2}, {5, 2}, {3, 2}}, {{1, 3}});
    EXPECT_EQ(turn_for(board, "65", backgammon_level(6)), "6/off 5/off");
}

TEST(BackgammonBot, HitsWhereThatWins) {
    // Black's last checker must come past five points and a bar.
    const Board board = board_of({{6, 2}, {5, 2}, {4, 2}, {3, 2}, {2, 2}, {13, 3}, {8, 2}},
                                 {{15, 1}, {1, 3}, {2, 3}, {3, 3}});
    EXPECT_EQ(turn_for(board, "53", backgammon_level(6)).find('*') != std::string::npos, true);
}

TEST(BackgammonBot, AnswersWithoutAnyBudgetAndTheSameTwice) {
    const Game game =
        backgammon::game_at({.stage = Stage::move, .dice = backgammon::read_dice("64")});
    const backgammon::Position& position = game.position();
    for (const std::uint64_t nodes : {0U, 1U, 5U, 1'000U}) {
        for (int level = level_min; level <= level_max; ++level) {
            const auto one = best_turn(position, backgammon_level(level), 4, {nodes});
            const auto two = best_turn(position, backgammon_level(level), 4, {nodes});
            EXPECT_EQ(one.turn, two.turn);
            const auto legal =
                legal_choice(position.board(), position.turn(), position.hand(), one.turn);
            ASSERT_TRUE(legal);
            EXPECT_EQ(legal->after, one.after);
        }
    }
    const auto stopped =
        best_turn(position, backgammon_level(8), 4, {100'000, [] { return true; }});
    EXPECT_TRUE(legal_choice(position.board(), position.turn(), position.hand(), stopped.turn));
}

TEST(BackgammonBot, StopsSoonAfterItIsTold) {
    const Game game =
        backgammon::game_at({.stage = Stage::move, .dice = backgammon::read_dice("64")});
    const backgammon::Position& position = game.position();
    int asked = 0;
    best_turn(position, backgammon_level(8), 4, {1'000'000, [&] { return ++asked == 3; }});
    EXPECT_EQ(asked, 3);
}

TEST(BackgammonCube, DoublesTakesAndDropsRacesByTheirPips) {
    backgammon::Setup setup{.board = board_of(race_of_90, race_of_98),
                            .stage = Stage::roll_or_double};
    EXPECT_EQ(answered(backgammon::game_at(setup)), "double");
    Game game = backgammon::game_at(setup);
    ASSERT_TRUE(game.play(backgammon::Double{Color::white}));
    EXPECT_EQ(answered(game), "take");

    setup.board = board_of(race_of_90, race_of_125);
    EXPECT_EQ(answered(backgammon::game_at(setup)), "double");
    Game lost = backgammon::game_at(setup);
    ASSERT_TRUE(lost.play(backgammon::Double{Color::white}));
    EXPECT_EQ(answered(lost), "drop");

    setup.board = board_of(race_of_98, race_of_90);
    EXPECT_EQ(answered(backgammon::game_at(setup)), "roll");
    setup.board = start_board(backgammon::StartName::standard);
    EXPECT_EQ(answered(backgammon::game_at(setup)), "roll");
}

TEST(BackgammonCube, BeaversADoubleThatIsAMistake) {
    const backgammon::Setup setup{.board = board_of(race_of_125, race_of_90),
                                  .stage = Stage::roll_or_double};
    Game game = backgammon::game_at(setup, {.beavers = backgammon::Beavers::beaver});
    ASSERT_TRUE(game.play(backgammon::Double{Color::white}));
    EXPECT_EQ(answered(game), "beaver");
}

TEST(BackgammonCube, PlaysOnForAGammonIfThatCounts) {
    // Black has nothing off and is far from it.
    backgammon::Setup setup{.board = board_of({{2, 2}, {1, 2}}, {{6, 8}, {12, 4}, {14, 3}}),
                            .stage = Stage::roll_or_double};
    EXPECT_EQ(answered(backgammon::game_at(setup, {.jacoby = false})), "roll");
    EXPECT_EQ(answered(backgammon::game_at(setup, {.jacoby = true})), "double");
}

TEST(BackgammonCube, KnowsTheScore) {
    const backgammon::Rules match{.match_length = 5};
    backgammon::Setup setup{.board = board_of(race_of_90, race_of_98),
                            .stage = Stage::roll_or_double};
    // After Crawford, behind, with nothing to lose: at once, even in a race that is lost.
    setup.score = {3, 4};
    setup.after_crawford = true;
    setup.board = board_of(race_of_98, race_of_90);
    EXPECT_EQ(answered(backgammon::game_at(setup, match)), "double");
    // Two points away on a cube of 2 there is nothing to be gained by 4.
    setup.score = {3, 0};
    setup.after_crawford = false;
    setup.cube = {.value = 2, .owner = Color::white, .turned = true};
    EXPECT_EQ(answered(backgammon::game_at(setup, match)), "roll");
}

TEST(BackgammonCube, MatchChancesAreFair) {
    const backgammon::Rules rules{.match_length = 7};
    for (int white = 1; white <= 7; ++white) {
        for (int black = 1; black <= 7; ++black) {
            const PerColor<int> away{white, black};
            const double chance = match_chance(rules, away, Color::white);
            EXPECT_DOUBLE_EQ(chance + match_chance(rules, away, Color::black), 1);
            EXPECT_GE(match_chance(rules, {white - 1, black}, Color::white), chance);
        }
    }
}

TEST(BackgammonBot, AcceptsAResignationThatIsFair) {
    backgammon::Setup setup{.board = board_of(race_of_90, race_of_125),
                            .stage = Stage::roll_or_double};
    Game game = backgammon::game_at(setup);
    ASSERT_TRUE(game.play(backgammon::OfferResignation{Color::black, Level::single}));
    EXPECT_EQ(answered(game), "accept_resignation");

    setup.board = board_of({{2, 2}, {1, 2}}, {{6, 8}, {12, 4}, {14, 3}});
    setup.cube = {.value = 2, .owner = Color::white, .turned = true};
    Game gammon = backgammon::game_at(setup);
    ASSERT_TRUE(gammon.play(backgammon::OfferResignation{Color::black, Level::single}));
    EXPECT_EQ(answered(gammon), "decline_resignation");
    ASSERT_TRUE(gammon.play(*gammon.read_event("decline_resignation", Color::white)));
    ASSERT_TRUE(gammon.play(backgammon::OfferResignation{Color::black, Level::gammon}));
    EXPECT_EQ(answered(gammon), "accept_resignation");
}

}  // namespace
}  // namespace arbiter::players

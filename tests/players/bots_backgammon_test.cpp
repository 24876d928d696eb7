#include <gtest/gtest.h>

#include "core/backgammon/notations/steps.hpp"
#include "players/bots/backgammon/analysis.hpp"
#include "players/bots/backgammon/bear_off.hpp"
#include "players/bots/backgammon/bot.hpp"
#include "players/bots/backgammon/contact.hpp"
#include "players/bots/backgammon/judge.hpp"
#include "players/bots/backgammon/match_equity.hpp"
#include "players/bots/backgammon/net.hpp"
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
    const auto best = best_turn(game.rules(), game.position(), level, 1, {1'000'000});
    return write_turn(board, Color::white, best.turn);
}

std::string opening(std::string_view dice) {
    return turn_for(start_board(backgammon::StartName::standard), dice, backgammon_level(6));
}

int shots(const Board& board, Color color) {
    return BackgammonContact(board, color).danger().rolls;
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

TEST(BackgammonContact, KnowsHowACheckerGetsOn) {
    // Nothing before it; a prime of six; five points, past which 6-1 goes, or from their edge a six.
    EXPECT_EQ(BackgammonContact(board_of({{24, 1}}, {}), Color::white).mobility(24).passes, 36);
    const Board prime = board_of({{24, 1}}, {{2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}});
    EXPECT_EQ(BackgammonContact(prime, Color::white).mobility(24).passes, 0);
    EXPECT_EQ(BackgammonContact(prime, Color::black).longest_prime(), 6);
    EXPECT_EQ(BackgammonContact(prime, Color::black).trapped(), 1);
    const Board five = board_of({{24, 1}}, {{3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}});
    EXPECT_EQ(BackgammonContact(five, Color::white).mobility(24).passes, 2);
    EXPECT_EQ(BackgammonContact(five, Color::white).mobility(23).passes, 11);
    EXPECT_EQ(BackgammonContact(five, Color::white).entering(), 36 - 16);
}

TEST(BackgammonJudge, KnowsRaces) {
    const Board ahead = board_of(race_of_90, race_of_125);
    EXPECT_FALSE(has_contact(ahead));
    EXPECT_TRUE(has_contact(start_board(backgammon::StartName::standard)));
    EXPECT_GT(chances_before_roll(ahead, Color::white).win, 0.95F);
    EXPECT_LT(chances_before_roll(ahead, Color::black).win, 0.1F);
    const Board even = board_of(race_of_90, race_of_90);
    const float win = chances_before_roll(even, Color::white).win;
    EXPECT_GT(win, 0.6F);  // who rolls first is ahead
    EXPECT_LT(win, 0.7F);
    const Board gammon = board_of({{1, 1}}, {{6, 10}, {12, 5}});
    EXPECT_GT(chances_before_roll(gammon, Color::white).win_gammon, 0.95F);
    // A checker off saves it.
    const Board saved = board_of({{1, 1}}, {{6, 10}, {12, 4}});
    EXPECT_EQ(chances_before_roll(saved, Color::white).win_gammon, 0);
}

TEST(BearOffTable, HasTheRollsOfTheBooks) {
    const BearOffTable& table = BearOffTable::instance();
    const auto at_once = [&](std::initializer_list<Pile> home) {
        return (*table.rolls(board_of(home, {}), Color::white))[1] * 36;
    };
    EXPECT_NEAR(at_once({{1, 2}}), 36, 1e-3);
    EXPECT_NEAR(at_once({{4, 1}, {1, 1}}), 29, 1e-3);
    EXPECT_NEAR(at_once({{5, 1}, {2, 1}}), 19, 1e-3);
    EXPECT_NEAR(at_once({{6, 1}, {1, 1}}), 15, 1e-3);
    EXPECT_NEAR(at_once({{3, 2}}), 17, 1e-3);
    EXPECT_NEAR(at_once({{6, 1}}), 27, 1e-3);
    EXPECT_EQ(table.rolls(board_of({{7, 1}}, {}), Color::white), nullptr);
    EXPECT_EQ(table.rolls(board_of({{6, 11}}, {}), Color::white), nullptr);
}

TEST(BearOffTable, DecidesRacesExactly) {
    // White bears off at once with 27 of 36 rolls. Otherwise Black must not, with 27 of 36.
    const Board board = board_of({{6, 1}}, {{6, 1}});
    const auto won = BearOffTable::instance().won_by_roller(board, Color::white);
    ASSERT_TRUE(won);
    EXPECT_NEAR(*won, 27 / 36. + 9 / 36. * 9 / 36., 1e-3);
    EXPECT_EQ(*won, chances_before_roll(board, Color::white).win);
    EXPECT_EQ(*BearOffTable::instance().won_by_roller(board_of({{1, 2}}, {{1, 1}}), Color::white),
              1);
}

TEST(BackgammonJudge, IsTheSameForBothSides) {
    const Board board =
        board_of({{24, 2}, {13, 5}, {8, 3}, {6, 5}}, {{24, 2}, {13, 4}, {5, 4}, {6, 5}});
    Board turned;
    for (int i = 0; i <= 25; ++i) {
        turned.set(Color::white, *Spot::at(i), board.count(Color::black, *Spot::at(i)));
        turned.set(Color::black, *Spot::at(i), board.count(Color::white, *Spot::at(i)));
    }
    EXPECT_EQ(chances_after_move(board, Color::white).equity(),
              chances_after_move(turned, Color::black).equity());
}

TEST(BackgammonNet, IsWrittenAndRead) {
    const BackgammonRaceNet& trained = trained_race_net();
    const auto net = BackgammonRaceNet::read(trained.text());
    EXPECT_EQ(net.weights, trained.weights);
    EXPECT_EQ(net.text().size(), 2 * BackgammonRaceNet::weight_count);
    const auto inputs = BackgammonInputs::of_race(board_of(race_of_90, race_of_98), Color::white);
    EXPECT_EQ(BackgammonRaceNet::read("").judge(inputs).win, 0.5F);
}

TEST(BackgammonBot, OpensAsEverybodyDoes) {
    EXPECT_EQ(opening("31"), "8/5 6/5");
    EXPECT_EQ(opening("42"), "8/4 6/4");
    EXPECT_EQ(opening("61"), "13/7 8/7");
    EXPECT_EQ(opening("53"), "8/3 6/3");
    EXPECT_EQ(opening("65"), "24/13");
    // Either is published as the best; both are good.
    EXPECT_TRUE(opening("43") == "24/20 13/10" || opening("43") == "13/10 13/9" ||
                opening("43") == "24/21 13/9");
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
            const auto one = best_turn(game.rules(), position, backgammon_level(level), 4, {nodes});
            const auto two = best_turn(game.rules(), position, backgammon_level(level), 4, {nodes});
            EXPECT_EQ(one.turn, two.turn);
            const auto legal =
                legal_choice(position.board(), position.turn(), position.hand(), one.turn);
            ASSERT_TRUE(legal);
            EXPECT_EQ(legal->after, one.after);
        }
    }
    const auto stopped =
        best_turn(game.rules(), position, backgammon_level(8), 4, {100'000, [] { return true; }});
    EXPECT_TRUE(legal_choice(position.board(), position.turn(), position.hand(), stopped.turn));
}

TEST(BackgammonBot, StopsSoonAfterItIsTold) {
    const Game game =
        backgammon::game_at({.stage = Stage::move, .dice = backgammon::read_dice("64")});
    const backgammon::Position& position = game.position();
    int asked = 0;
    best_turn(game.rules(), position, backgammon_level(8), 4,
              {1'000'000, [&] { return ++asked == 3; }});
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

TEST(BackgammonCube, IsNotTurnedByASideThatIsTrapped) {
    const auto game = AnyGame::read("XGID=---aBBBBBB-----A-AA----hb-:2:-1:-1:00:0:0:1:0:10");
    ASSERT_TRUE(game);
    for (int level = level_min; level <= level_max; ++level) {
        EXPECT_EQ(answer(*game->as<Game>(), {.level = level, .seed = 1}, {}).move, "roll") << level;
    }
}

/// What the side to roll can do with a cube in the middle, at these chances to win without gammons.
CubeEquities equities_at(const backgammon::Rules& rules, PerColor<int> score, float win,
                         double efficiency) {
    backgammon::Setup setup{.stage = Stage::roll_or_double, .score = score};
    setup.after_crawford = std::max(score.white, score.black) == rules.match_length - 1;
    const Game game = backgammon::game_at(setup, rules);
    return BackgammonCube(rules, game.position()).equities({.win = win}, Color::white, efficiency);
}

TEST(BackgammonCube, TakePointsForMoneyAreThoseOfTheTheory) {
    const backgammon::Rules money{};
    EXPECT_TRUE(equities_at(money, {}, 0.749F, 0).should_take());  // a quarter with a dead cube
    EXPECT_FALSE(equities_at(money, {}, 0.751F, 0).should_take());
    EXPECT_TRUE(equities_at(money, {}, 0.799F, 1).should_take());  // a fifth with a live one
    EXPECT_FALSE(equities_at(money, {}, 0.801F, 1).should_take());
    EXPECT_FALSE(equities_at(money, {}, 0.6F, 0.68).should_double());
    EXPECT_TRUE(equities_at(money, {}, 0.75F, 0.68).should_double());
}

TEST(BackgammonCube, TakePointsInMatchesAreThoseOfTheTable) {
    const backgammon::Rules match{.match_length = 7};
    // Both need two: who drops is left with 32.264 % of the match, who takes plays for it.
    EXPECT_TRUE(equities_at(match, {5, 5}, 0.677F, 0.68).should_take());
    EXPECT_FALSE(equities_at(match, {5, 5}, 0.678F, 0.68).should_take());
    // After Crawford, two points behind: doubles at once; the leader drops if it is the underdog.
    EXPECT_TRUE(equities_at(match, {5, 6}, 0.3F, 0.68).should_double());
    EXPECT_TRUE(equities_at(match, {5, 6}, 0.49F, 0.68).should_take());
    EXPECT_FALSE(equities_at(match, {5, 6}, 0.51F, 0.68).should_take());
    // Who needs one point cannot double.
    EXPECT_FALSE(equities_at(match, {6, 5}, 0.9F, 0.68).should_double());
}

TEST(BackgammonCube, CountsPointsInAMatchThatIsAsGoodAsDecided) {
    const backgammon::Rules match{.match_length = 1000};
    const CubeEquities equities = equities_at(match, {0, 900}, 0.5F, 0.68);
    EXPECT_NEAR(equities.no_double, 0, 1e-6);
    EXPECT_FALSE(equities_at(match, {0, 900}, 0.3F, 0.68).should_double());
}

TEST(BackgammonCube, EquitiesAreOneForAGameWon) {
    const backgammon::Rules match{.match_length = 7};
    for (const auto& rules : {backgammon::Rules{}, match}) {
        EXPECT_NEAR(equities_at(rules, {}, 1, 0.68).no_double, 1, 1e-6);
        EXPECT_NEAR(equities_at(rules, {}, 0, 0.68).no_double, -1, 1e-6);
        EXPECT_NEAR(equities_at(rules, {}, 0.5F, 0.68).no_double, 0, 1e-6);
    }
}

TEST(MatchEquity, IsFairAndRisesWithThePoints) {
    EXPECT_DOUBLE_EQ(match_chance({2, 1}), 0.32264);
    EXPECT_DOUBLE_EQ(match_chance({2, 1, true}), 0.48803);
    EXPECT_DOUBLE_EQ(match_chance({0, 3}), 1);
    for (const bool crawford_played : {false, true}) {
        for (int own = 1; own <= 40; ++own) {
            for (int other = 1; other <= 40; ++other) {
                const double chance = match_chance({own, other, crawford_played});
                const double turned = match_chance({other, own, crawford_played});
                EXPECT_NEAR(chance + turned, 1, 1e-12);
                EXPECT_GE(match_chance({own - 1, other, crawford_played}), chance);
            }
        }
    }
}

TEST(BackgammonCube, DoesNotRunAwayInMoneyGames) {
    constexpr int reasonable = 64;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Game game = backgammon::new_game({});
        Random random(seed);
        while (!game.outcome()) {
            std::string move = answer(game, {.level = 3, .seed = seed}, {}).move;
            if (move == "roll") {
                const auto die = [&] { return static_cast<std::uint8_t>(1 + random.below(6)); };
                move = game.chance_event(std::array{die(), die()});
            }
            const auto event = game.read_event(move, game.turn());
            ASSERT_TRUE(event) << move;
            ASSERT_TRUE(game.play(*event)) << move;
            ASSERT_LE(game.position().cube().value, reasonable);
        }
    }
}

TEST(BackgammonAnalysis, JudgesTurnsCubeAndLuck) {
    const Game game =
        backgammon::game_at({.stage = Stage::move, .dice = backgammon::read_dice("31")});
    const auto turns = judged_turns(game.rules(), game.position(), 6);
    ASSERT_GT(turns.size(), 10U);
    EXPECT_EQ(write_turn(game.board(), Color::white, turns.front().choice.turn), "8/5 6/5");
    EXPECT_NEAR(turns.front().cubeless, 0.16, 0.08);
    EXPECT_NEAR(turns.front().chances.win, 0.55, 0.03);
    EXPECT_TRUE(std::ranges::is_sorted(turns, std::greater<>(), &JudgedTurn::equity));

    const Game start = backgammon::game_at({.stage = Stage::roll_or_double});
    const JudgedCube cube = judged_cube(start.rules(), start.position(), 7);
    EXPECT_TRUE(cube.equities.may_double);
    EXPECT_FALSE(cube.equities.should_double());
    EXPECT_TRUE(cube.equities.should_take());
    EXPECT_NEAR(cube.win_chance, 0.52, 0.02);

    double sum = 0;
    for (const backgammon::Dice dice : backgammon::all_dice()) {
        sum += (dice.is_double() ? 1 : 2) * luck(start.rules(), start.position(), dice).equity;
    }
    EXPECT_NEAR(sum, 0, 1e-6);
    EXPECT_GT(luck(start.rules(), start.position(), *backgammon::read_dice("11")).equity, 0.1);
}

TEST(BackgammonBot, ResignsWhatIsLostForCertainAndOnlyOnce) {
    backgammon::Setup setup{.board = board_of({{6, 8}, {5, 4}}, {{1, 2}}),
                            .stage = Stage::roll_or_double};
    Game game = backgammon::game_at(setup);
    EXPECT_EQ(answered(game), "resign");
    ASSERT_TRUE(game.play(backgammon::OfferResignation{Color::white, Level::single}));
    EXPECT_EQ(answered(game), "accept_resignation");
    ASSERT_TRUE(game.play(*game.read_event("decline_resignation", Color::black)));
    EXPECT_EQ(answered(game), "roll");

    setup.board = board_of({{6, 8}, {12, 7}}, {{1, 2}});
    setup.cube = {.value = 2, .owner = Color::black, .turned = true};
    EXPECT_EQ(answered(backgammon::game_at(setup)), "resign gammon");
    // The opponent may still miss.
    setup.board = board_of({{1, 2}}, {{6, 2}});
    EXPECT_EQ(answered(backgammon::game_at(setup)), "roll");
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

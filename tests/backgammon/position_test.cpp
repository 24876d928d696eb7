// What keeps a setup from being a position: all the faults at once.

#include "core/backgammon/position.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/backgammon/rules.hpp"
#include "tests/support/drawn_backgammon.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::backgammon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> faults_in(const Setup& setup, const Rules& rules = {}) {
    const auto position = Position::from(setup, rules, TextPlace{3, 7});
    EXPECT_EQ(position.value.has_value(), position.faults.empty());
    for (const Fault& fault : position.faults) EXPECT_EQ(fault.place, Place(TextPlace{3, 7}));
    return codes_of(position.faults);
}

const Dice six_five{*Die::showing(6), *Die::showing(5)};

TEST(Position, IsASetupWithoutFaults) {
    EXPECT_THAT(faults_in({}), IsEmpty());
    EXPECT_EQ(*Position::from({}, {}), Position());
    const backgammon::Setup setup{.stage = Stage::move, .turn = Color::black, .dice = six_five};
    EXPECT_EQ(Position::from(setup, {})->setup(), setup);
}

TEST(Position, HasFifteenCheckersASide) {
    EXPECT_THAT(faults_in({.board = Board()}),
                ElementsAre("wrong_checker_count", "wrong_checker_count"));
    backgammon::Setup setup;
    setup.board.set(Color::white, *Spot::point(6), 4);
    EXPECT_THAT(faults_in(setup), ElementsAre("wrong_checker_count"));
    setup.board.set(Color::white, *Spot::point(6), 6);
    setup.board.set(Color::white, *Spot::point(5), -1);
    EXPECT_THAT(faults_in(setup), ElementsAre("wrong_checker_count"));
}

TEST(Position, HasNoPointWithCheckersOfBoth) {
    backgammon::Setup setup{.board = drawn(R"(
         .  .  .  .  .  . |  . | 8O 7O  .  .  .  .
         .  .  .  .  .  . |  . | 8X 7X  .  .  .  .)")};
    setup.board.set(Color::black, *Spot::point(6), 7);
    setup.board.set(Color::black, *Spot::point(19), 1);
    EXPECT_THAT(faults_in(setup), ElementsAre("shared_point"));
}

TEST(Position, IsOverOnceASideHasBorneOff) {
    backgammon::Setup setup{.board = drawn(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  . 2O
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)"),
                            .stage = Stage::roll_or_double};
    EXPECT_THAT(faults_in(setup), ElementsAre("game_is_over"));
    setup.stage = Stage::over;
    EXPECT_THAT(faults_in(setup), IsEmpty());
}

TEST(Position, HasDiceExactlyWhileASideHasToMove) {
    EXPECT_THAT(faults_in({.stage = Stage::move}), ElementsAre("dice_disagree"));
    EXPECT_THAT(faults_in({.stage = Stage::roll_or_double, .dice = six_five}),
                ElementsAre("dice_disagree"));
    EXPECT_THAT(faults_in({.dice_used = {*Die::showing(6)}}), ElementsAre("dice_disagree"));
    backgammon::Setup setup{.stage = Stage::move, .dice = six_five, .dice_used = {six_five.high()}};
    EXPECT_THAT(faults_in(setup), IsEmpty());
    setup.dice_used.push_back(six_five.high());
    EXPECT_THAT(faults_in(setup), ElementsAre("dice_disagree"));
}

TEST(Position, HasACubeThatShowsAPowerOfTwo) {
    constexpr int least = std::numeric_limits<int>::min();
    constexpr int most = std::numeric_limits<int>::max();
    for (const int value :
         {0, -1, -2, 3, 6, least, least + 1, most, 2 * Position::cube_value_max}) {
        EXPECT_THAT(faults_in({.cube = {.value = value}}), ElementsAre("bad_cube")) << value;
    }
    for (int value = 1; value <= Position::cube_value_max; value *= 2) {
        EXPECT_THAT(faults_in({.cube = {.value = value}}), IsEmpty()) << value;
    }
}

TEST(Position, HasAScoreBelowTheLengthOfTheMatch) {
    EXPECT_THAT(faults_in({.score = {.white = -1, .black = 0}}), ElementsAre("bad_score"));
    EXPECT_THAT(faults_in({.score = {.white = 0, .black = Position::score_max + 1}}),
                ElementsAre("bad_score"));
    EXPECT_THAT(faults_in({.score = {.white = 3, .black = 0}}), IsEmpty()) << "for money";
    const Rules match{.match_length = 3};
    EXPECT_THAT(faults_in({.score = {.white = 2, .black = 2}}, match), IsEmpty());
    EXPECT_THAT(faults_in({.score = {.white = 3, .black = 0}}, match),
                ElementsAre("match_is_over"));
    EXPECT_THAT(faults_in({.stage = Stage::over, .score = {.white = 3, .black = 0}}, match),
                IsEmpty());
}

TEST(Position, TellsAllFaultsAtOnce) {
    backgammon::Setup setup{.board = Board(),
                            .stage = Stage::move,
                            .cube = {.value = 0},
                            .score = {.white = 5, .black = -1}};
    setup.board.set(Color::white, *Spot::point(1), 14);
    setup.board.set(Color::black, *Spot::point(24), 3);
    EXPECT_THAT(faults_in(setup, {.match_length = 5}),
                ElementsAre("wrong_checker_count", "wrong_checker_count", "shared_point",
                            "dice_disagree", "bad_cube", "bad_score", "match_is_over"));
}

}  // namespace
}  // namespace arbiter::backgammon

// The laws of a turn, each on a drawn board. White, the X, is to move.

#include "core/backgammon/rules.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/backgammon/notations/steps.hpp"
#include "tests/support/drawn_backgammon.hpp"

namespace arbiter::backgammon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find_first_of(" ;"));
        if (!word.empty()) words.push_back(word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return words;
}

int number(std::string_view text) {
    int value = -1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

Spot spot_named(std::string_view name) {
    if (name == "bar") return Spot::bar();
    return name == "off" ? Spot::off() : *Spot::point(number(name));
}

Board with_colors_changed(const Board& board) {
    Board changed;
    for (int i = 0; i < 26; ++i) {
        changed.set(Color::white, *Spot::at(i), board.count(Color::black, *Spot::at(i)));
        changed.set(Color::black, *Spot::at(i), board.count(Color::white, *Spot::at(i)));
    }
    return changed;
}

/// "31" is a roll, "3" a single die that is left, "333" three of a double.
Hand hand_of(std::string_view dice) {
    const auto die = [&](std::size_t i) { return *Die::showing(dice[i] - '0'); };
    Hand hand(Dice(die(0), die(dice.size() - 1)));
    if (dice.size() == 2) return hand;
    while (hand.size() > dice.size()) hand.use(die(0));
    return hand;
}

Turn turn_of(std::string_view text) {
    Turn turn;
    for (const std::string_view word : words(text)) {
        const auto stroke = word.find('/');
        turn.push({spot_named(word.substr(0, stroke)), spot_named(word.substr(stroke + 1))});
    }
    return turn;
}

std::vector<std::string> turns_of(const Board& board, Color color, const Hand& hand) {
    std::vector<std::string> texts;
    for (const Choice& choice : legal_turns(board, color, hand)) {
        texts.push_back(write_turn(board, color, choice.turn));
    }
    return texts;
}

/// Black must have the same turns where it stands as White does.
std::vector<std::string> turns(std::string_view board, std::string_view dice) {
    const auto texts = turns_of(drawn(board), Color::white, hand_of(dice));
    EXPECT_EQ(turns_of(with_colors_changed(drawn(board)), Color::black, hand_of(dice)), texts);
    return texts;
}

/// The legal turn that is meant, or why there is none.
std::string answer_to(std::string_view board, std::string_view dice, std::string_view moves) {
    const auto choice = legal_choice(drawn(board), Color::white, hand_of(dice), turn_of(moves));
    if (choice) return write_turn(drawn(board), Color::white, choice->turn);
    return std::string(choice.error().code->name) + ": " + sentence(choice.error());
}

/// With the die after a colon.
std::vector<std::string> steps(std::string_view board, std::string_view dice,
                               std::string_view made = "") {
    std::vector<std::string> texts;
    const Turn turn = turn_of(made);
    for (const Step& step : legal_steps(drawn(board), Color::white, hand_of(dice), turn.moves())) {
        texts.push_back(to_string(step.move.from) + "/" + to_string(step.move.to) + ":" +
                        std::to_string(step.die.pips()));
    }
    return texts;
}

// Entering

TEST(Entering, ComesBeforeAnythingElse) {
    constexpr std::string_view board = R"(
         .  .  .  .  .  . |  . |  .  .  .  .  . 2O
         .  .  .  . 3X  . |  X | 5X  .  .  .  .  .)";
    EXPECT_THAT(turns(board, "31"), ElementsAre("bar/21", "bar/22 8/7", "bar/22 6/5"));
    EXPECT_EQ(answer_to(board, "31", "8/5 bar/24"),
              "must_enter_from_bar: 8/5: 1 on the bar must enter first");
}

TEST(Entering, IsImpossibleOnAHeldPoint) {
    EXPECT_EQ(answer_to(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  . 3O
         .  .  .  .  .  . |  X | 5X  .  .  .  .  .)",
                        "31", "bar/24"),
              "point_held: bar/24: the point is held by 3 checkers");
}

TEST(Entering, EndsTheTurnIfOnlyOneOfTwoCan) {
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  . 2O
         .  .  .  .  .  . | 2X | 5X  .  .  .  .  .)",
                      "31"),
                ElementsAre("bar/22"));
}

TEST(Entering, HitsASingleChecker) {
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  . 2O  O  .  .
         .  .  .  .  .  . |  X |  .  .  .  .  .  .)",
                      "43"),
                ElementsAre("bar/22*/18"));
}

TEST(Entering, IsHopelessAgainstAClosedHome) {
    constexpr std::string_view board = R"(
         .  .  .  .  .  . |  . | 2O 2O 2O 2O 2O 2O
         .  .  .  .  .  . |  X | 5X  .  .  .  .  .)";
    for (const Dice dice : all_dice()) {
        EXPECT_THAT(turns(board, write_dice(dice)), ElementsAre("can't move"));
    }
    EXPECT_EQ(answer_to(board, "31", ""), "can't move");
    EXPECT_THAT(steps(board, "31"), IsEmpty());
}

// Moving

TEST(Moving, IsStoppedByTwoCheckersButNotByOne) {
    constexpr std::string_view board = R"(
         .  .  .  .  .  . |  . |  .  . 2O  O  .  X
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)";
    EXPECT_THAT(turns(board, "32"), ElementsAre("24/22*/19"));
    EXPECT_EQ(answer_to(board, "32", "24/21 21/19"),
              "point_held: 24/21: the point is held by 2 checkers");
}

TEST(Moving, ByTwoWaysToOnePointIsOneTurnUnlessOneHits) {
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  X
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)",
                      "31"),
                ElementsAre("24/20"));
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  O  X
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)",
                      "31"),
                ElementsAre("24/20", "24/23*/20"));
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  O  .  O  X
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)",
                      "31"),
                ElementsAre("24/21*/20", "24/23*/20"));
}

TEST(Moving, BeginsWithTheHighestCheckerWhateverWasWritten) {
    constexpr std::string_view board = R"(
         X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  X  . |  . |  X  .  .  .  .  .)";
    EXPECT_EQ(answer_to(board, "31", "6/5 8/5"), "8/5 6/5");
    EXPECT_EQ(answer_to(board, "31", "13/12 12/9"), "13/9");
    EXPECT_EQ(answer_to(board, "31", "13/10 10/9"), "13/9");
}

TEST(Moving, GoesOnWithTheDiceThatAreLeft) {
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  X  . |  . |  X  .  .  .  .  .)",
                      "5"),
                ElementsAre("8/3", "6/1"));
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  X  . |  . |  X  .  .  .  .  .)",
                      "222"),
                ElementsAre("8/4 6/4", "8/2"));
}

TEST(Moving, OfWhatIsNotThere) {
    constexpr std::string_view board = R"(
         X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  O 2O  X  . |  . |  X  .  .  .  .  .)";
    EXPECT_EQ(answer_to(board, "31", "12/9"), "no_checker_there: 12/9: you have no checker on 12");
    EXPECT_EQ(answer_to(board, "31", "10/9"), "no_checker_there: 10/9: you have no checker on 10");
    EXPECT_EQ(answer_to(board, "31", "bar/22"),
              "no_checker_there: bar/22: you have no checker on bar");
}

TEST(Moving, Backwards) {
    EXPECT_EQ(answer_to(R"(
         X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  X  . |  . |  X  .  .  .  .  .)",
                        "31", "8/11"),
              "wrong_direction: 8/11: checkers move to lower points");
    EXPECT_EQ(answer_to(R"(
         X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  X  . |  . |  X  .  .  .  .  .)",
                        "31", "8/bar"),
              "wrong_direction: 8/bar: checkers move to lower points");
    EXPECT_EQ(answer_to(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  .  .  .  X)",
                        "31", "off/off"),
              "wrong_direction: off/off: checkers move to lower points");
}

TEST(Moving, ByDiceThatWereNotRolledOrAreUsed) {
    constexpr std::string_view board = R"(
        2X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  X  . |  . |  X  .  .  .  .  .)";
    EXPECT_EQ(answer_to(board, "31", "13/11"),
              "no_such_die: 13/11 needs a 2; the dice left are 3 1");
    EXPECT_EQ(answer_to(board, "31", "13/10 8/5"),
              "no_such_die: 8/5 needs a 3; the dice left are 1");
    EXPECT_EQ(answer_to(board, "31", "13/10 8/7 6/5"),
              "no_such_die: 6/5 needs a 1; the dice left are none");
    EXPECT_EQ(answer_to(board, "31", "13/4"), "no_such_die: 13/4 needs a 9; the dice left are 3 1");
}

// Bearing off

TEST(BearingOff, ByTheExactDieOrMovingInstead) {
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  X  . 2X  .  .  .)",
                      "4"),
                ElementsAre("6/2", "4/off"));
}

TEST(BearingOff, ByALargerDieFromTheHighestPointOnly) {
    constexpr std::string_view board = R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  X 2X  .  X)";
    EXPECT_THAT(turns(board, "6"), ElementsAre("4/off"));
    EXPECT_EQ(answer_to(board, "65", "3/off 4/off"),
              "checker_behind: 3/off with a 6: a checker is behind on 4");
    EXPECT_THAT(turns(board, "65"), ElementsAre("4/off 3/off"));
}

TEST(BearingOff, OfASmallerOneWithTheDieThatRemains) {
    // The 5 takes the last checker from behind away.
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  X  .  . 2X  .)",
                      "54"),
                UnorderedElementsAre("5/off 2/off", "5/1 2/off"));
}

TEST(BearingOff, WaitsUntilAllAreHome) {
    constexpr std::string_view board = R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  X |  . |  . 2X  .  .  .  X)";
    EXPECT_EQ(answer_to(board, "51", "5/off 7/6"),
              "not_all_home: 5/off: no bearing off while a checker is outside on 7");
    EXPECT_EQ(answer_to(board, "51", "7/6 5/off"), "7/6 5/off");
    EXPECT_EQ(answer_to(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  X |  . 2X  .  .  .  .)",
                        "51", "5/off"),
              "must_enter_from_bar: 5/off: 1 on the bar must enter first");
}

TEST(BearingOff, NeedsADieThatIsLargeEnough) {
    EXPECT_EQ(answer_to(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  X  .  X  .  .  .)",
                        "31", "6/off"),
              "no_such_die: 6/off needs a 6; the dice left are 3 1");
}

TEST(BearingOff, OfTwoCheckersInEitherOrderIsOneTurn) {
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  X  X  .  .  .  .)",
                      "65"),
                ElementsAre("6/off 5/off", "6/1 5/off"));
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  . 2X 2X 2X)",
                      "65"),
                ElementsAre("3/off(2)"));
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  .  X 2X 2X)",
                      "65"),
                ElementsAre("3/off 2/off"));
}

TEST(BearingOff, OfTheLastCheckerOwesNoMoreDice) {
    // 4/2/off uses both, and is the same turn.
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  X  .  .  .)",
                      "62"),
                SizeIs(1));
    EXPECT_THAT(answer_to(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  X  .  .  .)",
                          "62", "4/off"),
                "4/off");
    EXPECT_THAT(steps(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  X  .  .  .)",
                      "62"),
                ElementsAre("4/off:6", "4/2:2"));
    EXPECT_THAT(steps(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  X  .  .  .)",
                      "62", "4/off"),
                IsEmpty());
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  . 2X  .  .  .)",
                      "44"),
                ElementsAre("4/off(2)"));
}

TEST(BearingOff, GoesThroughHeldPoints) {
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . | 2X 2O  X 2O 2O  .)",
                      "61"),
                ElementsAre("6/off"));
}

// Most dice

TEST(MostDice, BothMustBeUsedIfTheyCan) {
    // After 20/14 there is no 3.
    constexpr std::string_view board = R"(
         X  .  .  .  .  . |  . |  .  X  .  .  .  .
         . 2O 2O  .  .  . |  . |  .  . 2O  .  .  .)";
    EXPECT_THAT(turns(board, "63"), ElementsAre("20/17 13/7"));
    EXPECT_EQ(answer_to(board, "63", "20/14"),
              "must_use_both_dice: both dice can be played, as in 20/17 13/7");
    EXPECT_EQ(answer_to(board, "63", "13/7 20/17"), "20/17 13/7");
    EXPECT_THAT(steps(board, "63"), ElementsAre("13/7:6", "20/17:3"));
    EXPECT_THAT(steps(board, "63", "20/14"), IsEmpty());
}

TEST(MostDice, OneDieFirstMakesTheOtherPossible) {
    constexpr std::string_view board = R"(
         .  .  .  .  .  . |  . | 2O  .  .  .  .  X
         .  .  .  .  .  . |  . |  .  .  .  X  .  .)";
    EXPECT_THAT(turns(board, "53"), ElementsAre("24/16"));
    EXPECT_EQ(answer_to(board, "53", "24/19 19/16"),
              "point_held: 24/19: the point is held by 2 checkers");
    EXPECT_THAT(steps(board, "53"), ElementsAre("24/21:3"));
    EXPECT_THAT(steps(board, "53", "24/21"), ElementsAre("21/16:5"));
    EXPECT_THAT(steps(board, "53", "24/21 21/16"), IsEmpty());
}

TEST(MostDice, TheHigherDieWhereOnlyOneCanBeUsed) {
    constexpr std::string_view board = R"(
         X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  . 2O  .  .  .)";
    EXPECT_THAT(turns(board, "63"), ElementsAre("13/7"));
    EXPECT_EQ(answer_to(board, "63", "13/10"),
              "must_use_higher_die: only one die can be played, and it must be the 6, as in 13/7");
    EXPECT_THAT(steps(board, "63"), ElementsAre("13/7:6"));
}

TEST(MostDice, TheLowerDieWhereTheHigherIsImpossible) {
    constexpr std::string_view board = R"(
         X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  . 2O |  . |  .  . 2O  .  .  .)";
    EXPECT_THAT(turns(board, "63"), ElementsAre("13/10"));
    EXPECT_THAT(steps(board, "63"), ElementsAre("13/10:3"));
}

TEST(MostDice, AsManyOfADoubleAsPossible) {
    EXPECT_THAT(turns(R"(
         .  . 2O  .  .  . |  . |  .  .  .  .  . 2X
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)",
                      "33"),
                ElementsAre("24/18(2)"));
    EXPECT_THAT(turns(R"(
         .  . 2O  .  .  . |  . |  .  .  .  .  .  X
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)",
                      "33"),
                ElementsAre("24/18"));
    EXPECT_THAT(turns(R"(
         .  .  .  .  .  . |  . |  .  . 2O  .  .  X
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)",
                      "33"),
                ElementsAre("can't move"));
}

TEST(MostDice, OfADoublePartlyPlayed) {
    constexpr std::string_view board = R"(
         .  . 2O  .  .  . |  . |  .  .  .  .  . 2X
         .  .  .  .  .  X |  . |  .  .  .  .  . 2O)";
    EXPECT_THAT(turns(board, "33"), ElementsAre("24/18(2)", "24/21 24/18 7/4"));
    EXPECT_EQ(answer_to(board, "33", "24/21 7/4"),
              "turn_not_finished: the turn is not finished: 24/18 is still possible");
    EXPECT_THAT(steps(board, "33", "24/21 7/4 21/18"), ElementsAre("24/21:3"));
}

TEST(TurnNotFinished, TellsHowToGoOn) {
    constexpr std::string_view board = R"(
         X  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  X  . |  . |  X  .  .  .  .  .)";
    EXPECT_EQ(answer_to(board, "31", "8/5"),
              "turn_not_finished: the turn is not finished: 13/12 is still possible");
    EXPECT_EQ(answer_to(board, "31", ""),
              "turn_not_finished: the turn is not finished: 13/9 is still possible");
}

}  // namespace
}  // namespace arbiter::backgammon

// Turns beside those of the naive backgammon of tests/support, which tries everything.

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/backgammon/board/generate.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "tests/support/naive_backgammon.hpp"
#include "tests/support/random_backgammon.hpp"

namespace arbiter::backgammon {
namespace {

using naive::Table;
using ::testing::Key;
using testing::PositionRoll;
using ::testing::UnorderedElementsAre;

/// Half of them from games, half made up.
std::vector<PositionRoll> rolls(std::uint64_t seed, std::size_t count) {
    auto rolls = testing::game_rolls(seed, count / 2);
    std::ranges::copy(testing::made_up_rolls(seed, count - count / 2), std::back_inserter(rolls));
    return rolls;
}

std::vector<naive::Sequence> sequences_of(const PositionRoll& roll) {
    return naive::sequences(naive::table_of(roll.board), roll.color, naive::pips_of(roll.hand));
}

std::set<Table> reachable(const PositionRoll& roll) {
    return naive::reachable(naive::table_of(roll.board), roll.color, naive::pips_of(roll.hand));
}

std::string shown(const PositionRoll& roll) {
    std::string text;
    for (const Color color : {Color::white, Color::black}) {
        text += std::string(to_string(color)) + ":";
        for (int i = 25; i >= 0; --i) {
            const int count = roll.board.count(color, *Spot::at(i));
            if (count > 0) text += " " + to_string(*Spot::at(i)) + "x" + std::to_string(count);
        }
        text += "; ";
    }
    text += std::string(to_string(roll.color)) + " to move";
    for (const Die die : roll.hand) text += " " + std::to_string(die.pips());
    return text;
}

void follow(const PositionRoll& roll, Turn& made, const Board& board, std::set<Table>& ends) {
    const auto steps = legal_steps(roll.board, roll.color, roll.hand, made.moves());
    if (steps.empty()) ends.insert(naive::table_of(board));
    for (const Step& step : steps) {
        Board next = board;
        next.move(roll.color, step.move);
        made.push(step.move);
        follow(roll, made, next, ends);
        made.pop();
    }
}

TEST(Oracle, EveryBoardIsReachedOnceAndNoOther) {
    for (const PositionRoll& roll : rolls(1, 5000)) {
        std::set<Table> found;
        for (const Choice& choice : legal_turns(roll.board, roll.color, roll.hand)) {
            const Table table = naive::table_of(choice.after);
            ASSERT_TRUE(found.insert(table).second) << shown(roll);
            ASSERT_EQ(naive::checkers(table, Color::white), checkers_each) << shown(roll);
            ASSERT_EQ(naive::checkers(table, Color::black), checkers_each) << shown(roll);
        }
        ASSERT_EQ(found, reachable(roll)) << shown(roll);
    }
}

TEST(Oracle, ALineKnowsTheBoardItLeadsTo) {
    for (const PositionRoll& roll : rolls(2, 1000)) {
        for_each_turn(roll.board, roll.color, roll.hand, [&](const Line& line) {
            const Turn turn = line.turn();
            Board board = roll.board;
            Spots hits = 0;
            for (const CheckerMove move : turn.moves()) {
                if (board.move(roll.color, move)) hits |= spots_of(move.to);
            }
            ASSERT_EQ(line.own(), Checkers(board, roll.color)) << shown(roll);
            ASSERT_EQ(line.hits(), hits) << shown(roll);
        });
    }
}

TEST(Oracle, TurnsAreWrittenFromTheHighestCheckerDown) {
    for (const PositionRoll& roll : rolls(3, 1000)) {
        for (const Choice& choice : legal_turns(roll.board, roll.color, roll.hand)) {
            ASSERT_TRUE(
                std::ranges::is_sorted(choice.turn.moves(), std::greater{}, &CheckerMove::from))
                << shown(roll) << ": " << write_turn(roll.board, roll.color, choice.turn);
        }
    }
}

// Where there are thousands of sequences, the boards alone are compared.

TEST(Oracle, StepsFollowedToTheEndLeadToTheSameBoards) {
    for (const PositionRoll& roll : rolls(4, 1500)) {
        if (sequences_of(roll).size() > 300) continue;
        std::set<Table> ends;
        Turn made;
        follow(roll, made, roll.board, ends);
        ASSERT_EQ(ends, reachable(roll)) << shown(roll);
    }
}

TEST(Oracle, AnyOrderIsAcceptedThatLeadsToALegalBoard) {
    int accepted = 0;
    std::map<std::string_view, int> refusals;
    for (const PositionRoll& roll : rolls(5, 800)) {
        const auto sequences = sequences_of(roll);
        if (sequences.size() > 300) continue;
        const auto legal = reachable(roll);
        for (const auto& [moves, dice_left, after] : sequences) {
            const auto choice = legal_choice(roll.board, roll.color, roll.hand, Turn(moves));
            ASSERT_EQ(choice.has_value(), legal.contains(after)) << shown(roll);
            if (choice) {
                ++accepted;
                ASSERT_EQ(naive::table_of(choice->after), after) << shown(roll);
            } else {
                ++refusals[choice.error().code->name];
                const bool goes_on = choice.error().code == &codes::turn_not_finished;
                ASSERT_TRUE(goes_on || roll.hand[0] != roll.hand[1]) << shown(roll);
            }
        }
    }
    EXPECT_GT(accepted, 1000);
    EXPECT_THAT(refusals, UnorderedElementsAre(Key("turn_not_finished"), Key("must_use_both_dice"),
                                               Key("must_use_higher_die")));
}

/// Whatever is written: only what the naive player finds is possible.
TEST(Oracle, AnyOtherMoveIsRefused) {
    for (const PositionRoll& roll : rolls(6, 300)) {
        std::set<std::vector<CheckerMove>> possible;
        for (const auto& sequence : sequences_of(roll)) possible.insert(sequence.moves);
        for (int i = 0; i < 26 * 26; ++i) {
            const std::vector move{CheckerMove{*Spot::at(i / 26), *Spot::at(i % 26)}};
            if (possible.contains(move)) continue;
            ASSERT_FALSE(legal_choice(roll.board, roll.color, roll.hand, Turn(move)))
                << shown(roll) << ": " << to_string(move[0].from) << "/" << to_string(move[0].to);
        }
    }
}

}  // namespace
}  // namespace arbiter::backgammon

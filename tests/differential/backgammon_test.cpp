// Backgammon beside the naive backgammon of tests/support: the boards that a roll can lead to.

#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/backgammon/rules.hpp"
#include "tests/support/naive_backgammon.hpp"
#include "tests/support/random_backgammon.hpp"

namespace arbiter::backgammon {
namespace {

using naive::Table;
using testing::PositionRoll;

/// How often something came up.
using Seen = std::map<std::string, int>;

void note(const PositionRoll& roll, std::size_t boards, Seen& seen) {
    const auto& [board, color, hand] = roll;
    ++seen["rolls"];
    seen["doubles"] += hand.size() > 2;
    seen["on the bar"] += board.count(color, Spot::bar()) > 0;
    seen["bearing off"] += board.all_home(color);
    seen["one board only"] += boards == 1;
    seen["boards"] += static_cast<int>(boards);
}

void compare(const PositionRoll& roll, Seen& seen) {
    std::set<Table> found;
    for (const Choice& choice : legal_turns(roll.board, roll.color, roll.hand)) {
        const Table table = naive::table_of(choice.after);
        ASSERT_TRUE(found.insert(table).second) << "twice";
        ASSERT_EQ(naive::checkers(table, Color::white), checkers_each);
        ASSERT_EQ(naive::checkers(table, Color::black), checkers_each);
    }
    ASSERT_EQ(found,
              naive::reachable(naive::table_of(roll.board), roll.color, naive::pips_of(roll.hand)));
    note(roll, found.size(), seen);
}

void compare_all(const std::vector<PositionRoll>& rolls) {
    Seen seen;
    for (std::size_t i = 0; i < rolls.size() && !::testing::Test::HasFailure(); ++i) {
        SCOPED_TRACE("roll " + std::to_string(i));
        compare(rolls[i], seen);
    }
    for (const auto& [what, times] : seen) {
        EXPECT_GT(times, 1000) << what;
        std::cout << what << ": " << times << "\n";
    }
}

TEST(BackgammonDifferential, RollsOfRandomGames) { compare_all(testing::game_rolls(11, 100'000)); }

TEST(BackgammonDifferential, RollsOnBoardsMadeUp) {
    compare_all(testing::made_up_rolls(12, 100'000));
}

}  // namespace
}  // namespace arbiter::backgammon

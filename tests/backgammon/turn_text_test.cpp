// Turns in text, in whatever order their words stand.

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/backgammon/notations/steps.hpp"
#include "tests/backgammon/id_support.hpp"

namespace arbiter::backgammon::testing {
namespace {

/// Black enters with both checkers before one goes on: bar/21*, bar/21, 21/17*, 13/9.
TEST(TurnText, BothCheckersEnterBeforeOneGoesOn) {
    Board board = start_board(StartName::standard);
    board.set(Color::black, *Spot::point(24), 0);
    board.set(Color::black, Spot::bar(), 2);
    board.set(Color::white, *Spot::point(6), 3);
    board.set(Color::white, *Spot::point(4), 1);
    board.set(Color::white, *Spot::point(8), 4);
    const Hand fours(Dice(*Die::showing(4), *Die::showing(4)));
    const auto turn = read_turn(board, Color::black, fours, "bar/21*/17 bar/21 13/9");
    ASSERT_FALSE(turn) << "White's 8-point is held";
    board.set(Color::white, *Spot::point(8), 1);
    board.set(Color::white, *Spot::point(9), 3);
    for (const char* text :
         {"bar/21*/17* bar/21 13/9", "bar/17* bar/21 13/9", "13/9 bar/21 bar/17"}) {
        const auto read = read_turn(board, Color::black, fours, text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(read->after.count(Color::white, Spot::bar()), 2) << text;
        EXPECT_EQ(read->after.count(Color::black, *Spot::point(9)), 1) << text;
    }
}

std::string reversed_words(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto blank = text.find_last_of(' ');
        const std::size_t begin = blank == text.npos ? 0 : blank + 1;
        result.append(result.empty() ? "" : " ").append(text.substr(begin));
        text = text.substr(0, blank == text.npos ? 0 : blank);
    }
    return result;
}

RC_GTEST_PROP(TurnText, EveryTurnIsReadAsItself, (std::uint64_t seed)) {
    Generator random(seed);
    Game game = new_game({.cube = false});
    while (!game.outcome() && game.events().size() < 300) {
        const Position& now = game.position();
        if (now.stage() == Stage::move && random() % 8 == 0) {
            for (const Choice& choice : legal_turns(now.board(), now.turn(), now.hand())) {
                const std::string text = write_turn(now.board(), now.turn(), choice.turn);
                const auto again = read_turn(now.board(), now.turn(), now.hand(), text);
                RC_ASSERT(again.has_value());
                RC_ASSERT(again->after == choice.after);
                RC_ASSERT(again->turn == choice.turn);
                const auto other =
                    read_turn(now.board(), now.turn(), now.hand(), reversed_words(text));
                RC_ASSERT(choice.turn.empty() || other.has_value());
            }
        }
        play_on(game, random, 1);
    }
}

}  // namespace
}  // namespace arbiter::backgammon::testing

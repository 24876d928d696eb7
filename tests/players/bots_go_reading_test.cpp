#include <algorithm>

#include <gtest/gtest.h>

#include "core/go/rules.hpp"
#include "players/bots/go/ladder.hpp"
#include "players/bots/go/playout.hpp"
#include "players/bots/go/priors.hpp"
#include "players/bots/go/reading_board.hpp"
#include "tests/support/drawn.hpp"

namespace arbiter::players {
namespace {

using go::Cell;
using go::Game;
using go::Point;
using go::Position;
using go::Spot;
using Board = ReadingBoard<9>;

Position drawn(std::string_view drawing, Color turn = Color::black) {
    return go::game_of_drawing(drawing, go::rules_of("chinese"), turn).position();
}

Spot spot(std::string_view name) { return Board::spot(*go::point_named(name)); }

void expect_same(const Board& board, const Position& position) {
    for (int i = 0; i < position.size().points(); ++i) {
        const Point point = go::point_at(position.size(), i);
        const auto color = position.at(point);
        ASSERT_EQ(board.at(Board::spot(point)), color ? go::stone_of(*color) : Cell::empty);
        if (!color) continue;
        const auto liberties = position.liberties(point);
        ASSERT_EQ(board.liberties(Board::spot(point)), std::ssize(liberties));
        ASSERT_EQ(board.stones(Board::spot(point)), std::ssize(position.group(point)));
        for (const Point liberty : liberties) {
            ASSERT_TRUE(board.liberties_of(Board::spot(point)).contains(Board::spot(liberty)));
        }
        std::uint32_t around = 0;
        for (std::size_t k = 0; k < 8; ++k) {
            const Cell cell = board.at(Board::ring(Board::spot(point))[k]);
            around |= static_cast<std::uint32_t>(cell) << 2 * k;
        }
        ASSERT_EQ(board.around(Board::spot(point)), around);
    }
    ASSERT_EQ(board.ko(), position.ko() ? Board::spot(*position.ko()) : Spot{0});
}

/// Random legal moves on the board of the rules and on this one.
TEST(GoReadingBoard, AgreesWithTheBoardOfTheRules) {
    Random random(5);
    for (const go::Size size : {go::Size{5, 5}, go::Size{9, 9}, go::Size{3, 8}}) {
        Position position(size);
        Board board(position);
        for (int move = 0; move < 400; ++move) {
            const Color color = position.turn();
            const Point point = go::point_at(
                size, static_cast<int>(random.below(static_cast<std::uint32_t>(size.points()))));
            const Spot s = Board::spot(point);
            if (!position.is_empty(point)) continue;
            const bool legal = !position.is_suicide({color, point}) && position.ko() != point;
            ASSERT_EQ(board.is_legal(s, go::stone_of(color)), legal);
            if (!legal) continue;
            const auto preview = board.preview(s, go::stone_of(color));
            const auto taken = position.play({color, point});
            board.play(s, go::stone_of(color));
            ASSERT_EQ(preview.taken, std::ssize(taken));
            ASSERT_EQ(preview.liberties, board.liberties(s));
            ASSERT_EQ(preview.stones, board.stones(s));
            expect_same(board, position);
        }
    }
}

TEST(GoLadder, WorksAcrossTheBoardAndNotAgainstABreaker) {
    const Position open = drawn(R"(
        .........
        .........
        .........
        .........
        .........
        .........
        .XO......
        ..XX.....
        .........)");
    Board board(open);
    Ladder<9> ladder(board);
    EXPECT_TRUE(ladder.atari(board, spot("C3")).has_value());
    board.play(spot("G7"), Cell::white);
    EXPECT_FALSE(ladder.atari(board, spot("C3")).has_value());
}

/// White's stone on D4 is in atari too: Black takes it instead of running.
TEST(GoLadder, RunnerThatTakesAStoneIsNotLost) {
    const Position position = drawn(R"(
        .........
        .........
        .........
        .........
        ...X.....
        .OXOX....
        ..O......
        .........
        .........)");
    const Board board(position);
    Ladder<9> ladder(board);
    ASSERT_EQ(board.liberties(spot("C4")), 1);
    EXPECT_FALSE(ladder.takes(board, spot("C4")));
}

/// How a side plays at once after a move of the other, in most of many playouts.
class GoPlayout : public testing::Test {
protected:
    int first_moves(const Position& position, std::string_view last, std::string_view wanted) {
        const Board start(position);
        int count = 0;
        Playout<9> playout(start, 7);
        for (int i = 0; i < 100; ++i) {
            Board board = start;
            bool first = true;
            playout.play_out(board, go::stone_of(position.turn()), {spot(last), 0}, [&](Spot move) {
                count += first && move == spot(wanted) ? 1 : 0;
                first = false;
            });
        }
        return count;
    }
};

TEST_F(GoPlayout, TakesAndSaves) {
    constexpr std::string_view drawing = R"(
        .........
        .........
        ...OO....
        ..OXXO...
        ..OXX.X..
        ...OO....
        .........
        .........
        .........)";
    EXPECT_GT(first_moves(drawn(drawing, Color::black), "E4", "F5"), 70);
    EXPECT_GT(first_moves(drawn(drawing, Color::white), "E5", "F5"), 70);
}

TEST_F(GoPlayout, FillsNoEyeAndGivesNoGroupAway) {
    const Position position = drawn(R"(
        .X.XO....
        XXXXO....
        OOOOO....
        .........
        .........
        .........
        .........
        .........
        .........)");
    const Board board(position);
    Playout<9> playout(board, 1);
    EXPECT_FALSE(playout.is_sensible(board, spot("A9"), Cell::black));
    EXPECT_FALSE(playout.is_sensible(board, spot("C9"), Cell::black));
}

/// Both sides of a seki stay away from its liberties, D9 and D8.
TEST_F(GoPlayout, LeavesASekiAlone) {
    const Position seki = drawn(R"(
        OXX.OOX..
        OXX.OOX..
        OXXXOOX..
        OOOOXXX..
        .O..X....
        .........
        .........
        .........
        .........)");
    const Board board(seki);
    Playout<9> playout(board, 1);
    for (const std::string_view point : {"D9", "D8"}) {
        EXPECT_FALSE(playout.is_sensible(board, spot(point), Cell::black));
        EXPECT_FALSE(playout.is_sensible(board, spot(point), Cell::white));
    }
}

/// White has just closed the space: Black's three points are one eye if White plays in the middle.
TEST_F(GoPlayout, PlaysTheVitalPointOfAnEye) {
    constexpr std::string_view drawing = R"(
        .XO......
        .XO......
        .XO......
        XXO......
        OOO......
        .........
        .........
        .........
        .........)";
    for (const Color turn : {Color::black, Color::white}) {
        EXPECT_GT(first_moves(drawn(drawing, turn), "B7", "A8"), 60);
    }
}

class GoPriors : public testing::Test {
protected:
    /// The share of wins that a move starts with.
    static float promise(const Position& position, std::string_view move) {
        const Board board(position);
        Playout<9> playout(board, 1);
        Priors<9> priors(playout);
        for (const auto& prior : priors.of(board, go::stone_of(position.turn()), 0)) {
            if (prior.move == spot(move)) return prior.wins / prior.tries;
        }
        return 0;
    }
};

TEST_F(GoPriors, PreferWhatTakesAndSaves) {
    const Position position = drawn(R"(
        .........
        .........
        ...OO....
        ..OXXO...
        ..OXX....
        ...OO....
        .........
        .........
        .........)");
    EXPECT_GT(promise(position, "F5"), promise(position, "F6"));
    Position taking = position;
    taking.give_turn(Color::white);
    EXPECT_GT(promise(taking, "F5"), promise(taking, "F4"));
}

TEST_F(GoPriors, DoNotRunInALadderAndStartOne) {
    const Position position = drawn(R"(
        .........
        .........
        .........
        .........
        .........
        ..XX.....
        .XO......
        ..X......
        .........)",
                                    Color::white);
    EXPECT_LT(promise(position, "D3"), 0.4);
    const Position attack = drawn(R"(
        .........
        .........
        .........
        .........
        .........
        .........
        .XO......
        ..XX.....
        .........)");
    EXPECT_GT(promise(attack, "C4"), 0.6);
}

TEST_F(GoPriors, AvoidTheEdgeOfAnOpenBoard) {
    const Position empty(go::Size{9, 9});
    EXPECT_LT(promise(empty, "A1"), promise(empty, "E5"));
    EXPECT_GT(promise(empty, "C3"), promise(empty, "E5"));
}

}  // namespace
}  // namespace arbiter::players

#include "core/go/board/board.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/go/playouts/playout_board.hpp"
#include "tests/support/naive_go.hpp"

namespace arbiter::go {
namespace {

/// Tests only the board: any stone may be put on any empty point.
const Rules any_play{.ko = KoRule::none, .suicide = Suicide::allowed};

/// Compares the board with the naive one after every stone.
template <class Geometry>
class Pair {
public:
    Pair(Size size, Geometry geometry) : board_(geometry), naive_(size, any_play) {}

    bool full() const { return naive_.empty_count() == 0; }

    Stone random_stone(Random& random) const {
        std::vector<Point> empty;
        for (int i = 0; i < naive_.size().points(); ++i) {
            const Point point = point_at(naive_.size(), i);
            if (!naive_.at(point)) empty.push_back(point);
        }
        const Color color = random.below(2) == 0 ? Color::black : Color::white;
        return {color, empty[random.below(static_cast<std::uint32_t>(empty.size()))]};
    }

    void play(Stone stone) {
        const Cell cell = stone_of(stone.color);
        const Spot spot = board_.spot(stone.point);
        ASSERT_EQ(board_.is_suicide(spot, cell), naive_.is_suicide(stone)) << picture();
        const std::size_t captures = naive_.captures(stone).size();
        const naive::Points expected = naive_.play(stone);

        naive::Points taken;
        const int count =
            board_.place(spot, cell, [&](Spot s) { taken.push_back(board_.point(s)); });
        std::ranges::sort(taken);
        ASSERT_EQ(taken, expected) << picture();
        ASSERT_EQ(static_cast<std::size_t>(count), captures) << picture();
    }

    void pass(Color by) {
        naive_.pass(by);
        board_.pass();
    }

    void compare_stones() const {
        ASSERT_EQ(board_.empty_count(), naive_.empty_count()) << picture();
        const auto ko = board_.ko() == 0 ? std::nullopt : std::optional(board_.point(board_.ko()));
        ASSERT_EQ(ko, naive_.ko()) << picture();
        for (int i = 0; i < naive_.size().points(); ++i) {
            const Point point = point_at(naive_.size(), i);
            const auto color = naive_.at(point);
            ASSERT_EQ(board_.at(board_.spot(point)), color ? stone_of(*color) : Cell::empty)
                << to_string(point) << '\n'
                << picture();
            ASSERT_EQ(board_.point(board_.spot(point)), point);
        }
    }

    void compare_groups() const {
        for (int i = 0; i < naive_.size().points(); ++i) {
            const Point point = point_at(naive_.size(), i);
            if (!naive_.at(point)) continue;
            naive::Points stones;
            naive::Points liberties;
            const Spot spot = board_.spot(point);
            board_.for_each_stone(spot, [&](Spot s) { stones.push_back(board_.point(s)); });
            board_.for_each_liberty(spot, [&](Spot s) { liberties.push_back(board_.point(s)); });
            std::ranges::sort(stones);
            std::ranges::sort(liberties);
            const auto repeated = std::ranges::unique(liberties);
            liberties.erase(repeated.begin(), repeated.end());
            ASSERT_EQ(stones, naive_.group(point)) << to_string(point) << '\n' << picture();
            ASSERT_EQ(liberties, naive_.liberties(point)) << to_string(point) << '\n' << picture();
        }
    }

    void compare_suicides() const {
        for (int i = 0; i < naive_.size().points(); ++i) {
            const Point point = point_at(naive_.size(), i);
            if (naive_.at(point)) continue;
            for (const Color color : {Color::black, Color::white}) {
                ASSERT_EQ(board_.is_suicide(board_.spot(point), stone_of(color)),
                          naive_.is_suicide({color, point}))
                    << to_string(point) << '\n'
                    << picture();
            }
        }
    }

private:
    std::string picture() const { return naive::drawn(naive_.size(), naive_.picture()); }

    BasicBoard<Geometry> board_;
    naive::Go naive_;
};

struct Effort {
    int moves;
    int moves_between_looks_at_groups;
};

template <class Geometry>
void compare_random_game(Size size, Geometry geometry, std::uint64_t seed, Effort effort) {
    SCOPED_TRACE(to_string(size));
    Pair pair(size, geometry);
    Random random(seed);
    for (int move = 0; move < effort.moves && !pair.full(); ++move) {
        ASSERT_NO_FATAL_FAILURE(pair.play(pair.random_stone(random)));
        if (random.below(20) == 0) pair.pass(Color::black);
        ASSERT_NO_FATAL_FAILURE(pair.compare_stones());
        if (move % effort.moves_between_looks_at_groups != 0) continue;
        ASSERT_NO_FATAL_FAILURE(pair.compare_groups());
        ASSERT_NO_FATAL_FAILURE(pair.compare_suicides());
    }
}

TEST(Board, IsTheNaiveBoardOnEverySmallSize) {
    for (std::uint8_t width = 1; width <= 7; ++width) {
        for (std::uint8_t height = 1; height <= 7; ++height) {
            const Size size{width, height};
            const Effort effort{.moves = 90, .moves_between_looks_at_groups = 1};
            compare_random_game(size, AnyGeometry(size), width * 10U + height, effort);
        }
    }
}

TEST(Board, IsTheNaiveBoardOnLargeSizes) {
    for (const Size size : {Size{9, 9}, Size{13, 13}, Size{19, 19}, Size{3, 52}, Size{31, 6}}) {
        const Effort effort{.moves = 2 * size.points(), .moves_between_looks_at_groups = 60};
        compare_random_game(size, AnyGeometry(size), 1, effort);
    }
    compare_random_game(Size{52, 52}, AnyGeometry(Size{52, 52}), 1,
                        {.moves = 1000, .moves_between_looks_at_groups = 900});
}

TEST(Board, IsTheSameWhenTheCompilerKnowsTheSize) {
    const Effort effort{.moves = 300, .moves_between_looks_at_groups = 10};
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        compare_random_game(Size{5, 5}, FixedGeometry<5>(), seed, effort);
        compare_random_game(Size{9, 9}, FixedGeometry<9>(), seed, effort);
    }
}

TEST(Board, WithoutPointsIsFull) {
    const BasicBoard<AnyGeometry> board(AnyGeometry(Size{0, 0}));
    EXPECT_EQ(board.empty_count(), 0);
    EXPECT_EQ(board.ko(), 0);
}

/// Stones are put down in the order of the text, the top row first.
BasicBoard<AnyGeometry> board_of(const std::vector<std::string>& rows) {
    const Size size{static_cast<std::uint8_t>(rows[0].size()),
                    static_cast<std::uint8_t>(rows.size())};
    BasicBoard<AnyGeometry> board{AnyGeometry(size)};
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < rows[row].size(); ++column) {
            const Point point{static_cast<std::uint8_t>(column),
                              static_cast<std::uint8_t>(rows.size() - 1 - row)};
            if (rows[row][column] == 'X') board.place(board.spot(point), Cell::black);
            if (rows[row][column] == 'O') board.place(board.spot(point), Cell::white);
        }
    }
    return board;
}

TEST(Board, KoIsWhereOneStoneTookOne) {
    auto board = board_of({
        ".XO.",
        "XO.O",
        ".XO.",
    });
    const Spot taken = board.spot({1, 1});
    EXPECT_EQ(board.place(board.spot({2, 1}), Cell::black), 1);
    EXPECT_EQ(board.ko(), taken);
    board.pass();
    EXPECT_EQ(board.ko(), 0);
}

TEST(Board, ThereIsNoKoWhereTheTakingStoneHasAFriend) {
    auto board = board_of({
        ".XO.",
        "XO.X",
        ".XO.",
    });
    EXPECT_EQ(board.place(board.spot({2, 1}), Cell::black), 1);
    EXPECT_EQ(board.ko(), 0);
}

TEST(Board, ThereIsNoKoWhereTwoStonesWereTaken) {
    auto board = board_of({
        ".XXO.",
        "XOO.O",
        ".XXO.",
    });
    EXPECT_EQ(board.place(board.spot({3, 1}), Cell::black), 2);
    EXPECT_EQ(board.ko(), 0);
}

TEST(Board, SuicideTakesOffTheWholeGroup) {
    auto board = board_of({
        "XX.O.",
        "OOOO.",
    });
    int taken = 0;
    EXPECT_TRUE(board.is_suicide(board.spot({2, 1}), Cell::black));
    EXPECT_EQ(board.place(board.spot({2, 1}), Cell::black, [&](Spot) { ++taken; }), 0);
    EXPECT_EQ(taken, 3);
    EXPECT_EQ(board.empty_count(), 5);
    EXPECT_EQ(board.ko(), 0);
}

}  // namespace
}  // namespace arbiter::go

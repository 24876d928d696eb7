// How many positions and games of Go there are on small boards: John Tromp and Gunnar Farnebäck,
// "Combinatorics of Go", table 1, and a count by the naive Go of tests/support.

#include <array>
#include <cstdint>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "core/go/game.hpp"
#include "tests/support/naive_go.hpp"

namespace arbiter::go {
namespace {

// ---------------------------------------------------------------------------------------------
// Positions.

/// Goes through all ways to fill the board point by point. The board takes off what has no
/// liberties as soon as its last neighbour is put down, and a group that has none stays without,
/// whatever follows: then no way to go on leads to a position.
template <class Geometry>
std::uint64_t positions_after(const BasicBoard<Geometry>& board, Size size, int next) {
    if (next == size.points()) return 1;
    std::uint64_t count = positions_after(board, size, next + 1);
    for (const Cell stone : {Cell::black, Cell::white}) {
        BasicBoard<Geometry> filled = board;
        bool taken = false;
        filled.place(filled.spot(point_at(size, next)), stone, [&](Spot) { taken = true; });
        if (!taken) count += positions_after(filled, size, next + 1);
    }
    return count;
}

template <int Side>
std::uint64_t positions() {
    constexpr auto side = static_cast<std::uint8_t>(Side);
    return positions_after(BasicBoard<FixedGeometry<Side>>(), {side, side}, 0);
}
std::uint64_t positions(Size size) {
    return positions_after(BasicBoard<AnyGeometry>(AnyGeometry(size)), size, 0);
}

/// The same by drawing every picture there is and looking for liberties.
std::uint64_t naive_positions(Size size) {
    const int points = size.points();
    naive::Picture picture(static_cast<std::size_t>(points), '.');
    std::uint64_t count = 0;
    for (;;) {
        const naive::Go go(size, {}, picture);
        bool legal = true;
        for (int i = 0; i < points && legal; ++i) {
            const Point point = point_at(size, i);
            legal = !go.at(point) || !go.liberties(point).empty();
        }
        count += legal ? 1 : 0;
        // The next number in a system with the digits . X and O.
        auto digit = picture.begin();
        while (digit != picture.end() && *digit == 'O') *digit++ = '.';
        if (digit == picture.end()) return count;
        *digit = *digit == '.' ? 'X' : 'O';
    }
}

TEST(Positions, AsManyAsTrompAndFarnebaeckCounted) {
    EXPECT_EQ(positions<1>(), 1U);
    EXPECT_EQ(positions<2>(), 57U);
    EXPECT_EQ(positions<3>(), 12'675U);
}

TEST(Positions, AsManyAsTrompAndFarnebaeckCountedOn4x4) { EXPECT_EQ(positions<4>(), 24'318'165U); }

TEST(Positions, AsManyAsInANaiveCount) {
    for (std::uint8_t width = 1; width <= 9; ++width) {
        for (std::uint8_t height = 1; width * height <= 9; ++height) {
            const Size size{width, height};
            EXPECT_EQ(positions(size), naive_positions(size)) << to_string(size);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Games.

std::uint64_t leaves(const Game& game, int depth) {
    std::uint64_t sum = 0;
    for (const PerftRow& row : game.perft(depth)) sum += row.leaves;
    return sum;
}

/// Two passes in a row end a game.
std::uint64_t naive_leaves(naive::Go& go, int depth, int passes) {
    if (depth == 0) return 1;
    if (passes == 2) return 0;
    const Color turn = go.turn();
    std::uint64_t sum = 0;
    for (const Point point : go.legal(turn)) {
        go.play({turn, point});
        sum += naive_leaves(go, depth - 1, 0);
        go.undo();
    }
    go.pass(turn);
    sum += naive_leaves(go, depth - 1, passes + 1);
    go.undo();
    return sum;
}

class Games : public ::testing::TestWithParam<std::tuple<KoRule, Suicide>> {};

TEST_P(Games, AsManyAsInANaiveCount) {
    const auto [ko, suicide] = GetParam();
    const Rules rules{.ko = ko, .suicide = suicide, .dead_stones = DeadStones::stay};
    struct Depth {
        Size size;
        int max;
    };
    for (const auto& [size, depth_max] :
         {Depth{{1, 1}, 12}, Depth{{2, 1}, 12}, Depth{{1, 3}, 9}, Depth{{2, 2}, 8},
          Depth{{3, 2}, 6}, Depth{{3, 3}, 4}, Depth{{5, 5}, 3}}) {
        const auto game = Game::from({.setup = {.size = size, .stones = {}}, .rules = rules},
                                     [](std::size_t, Point) { return Place{}; });
        ASSERT_TRUE(game);
        for (int depth = 1; depth <= depth_max; ++depth) {
            naive::Go naive(size, rules);
            EXPECT_EQ(leaves(*game, depth), naive_leaves(naive, depth, 0))
                << to_string(size) << ", " << depth << " moves";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rules, Games,
    ::testing::Combine(::testing::Values(KoRule::none, KoRule::simple, KoRule::positional,
                                         KoRule::situational, KoRule::simple_and_positional),
                       ::testing::Values(Suicide::forbidden, Suicide::allowed)));

}  // namespace
}  // namespace arbiter::go

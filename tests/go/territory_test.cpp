// Territory as the Japanese rules count it, each case with a board. core/go/RULES.md names these tests.

#include "core/go/territory.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/base/random.hpp"
#include "tests/support/drawn.hpp"

namespace arbiter::go {
namespace {

/// X and O are stones, x and o dead ones.
MarkedBoard board_of(std::string_view drawing) {
    const std::string rows = tidy(drawing);
    const auto width = static_cast<std::uint8_t>(rows.find('\n'));
    const auto height = static_cast<std::uint8_t>(rows.size() / (width + 1U));
    Grid stones({width, height});
    PointMap<char> dead({width, height});
    for_each_point({width, height}, [&](Point point) {
        const char c = rows[(height - 1U - point.row) * (width + 1U) + point.column];
        if (c == '.') return;
        stones.at(point) = c == 'X' || c == 'x' ? Color::black : Color::white;
        dead.at(point) = c == 'x' || c == 'o' ? 1 : 0;
    });
    return {std::move(stones), std::move(dead)};
}

std::string drawn(const Grid& owners) {
    std::string text;
    const Size size = owners.size();
    for (int row = size.height - 1; row >= 0; --row) {
        for (int column = 0; column < size.width; ++column) {
            const auto owner = owners.at(point_at(size, row * size.width + column));
            text += !owner ? '.' : *owner == Color::black ? 'X' : 'O';
        }
        text += '\n';
    }
    return text;
}

std::string owners_of(std::string_view drawing) {
    return drawn(territory(board_of(drawing)).owners);
}
std::string seki_of(std::string_view drawing) { return drawn(territory(board_of(drawing)).seki); }

TEST(Territory, AFalseEyeMustBeFilledAndCountsNothing) {
    EXPECT_EQ(owners_of(R"(
        . . . X . X O . .
        . . . X X O O . .
        X X X X O O . . .
        O O O O O . . . .)"),
              tidy(R"(
        X X X . . . . O O
        X X X . . . . O O
        . . . . . . O O O
        . . . . . O O O O)"));
}

TEST(Territory, DeadStonesLeaveTerritory) {
    EXPECT_EQ(owners_of(R"(
        . o . . X O . . . x
        . . . . X O . . . .)"),
              tidy(R"(
        X X X X . . O O O O
        X X X X . . O O O O)"));
}

TEST(Territory, DameBetweenLivingGroupsCountForNobody) {
    EXPECT_EQ(owners_of(R"(
        . . . X . O . . .
        . . . X . O . . .)"),
              tidy(R"(
        X X X . . . O O O
        X X X . . . O O O)"));
}

TEST(Territory, AGroupWithoutTwoEyesIsInSekiWithAllItSurrounds) {
    constexpr std::string_view seki = R"(
        X . X X O O . O
        X X X . . O O O)";
    EXPECT_EQ(owners_of(seki), tidy(R"(
        . . . . . . . .
        . . . . . . . .)"));
    EXPECT_EQ(seki_of(seki), tidy(R"(
        X X X X O O O O
        X X X . . O O O)"));
}

TEST(Territory, ASquareOfFourIsOneEyeAndSoInSeki) {
    constexpr std::string_view seki = R"(
        . . X X O O . .
        . . X . . O . .)";
    EXPECT_EQ(owners_of(seki), tidy(R"(
        . . . . . . . .
        . . . . . . . .)"));
}

int value_of(std::string_view drawing) {
    const MarkedBoard board = board_of(drawing);
    std::vector<Point> space;
    for_each_point(board.size(), [&](Point point) {
        if (board.is_open(point)) space.push_back(point);
    });
    return eye_value(board, Color::black, space, PointMap<char>(board.size()));
}

TEST(EyeValue, OfShapesWithinSolidStones) {
    EXPECT_EQ(value_of("X X X\nX . X\nX X X"), 1);
    EXPECT_EQ(value_of("X X X X\nX . . X\nX X X X"), 1);
    EXPECT_EQ(value_of("X X X X X\nX . . . X\nX X X X X"), 2) << "the middle divides it";
    EXPECT_EQ(value_of("X X X X\nX . . X\nX . . X\nX X X X"), 1) << "a square of four";
    EXPECT_EQ(value_of("X X X X X\nX . . . X\nX X . X X\nX X X X X"), 2);
    EXPECT_EQ(value_of("X X X X X\nX . . . X\nX . . . X\nX X X X X"), 2) << "six points";
}

TEST(EyeValue, AStoneOnTheVitalPointLeavesOneEye) {
    EXPECT_EQ(value_of("X X X X X\nX . o . X\nX X X X X"), 1);
    EXPECT_EQ(value_of("X X X X X\nX . o . X\nX X . X X\nX X X X X"), 1);
    EXPECT_EQ(value_of("X X X X X X\nX . o . . X\nX X X X X X"), 2) << "four in a row have another";
}

/// The same board turned, mirrored or with the colours exchanged is counted the same.
class Symmetry : public ::testing::TestWithParam<int> {};

TEST_P(Symmetry, DoesNotMatter) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Size size{static_cast<std::uint8_t>(3 + random.below(6)),
                    static_cast<std::uint8_t>(2 + random.below(7))};
    Grid stones(size);
    PointMap<char> dead(size);
    for_each_point(size, [&](Point point) {
        const auto c = random.below(8);
        if (c < 3) stones.at(point) = Color::black;
        if (c > 4) stones.at(point) = Color::white;
    });
    const Partition groups = partition(size, [&](Point point) { return stones.at(point); });
    for (const auto& group : groups.pieces) {
        if (random.below(6) != 0) continue;
        for (const Point point : group) dead.at(point) = 1;
    }
    const Territory counted = territory(MarkedBoard(stones, dead));

    const auto turned = [](Point point) { return Point{point.row, point.column}; };
    const Size other{size.height, size.width};
    Grid other_stones(other);
    PointMap<char> other_dead(other);
    for_each_point(size, [&](Point point) {
        if (const auto color = stones.at(point)) other_stones.at(turned(point)) = opponent(*color);
        other_dead.at(turned(point)) = dead.at(point);
    });
    const Territory again = territory(MarkedBoard(other_stones, other_dead));
    for_each_point(size, [&](Point point) {
        const auto owner = counted.owners.at(point);
        EXPECT_EQ(again.owners.at(turned(point)),
                  owner ? std::optional(opponent(*owner)) : std::nullopt)
            << to_string(point) << " of\n"
            << drawn(stones);
    });
}

INSTANTIATE_TEST_SUITE_P(Boards, Symmetry, ::testing::Range(0, 300));

}  // namespace
}  // namespace arbiter::go

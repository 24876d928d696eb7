// Territory as the Japanese rules count it, each case with a board. core/go/RULES.md names these tests.

#include "core/go/territory.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/base/random.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/drawn.hpp"
#include "tests/support/naive_territory.hpp"

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

naive::Picture picture_of(const MarkedBoard& board) {
    naive::Picture picture;
    for_each_point(board.size(), [&](Point point) {
        if (board.is_empty(point)) picture += '.';
        if (board.has(point, Color::black)) picture += board.is_dead(point) ? 'x' : 'X';
        if (board.has(point, Color::white)) picture += board.is_dead(point) ? 'o' : 'O';
    });
    return picture;
}

naive::Territory in_letters(const Territory& territory) {
    const auto letters = [](const Grid& grid) {
        naive::Picture picture;
        for (const auto& color : grid.values())
            picture += !color ? '.' : *color == Color::black ? 'X' : 'O';
        return picture;
    };
    return {letters(territory.owners), letters(territory.seki)};
}

/// What the naive count of tests/support finds too, where it finds anything.
Territory counted_twice(const MarkedBoard& board) {
    const Territory found = territory(board);
    const naive::Picture picture = picture_of(board);
    if (const auto expected = naive::territory(board.size(), picture)) {
        EXPECT_EQ(in_letters(found), *expected) << naive::drawn(board.size(), picture);
    }
    return found;
}

std::string owners_of(std::string_view drawing) {
    return drawn(counted_twice(board_of(drawing)).owners);
}
std::string seki_of(std::string_view drawing) {
    return drawn(counted_twice(board_of(drawing)).seki);
}

TEST(Territory, AFalseEyeCountsUnlessTheRulesFillIt) {
    constexpr std::string_view board = R"(
        . . . X . X O . .
        . . . X X O O . .
        X X X X O O . . .
        O O O O O . . . .)";
    EXPECT_EQ(owners_of(board), tidy(R"(
        X X X . . . . O O
        X X X . . . . O O
        . . . . . . O O O
        . . . . . O O O O)"));
    EXPECT_EQ(drawn(territory(board_of(board), FalseEyes::counted).owners), tidy(R"(
        X X X . X . . O O
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
    const Territory counted = counted_twice(MarkedBoard(stones, dead));

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

// ---------------------------------------------------------------------------------------------
// Beside the naive count of tests/support.

/// Turned and mirrored in some way, and moved to the south-west, one point from the edges.
std::set<Point> turned(const std::set<Point>& shape, int way) {
    std::vector<std::array<int, 2>> places;
    for (const Point point : shape) {
        std::array<int, 2> place{(way & 1) != 0 ? 12 - point.column : point.column,
                                 (way & 2) != 0 ? 12 - point.row : point.row};
        if ((way & 4) != 0) std::swap(place[0], place[1]);
        places.push_back(place);
    }
    std::array<int, 2> least{12, 12};
    for (const auto& [column, row] : places)
        least = {std::min(least[0], column), std::min(least[1], row)};
    std::set<Point> moved;
    for (const auto& [column, row] : places) {
        moved.insert({static_cast<std::uint8_t>(column - least[0] + 1),
                      static_cast<std::uint8_t>(row - least[1] + 1)});
    }
    return moved;
}

/// All connected shapes of so many points, each in one of the ways to turn and mirror it.
std::set<std::set<Point>> shapes_of(int points) {
    if (points == 1) return {{Point{1, 1}}};
    std::set<std::set<Point>> shapes;
    for (const std::set<Point>& smaller : shapes_of(points - 1)) {
        for (const Point point : smaller) {
            for_each_neighbour({12, 12}, point, [&](Point next) {
                std::set<Point> shape = smaller;
                if (!shape.insert(next).second) return;
                std::set<std::set<Point>> ways;
                for (int way = 0; way < 8; ++way) ways.insert(turned(shape, way));
                shapes.insert(*ways.begin());
            });
        }
    }
    return shapes;
}

TEST(EyeValue, IsTwoWhereTheOwnerLivesMovingFirst) {
    constexpr Size size{8, 8};
    for (int points = 1; points <= 6; ++points) {
        for (const std::set<Point>& shape : shapes_of(points)) {
            Grid stones(size, Color::black);
            for (const Point point : shape) stones.at(point).reset();
            const std::vector<Point> space(shape.begin(), shape.end());
            const MarkedBoard board(stones, PointMap<char>(size));
            EXPECT_EQ(eye_value(board, Color::black, space, PointMap<char>(size)),
                      naive::lives_in(shape) ? 2 : 1)
                << drawn(stones);
        }
    }
}

/// Random play in which nobody fills an eye of one point: to the end, or not quite so far. Now and then
/// a group is called dead.
naive::Picture random_end(Random& random, Size size) {
    naive::Go go(size, rules_of("tromp-taylor"));
    std::uint32_t moves = random.below(3) == 0 ? random.below(60) : 400;
    for (int passes = 0; passes < 2 && moves > 0; --moves) {
        const Color by = go.turn();
        naive::Points points = go.legal(by);
        std::erase_if(points, [&](Point point) {
            bool is_eye = true;
            for_each_neighbour(size, point,
                               [&](Point next) { is_eye = is_eye && go.at(next) == by; });
            return is_eye || go.is_suicide({by, point});
        });
        if (points.empty()) {
            go.pass(by);
            ++passes;
            continue;
        }
        go.play({by, points[random.below(static_cast<std::uint32_t>(points.size()))]});
        passes = 0;
    }
    naive::Picture picture = go.picture();
    for_each_point(size, [&](Point point) {
        if (random.below(30) != 0) return;
        for (const Point stone : go.group(point)) {
            char& cell = picture[static_cast<std::size_t>(index(size, stone))];
            if (cell == 'X') cell = 'x';
            if (cell == 'O') cell = 'o';
        }
    });
    return picture;
}

Territory counted(Size size, const naive::Picture& picture) {
    Grid stones(size);
    PointMap<char> dead(size);
    for_each_point(size, [&](Point point) {
        const char c = picture[static_cast<std::size_t>(index(size, point))];
        if (c == 'X' || c == 'x') stones.at(point) = Color::black;
        if (c == 'O' || c == 'o') stones.at(point) = Color::white;
        dead.at(point) = c == 'x' || c == 'o' ? 1 : 0;
    });
    return territory(MarkedBoard(stones, dead));
}

TEST(AgainstNaive, RandomBoardsAreCountedTheSame) {
    Random random(5);
    int compared = 0;
    int with_seki = 0;
    const int boards = test::campaign(500, 10'000);
    for (int i = 0; i < boards && !HasFailure(); ++i) {
        const Size size{static_cast<std::uint8_t>(2 + random.below(6)),
                        static_cast<std::uint8_t>(2 + random.below(6))};
        const naive::Picture picture = random_end(random, size);
        const auto expected = naive::territory(size, picture);
        if (!expected) continue;
        const naive::Territory found = in_letters(counted(size, picture));
        EXPECT_EQ(found.owners, expected->owners) << naive::drawn(size, picture);
        EXPECT_EQ(found.seki, expected->seki) << naive::drawn(size, picture);
        ++compared;
        with_seki += found.seki.find_first_not_of('.') != found.seki.npos ? 1 : 0;
    }
    EXPECT_GT(compared, boards / 4);
    EXPECT_GT(with_seki, boards / 50);
}

}  // namespace
}  // namespace arbiter::go

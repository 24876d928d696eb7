#include "core/go/board/handicap.hpp"

#include <set>

#include <gtest/gtest.h>

namespace arbiter::go {
namespace {

std::string names(const std::vector<Point>& points) {
    std::string out;
    for (const Point point : points) out += (out.empty() ? "" : " ") + to_string(point);
    return out;
}

TEST(StarPoints, OfTheUsualBoards) {
    EXPECT_EQ(names(star_points({19, 19})), "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16");
    EXPECT_EQ(names(star_points({17, 17})), "D4 J4 O4 D9 J9 O9 D14 J14 O14");
    EXPECT_EQ(names(star_points({13, 13})), "D4 K4 G7 D10 K10");
    EXPECT_EQ(names(star_points({11, 11})), "C3 J3 F6 C9 J9");
    EXPECT_EQ(names(star_points({9, 9})), "C3 G3 E5 C7 G7");
    EXPECT_EQ(names(star_points({7, 7})), "C3 E3 D4 C5 E5");
    EXPECT_EQ(names(star_points({5, 5})), "C3");
}

TEST(StarPoints, EvenBoardsHaveNoMiddle) {
    EXPECT_EQ(names(star_points({8, 8})), "C3 F3 C6 F6");
    EXPECT_EQ(names(star_points({12, 12})), "C3 K3 C10 K10");
    EXPECT_EQ(names(star_points({14, 14})), "D4 L4 D11 L11");
    EXPECT_EQ(names(star_points({6, 6})), "");
}

TEST(StarPoints, EachSideOfAnOblongBoardHasItsOwnLines) {
    EXPECT_EQ(names(star_points({9, 13})), "C4 G4 E7 C10 G10");
    EXPECT_EQ(names(star_points({19, 9})), "D3 K3 Q3 K5 D7 K7 Q7");
    EXPECT_EQ(names(star_points({9, 19})), "C4 G4 C10 E10 G10 C16 G16");
    EXPECT_EQ(names(star_points({18, 19})), "D4 P4 D10 P10 D16 P16");
    EXPECT_EQ(names(star_points({5, 9})), "C5");
}

TEST(StarPoints, TinyBoardsHaveNone) {
    for (const Size size :
         {Size{0, 0}, Size{1, 1}, Size{3, 3}, Size{4, 4}, Size{1, 19}, Size{19, 3}})
        EXPECT_EQ(names(star_points(size)), "") << to_string(size);
}

// The table of GTP 2, section 4.1.1.
TEST(FixedHandicap, InTheOrderOfGtp) {
    const Size size{19, 19};
    EXPECT_EQ(names(fixed_handicap(size, 2)), "D4 Q16");
    EXPECT_EQ(names(fixed_handicap(size, 3)), "D4 Q16 D16");
    EXPECT_EQ(names(fixed_handicap(size, 4)), "D4 Q16 D16 Q4");
    EXPECT_EQ(names(fixed_handicap(size, 5)), "D4 Q16 D16 Q4 K10");
    EXPECT_EQ(names(fixed_handicap(size, 6)), "D4 Q16 D16 Q4 D10 Q10");
    EXPECT_EQ(names(fixed_handicap(size, 7)), "D4 Q16 D16 Q4 D10 Q10 K10");
    EXPECT_EQ(names(fixed_handicap(size, 8)), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
    EXPECT_EQ(names(fixed_handicap(size, 9)), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
}

TEST(FixedHandicap, OnSmallerBoards) {
    EXPECT_EQ(names(fixed_handicap({13, 13}, 9)), "D4 K10 D10 K4 D7 K7 G4 G10 G7");
    EXPECT_EQ(names(fixed_handicap({12, 12}, 4)), "C3 K10 C10 K3");
    EXPECT_EQ(names(fixed_handicap({9, 9}, 5)), "C3 G7 C7 G3 E5");
    EXPECT_EQ(names(fixed_handicap({7, 7}, 4)), "C3 E5 C5 E3");
    EXPECT_EQ(names(fixed_handicap({9, 13}, 6)), "C4 G10 C10 G4 C7 G7");
}

TEST(FixedHandicap, AtMost) {
    EXPECT_EQ(fixed_handicap_max({19, 19}), 9);
    EXPECT_EQ(fixed_handicap_max({9, 9}), 9);
    EXPECT_EQ(fixed_handicap_max({8, 8}), 4);
    EXPECT_EQ(fixed_handicap_max({18, 18}), 4);
    EXPECT_EQ(fixed_handicap_max({7, 7}), 9);
    EXPECT_EQ(fixed_handicap_max({7, 19}), 9);
    EXPECT_EQ(fixed_handicap_max({9, 18}), 4);
    EXPECT_EQ(fixed_handicap_max({6, 6}), 0);
    EXPECT_EQ(fixed_handicap_max({19, 6}), 0);
    EXPECT_EQ(fixed_handicap_max({0, 0}), 0);
}

TEST(FixedHandicap, OnEveryBoardAllOrNothing) {
    for (int width = 1; width <= Size::side_max; ++width) {
        for (int height = 1; height <= Size::side_max; ++height) {
            const Size size{static_cast<std::uint8_t>(width), static_cast<std::uint8_t>(height)};
            for (int stones = -1; stones <= 10; ++stones) {
                const auto points = fixed_handicap(size, stones);
                const bool possible = stones >= 2 && stones <= fixed_handicap_max(size);
                ASSERT_EQ(points.size(), possible ? static_cast<std::size_t>(stones) : 0);
                ASSERT_EQ(std::set(points.begin(), points.end()).size(), points.size());
                for (const Point point : points) ASSERT_TRUE(contains(size, point));
            }
            const auto stars = star_points(size);
            ASSERT_EQ(std::set(stars.begin(), stars.end()).size(), stars.size());
            for (const Point star : stars) ASSERT_TRUE(contains(size, star));
        }
    }
}

}  // namespace
}  // namespace arbiter::go

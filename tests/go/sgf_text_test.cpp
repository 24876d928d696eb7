#include "core/base/sgf_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/base/utf8.hpp"
#include "core/go/notations/sgf_point.hpp"

namespace arbiter::go {
namespace {

using ::testing::ElementsAre;

TEST(SgfText, EscapesAndLineBreaks) {
    EXPECT_EQ(sgf_text(R"(a \] b \\ c \: d)"), R"(a ] b \ c : d)");
    EXPECT_EQ(sgf_text("soft\\\nline, hard\nline"), "softline, hard\nline");
    EXPECT_EQ(sgf_text("soft\\\r\nline, hard\r\nline\n\rline\rline"),
              "softline, hard\nline\nline\nline");
    EXPECT_EQ(sgf_text("two\n\nlines\r\r"), "two\n\nlines\n\n");
    EXPECT_EQ(sgf_text("tab\tvertical\vform\f\\\tescaped"), "tab vertical form  escaped");
    EXPECT_EQ(sgf_text("cut off\\"), "cut off");
}

TEST(SgfText, SimpleTextIsOneLine) {
    EXPECT_EQ(sgf_simple_text("soft\\\nline, hard\r\nline\ttab"), "softline, hard line tab");
}

/// FF[4]'s own example of a formatted text.
TEST(SgfText, TheSpecificationsExample) {
    EXPECT_EQ(sgf_text("Meijin NR: yeah, k4 is won\\\n"
                       "derful\n"
                       "sweat NR: thank you! :\\)\n"
                       "dada NR: yup. I like this move too. It's a move only to be expected from a "
                       "pro. I really like it :)\n"
                       "jansteen 4d: Can anyone\\\n"
                       " explain [me\\] k4?"),
              "Meijin NR: yeah, k4 is wonderful\n"
              "sweat NR: thank you! :)\n"
              "dada NR: yup. I like this move too. It's a move only to be expected from a "
              "pro. I really like it :)\n"
              "jansteen 4d: Can anyone explain [me] k4?");
}

TEST(SgfText, ComposedValues) {
    const auto parts = sgf_composed(R"(dd:a\:b:c)");
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->first, "dd");
    EXPECT_EQ(parts->second, R"(a\:b:c)");
    EXPECT_FALSE(sgf_composed(R"(a\:b)"));
    EXPECT_FALSE(sgf_composed(""));
}

TEST(SgfText, OnlyWhatWouldBreakAValueIsEscaped) {
    EXPECT_EQ(sgf_closed(R"(as it \] is \\)"), R"(as it \] is \\)");
    EXPECT_EQ(sgf_closed("a] b"), R"(a\] b)");
    EXPECT_EQ(sgf_closed(R"(a\\] b)"), R"(a\\\] b)");
    EXPECT_EQ(sgf_closed(R"(open\)"), R"(open\\)");
    EXPECT_EQ(sgf_closed("look:\n(;FF[4"), "look:\n\\(;FF[4");
    EXPECT_EQ(sgf_closed("look:\n(;FF[4\\])"), "look:\n(;FF[4\\])");
}

RC_GTEST_PROP(SgfText, AnyTextOfPrintableCharactersAndLineFeedsReadsBack, ()) {
    const auto text =
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab ]\\:[()\n;\xC3\xA9")));
    RC_ASSERT(sgf_text(sgf_raw(text)) == text);
}

TEST(SgfText, Sizes) {
    EXPECT_EQ(sgf_size("19"), (Size{19, 19}));
    EXPECT_EQ(sgf_size(" 9 : 13 "), (Size{9, 13}));
    EXPECT_EQ(sgf_size("52"), (Size{52, 52}));
    EXPECT_EQ(sgf_size("1:52"), (Size{1, 52}));
    for (const char* bad : {"", "0", "53", "-9", "19:", ":19", "9:0", "9:13:4", "nine", "19x19",
                            "99999999999999999999"}) {
        EXPECT_FALSE(sgf_size(bad)) << bad;
    }
    EXPECT_EQ(write_sgf_size({19, 19}), "19");
    EXPECT_EQ(write_sgf_size({9, 13}), "9:13");
}

/// The upper left corner is aa, whatever the height.
///
///     aa ba ca
///     ab bb cb
TEST(SgfText, PointsCountFromTheUpperLeft) {
    EXPECT_EQ(write_sgf_point({0, 1}, {3, 2}), "aa");
    EXPECT_EQ(write_sgf_point({2, 0}, {3, 2}), "cb");
    EXPECT_EQ(write_sgf_point({3, 3}, {19, 19}), "dp");
    EXPECT_EQ(write_sgf_point({51, 51}, {52, 52}), "Za");
    EXPECT_EQ(write_sgf_point({25, 0}, {52, 52}), "zZ");
    EXPECT_EQ(write_sgf_point({26, 25}, {52, 52}), "AA");
}

TEST(SgfText, MovesAndPasses) {
    const Size full{19, 19};
    EXPECT_EQ(sgf_target("dp", full)->point, (Point{3, 3}));
    EXPECT_EQ(sgf_target(" dp\n", full)->point, (Point{3, 3}));
    EXPECT_EQ(sgf_target("", full)->point, std::nullopt);
    EXPECT_EQ(sgf_target("tt", full)->point, std::nullopt);
    EXPECT_EQ(sgf_target("tt", {9, 13})->point, std::nullopt);
    EXPECT_EQ(sgf_target("tt", {20, 20})->point, (Point{19, 0}));
    EXPECT_EQ(sgf_target("tt", {19, 20}).error(), SgfPointFault::off_board);
    EXPECT_EQ(sgf_target("ta", full).error(), SgfPointFault::off_board);
    EXPECT_EQ(sgf_target("jj", {9, 9}).error(), SgfPointFault::off_board);
    for (const char* bad : {"a", "aaa", "a1", "D4", "a b", "aa:bb", "\xC3\xA9"}) {
        EXPECT_EQ(sgf_target(bad, full).error(), SgfPointFault::malformed) << bad;
    }
}

RC_GTEST_PROP(SgfText, EveryPointOfEveryBoardReadsBack, ()) {
    const Size size{*rc::gen::inRange<std::uint8_t>(1, 53), *rc::gen::inRange<std::uint8_t>(1, 53)};
    const Point point{*rc::gen::inRange<std::uint8_t>(0, size.width),
                      *rc::gen::inRange<std::uint8_t>(0, size.height)};
    RC_ASSERT(sgf_target(write_sgf_point(point, size), size)->point == point);
}

TEST(SgfText, RectanglesOfPoints) {
    std::vector<Point> points;
    EXPECT_FALSE(read_sgf_points("ba:cb", {3, 3}, points));
    EXPECT_THAT(points, ElementsAre(Point{1, 2}, Point{2, 2}, Point{1, 1}, Point{2, 1}));
    points.clear();
    EXPECT_FALSE(read_sgf_points("cb:ba", {3, 3}, points)) << "corners in any order";
    EXPECT_EQ(points.size(), 4U);
    points.clear();
    EXPECT_FALSE(read_sgf_points("aa", {3, 3}, points));
    EXPECT_FALSE(read_sgf_points("cc:cc", {3, 3}, points));
    EXPECT_THAT(points, ElementsAre(Point{0, 2}, Point{2, 0}));
    EXPECT_EQ(read_sgf_points("aa:dd", {3, 3}, points), SgfPointFault::off_board);
    EXPECT_EQ(read_sgf_points("", {3, 3}, points), SgfPointFault::malformed);
    EXPECT_EQ(read_sgf_points("aa:", {3, 3}, points), SgfPointFault::malformed);
    EXPECT_EQ(read_sgf_points("tt", {3, 3}, points), SgfPointFault::off_board);
}

TEST(SgfText, Windows1252) {
    EXPECT_EQ(windows_1252_to_utf8("plain"), "plain");
    EXPECT_EQ(windows_1252_to_utf8("M\xFCller \x93quoted\x94 \x80 5"), "Müller “quoted” € 5");
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    EXPECT_TRUE(is_utf8(windows_1252_to_utf8(all)));
}

}  // namespace
}  // namespace arbiter::go

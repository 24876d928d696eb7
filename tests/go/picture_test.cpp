#include "tests/go/picture.hpp"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/go/picture/describe.hpp"
#include "core/go/picture/marks.hpp"
#include "core/go/picture/svg.hpp"
#include "core/go/picture/text.hpp"
#include "tests/support/drawn.hpp"

namespace arbiter::go {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Names = std::set<std::string>;

constexpr Size many_sizes[] = {{1, 1},   {1, 2},   {2, 1},   {2, 3},  {5, 9},  {9, 9},  {13, 9},
                               {19, 19}, {25, 25}, {26, 10}, {1, 52}, {52, 1}, {52, 52}};

Stones stones_of(std::string_view drawing) {
    const Setup setup = drawn(drawing);
    Stones stones(setup.size);
    for (const Stone stone : setup.stones) stones.put(stone);
    return stones;
}

Point named(std::string_view name) { return point_named(name).value(); }

Picture picture_of(const Stones& stones, const Marks& marks = {},
                   const RenderOptions& options = {}) {
    return Picture(svg_board(stones, marks, options));
}

constexpr std::string_view corner_fight = R"(
    . . . . . .
    . . X . . .
    . O X O O .
    . O O X X .
    . . . . . .
)";

TEST(SvgBoard, EveryPointIsOneElementInItsPlace) {
    for (const Size size : many_sizes) {
        const Picture picture = picture_of(Stones(size));
        const auto points = picture.with("point");
        ASSERT_EQ(points.size(), static_cast<std::size_t>(size.points()));
        for (std::size_t i = 0; i < points.size(); ++i) {
            const int column = static_cast<int>(i) % size.width;
            const int row = static_cast<int>(i) / size.width;
            ASSERT_EQ(points[i].attribute("data-point"),
                      column_name(column) + std::to_string(row + 1));
            ASSERT_EQ(number(points[i], "x") + 50, 100 * column);
            ASSERT_EQ(number(points[i], "y") + 50, 100 * (size.height - 1 - row));
            ASSERT_TRUE(points[i].has_class("empty"));
        }
    }
}

TEST(SvgBoard, StonesStandOnTheirPoints) {
    const Picture picture = picture_of(stones_of(corner_fight));
    EXPECT_EQ(picture.with("point").size(), 30);
    EXPECT_EQ(picture.points_with("stone black"), (Names{"C4", "C3", "D2", "E2"}));
    EXPECT_EQ(picture.points_with("stone white"), (Names{"B3", "D3", "E3", "B2", "C2"}));
    for (const xml::Element& stone : picture.with("stone")) {
        const Point point = named(stone.attribute("data-point"));
        EXPECT_EQ(stone.name, "circle");
        EXPECT_EQ(number(stone, "cx"), 100 * point.column);
        EXPECT_EQ(number(stone, "cy"), 100 * (4 - point.row));
        EXPECT_TRUE(stone.has_class(stone.attribute("data-stone")));
        EXPECT_THAT(stone.attribute("fill"), HasSubstr("-" + stone.attribute("data-stone") + ")"));
    }
}

TEST(SvgBoard, LinesJoinTheOutermostPoints) {
    const auto lines = picture_of(Stones({3, 2})).with("lines");
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(lines[0].attribute("d"),
              "M0 0L200 0M0 100L200 100M0 0L0 100M100 0L100 100M200 0L200 100");
    EXPECT_EQ(lines[1].attribute("width"), "200");
    EXPECT_EQ(lines[1].attribute("height"), "100");
}

TEST(SvgBoard, OneLineHasStrokesAcross) {
    EXPECT_EQ(picture_of(Stones({1, 1})).with("lines").at(0).attribute("d"),
              "M-22 0L22 0M0 -22L0 22");
    EXPECT_EQ(picture_of(Stones({2, 1})).with("lines").at(0).attribute("d"),
              "M0 0L100 0M0 -22L0 22M100 -22L100 22");
}

TEST(SvgBoard, StarPointsAreDots) {
    const auto stars = picture_of(Stones({13, 13})).with("star");
    ASSERT_EQ(stars.size(), 5);
    EXPECT_EQ(number(stars[2], "cx"), 600);
    EXPECT_EQ(number(stars[2], "cy"), 600);
}

TEST(SvgBoard, TheSmallestUsualBoardHasStarsOnItsSidesToo) {
    const auto stars = picture_of(Stones({9, 9})).with("star");
    const auto has = [&](double x, double y) {
        return std::ranges::any_of(stars, [&](const xml::Element& star) {
            return number(star, "cx") == x && number(star, "cy") == y;
        });
    };
    ASSERT_EQ(stars.size(), 9);
    for (const double x : {200, 400, 600}) {
        for (const double y : {200, 400, 600}) EXPECT_TRUE(has(x, y)) << x << " " << y;
    }
}

TEST(SvgBoard, LabelsStandBesideTheirLinesOnAllFourSides) {
    const auto labels = picture_of(Stones({26, 10})).with("label");
    ASSERT_EQ(labels.size(), 2 * (26 + 10));
    std::map<std::string, int> seen;
    for (const xml::Element& label : labels) {
        ++seen[label.text];
        const bool letters = label.text[0] >= 'A';
        const Point point = named(letters ? label.text + "1" : "A" + label.text);
        if (letters) {
            EXPECT_EQ(number(label, "x"), 100 * point.column);
        } else {
            const double middle = number(label, "y") - 0.355 * number(label, "font-size");
            EXPECT_NEAR(middle, 100 * (9 - point.row), 0.02);
        }
    }
    EXPECT_EQ(seen.size(), 36);
    EXPECT_EQ(seen["AA"], 2);
    EXPECT_EQ(seen["10"], 2);
    EXPECT_FALSE(seen.contains("I"));
}

TEST(SvgBoard, LabelsTouchNeitherEachOtherNorStonesNorTheEdge) {
    for (const Size size : many_sizes) {
        const Picture picture = picture_of(Stones(size));
        const Area stones{-48, -48, 100.0 * (size.width - 1) + 48, 100.0 * (size.height - 1) + 48};
        std::vector<Area> taken{stones};
        for (const xml::Element& label : picture.with("label")) {
            const Area area = area_of_centred(label);
            EXPECT_TRUE(picture.view().contains(area)) << to_string(size) << label.text;
            for (const Area& other : taken)
                ASSERT_FALSE(area.overlaps(other)) << to_string(size) << label.text;
            taken.push_back(area);
        }
    }
}

TEST(SvgBoard, WithoutCoordinates) {
    const Picture picture = picture_of(Stones({9, 9}), {}, {.coordinates = false});
    EXPECT_TRUE(picture.with("label").empty());
    EXPECT_EQ(picture.root().attribute("viewBox"), "-62 -62 924 924");
}

TEST(SvgBoard, FitsIntoASquareOfThatSize) {
    const auto pixels = [](Size size, int wanted) {
        const Picture picture = picture_of(Stones(size), {}, {.size = wanted});
        return std::pair(number(picture.root(), "width"), number(picture.root(), "height"));
    };
    EXPECT_EQ(pixels({19, 19}, 400), std::pair(400.0, 400.0));
    EXPECT_EQ(pixels({0, 0}, 400), std::pair(400.0, 400.0));
    EXPECT_EQ(pixels({9, 5}, 300).first, 300);
    EXPECT_LT(pixels({9, 5}, 300).second, 300);
    EXPECT_NEAR(pixels({1, 52}, 4096).second, 4096, 20);
    EXPECT_GE(pixels({1, 52}, -3).first, 1);
}

TEST(SvgBoard, NothingOnABoardWithoutPoints) {
    const Picture picture = picture_of(Stones({0, 0}));
    for (const std::string name : {"point", "label", "lines", "star"})
        EXPECT_TRUE(picture.with(name).empty()) << name;
    EXPECT_EQ(picture.with("wood").size(), 1);
}

TEST(SvgBoard, RingsTheLastMoveInTheColourThatShows) {
    const Stones stones = stones_of(corner_fight);
    const auto rings =
        picture_of(stones, {.last_move = Play{Color::white, named("D3")}}).with("last");
    ASSERT_EQ(rings.size(), 1);
    EXPECT_TRUE(rings[0].has_class("on-white"));
    EXPECT_EQ(number(rings[0], "cx"), 300);
    EXPECT_EQ(number(rings[0], "cy"), 200);
    EXPECT_TRUE(picture_of(stones, {.last_move = Pass{Color::white}}).with("last").empty());
    // A suicide, and a point of a larger board.
    for (const std::string_view nowhere : {"A1", "T19"}) {
        const Marks marks{.last_move = Play{Color::white, named(nowhere)}};
        EXPECT_TRUE(picture_of(stones, marks).with("last").empty());
    }
}

TEST(SvgBoard, MarksKoAndTurn) {
    const Picture picture =
        picture_of(stones_of(corner_fight), {.turn = Color::white, .ko = named("D4")});
    ASSERT_EQ(picture.with("ko").size(), 1);
    EXPECT_EQ(number(picture.with("ko")[0], "x") + 24, 300);
    EXPECT_EQ(picture.with("turn white").size(), 1);
    EXPECT_TRUE(picture_of(Stones({9, 9})).with("turn").empty());
}

TEST(SvgBoard, DeadStonesAreFadedAndShowWhoseTheirPointIs) {
    const Picture picture =
        picture_of(stones_of(corner_fight), {.dead = {named("D2"), named("E2"), named("A1")}});
    EXPECT_EQ(picture.points_with("stone dead"), (Names{"D2", "E2"}));
    EXPECT_EQ(picture.with("owner white").size(), 2);
    EXPECT_EQ(number(picture.with("owner").at(0), "x") + 17, 300);
    EXPECT_EQ(picture.with("shadow").size(), picture.with("stone").size() - 2);
}

TEST(SvgBoard, OwnersAreSquaresWhereNoStoneTellsIt) {
    const Stones stones = stones_of(R"(
        . X O .
        . X O X
    )");
    const auto b = std::optional(Color::black);
    const auto w = std::optional(Color::white);
    const Picture picture =
        picture_of(stones, {.dead = {named("D1")}, .owners = {b, b, w, w, std::nullopt, b, w, w}});
    ASSERT_EQ(picture.with("owner").size(), 3);
    EXPECT_EQ(number(picture.with("owner black").at(0), "x") + 17, 0);  // A1
    const auto white = picture.with("owner white");
    ASSERT_EQ(white.size(), 2);
    EXPECT_EQ(number(white[0], "y") + 17, 100);  // D1
    EXPECT_EQ(number(white[1], "y") + 17, 0);    // D2
}

TEST(SvgBoard, EveryStoneShowsTheLibertiesOfItsGroup) {
    Game game = game_of_drawing(corner_fight, rules_of("chinese"));
    const Picture picture(game.svg({.overlay = "liberties"}));
    std::map<std::string, std::string> counts;
    for (const xml::Element& count : picture.with("count")) {
        const auto column = static_cast<int>(number(count, "x") / 100);
        const double middle = number(count, "y") - 0.355 * number(count, "font-size");
        counts[column_name(column) + std::to_string(5 - static_cast<int>(middle / 100 + 0.5))] =
            count.text;
    }
    const std::map<std::string, std::string> expected{{"C4", "3"}, {"C3", "3"}, {"B3", "5"},
                                                      {"B2", "5"}, {"C2", "5"}, {"D3", "3"},
                                                      {"E3", "3"}, {"D2", "3"}, {"E2", "3"}};
    EXPECT_EQ(counts, expected);
}

// Black at E3 takes two.
constexpr std::string_view two_to_take = R"(
    . . . . . .
    . . X X . .
    . X O O . .
    . . X X . .
    . . . . . .
)";

TEST(SvgBoard, APreviewIsAGhostAndWhatItTakes) {
    const Game game = game_of_drawing(two_to_take, rules_of("chinese"));
    const Picture picture(game.svg({.preview = "E3"}));
    ASSERT_EQ(picture.with("ghost").size(), 1);
    EXPECT_TRUE(picture.with("ghost")[0].has_class("black"));
    EXPECT_EQ(picture.with("ghost")[0].attribute("data-preview"), "E3");
    EXPECT_EQ(picture.with("taken").size(), 2);
    EXPECT_TRUE(picture.with("refused").empty());
    EXPECT_EQ(picture.with("point").size(), 30);
    EXPECT_EQ(picture.points_with("stone white"), (Names{"C3", "D3"}));
    EXPECT_THAT(picture.text_of("desc"), HasSubstr("Black E3 would take C3, D3."));
}

TEST(SvgBoard, APreviewOfARefusedMoveIsARedCross) {
    const Game game = game_of_drawing(two_to_take, rules_of("chinese"));
    const Picture picture(game.svg({.preview = "C3"}));
    EXPECT_TRUE(picture.with("ghost").empty());
    EXPECT_EQ(picture.with("cross alarm refused").size(), 1);
    EXPECT_EQ(picture.with("ring alarm refused").size(), 1);
    EXPECT_THAT(picture.text_of("desc"),
                HasSubstr("Black C3 is refused: there is already a white"));
}

TEST(SvgBoard, APreviewOfSuicideCrossesOnesOwnStones) {
    const std::string_view drawing = R"(
        . . X
        X X O
        . X .
    )";
    const Game allowed = game_of_drawing(drawing, rules_of("tromp-taylor"), Color::white);
    const Picture picture(allowed.svg({.preview = "C1"}));
    EXPECT_EQ(picture.with("ghost white").size(), 1);
    EXPECT_EQ(picture.with("taken").size(), 2);
    EXPECT_THAT(picture.text_of("desc"), HasSubstr("White C1 would take C1, C2."));

    const Game forbidden = game_of_drawing(drawing, rules_of("chinese"), Color::white);
    EXPECT_EQ(Picture(forbidden.svg({.preview = "C1"})).with("cross refused").size(), 1);
}

TEST(SvgBoard, APreviewThatPutsNoStoneDrawsNothing) {
    const Game game = game_of_drawing(two_to_take, rules_of("chinese"));
    for (const std::string_view move : {"pass", "Z99", "?", "resign"}) {
        const Picture picture(game.svg({.preview = move}));
        EXPECT_TRUE(picture.with("ghost").empty()) << move;
        EXPECT_TRUE(picture.with("alarm").empty()) << move;
    }
}

TEST(SvgBoard, ThemesAndIds) {
    const Stones stones = stones_of(corner_fight);
    const std::string light = svg_board(stones, {}, {});
    EXPECT_EQ(light, svg_board(stones, {}, {}));
    const Picture dark = picture_of(stones, {}, {.theme = "dark"});
    EXPECT_TRUE(dark.root().has_class("arbiter-go"));
    EXPECT_TRUE(dark.root().has_class("arbiter-dark"));
    EXPECT_THAT(svg_board(stones, {}, {.theme = "auto"}), HasSubstr("prefers-color-scheme:dark"));
    EXPECT_THAT(light, Not(HasSubstr("@media")));
    const auto id = [](const Picture& picture) {
        return picture.root().attribute("aria-labelledby");
    };
    EXPECT_NE(id(dark), id(Picture(light)));
    EXPECT_NE(id(picture_of(Stones({9, 9}))), id(Picture(light)));
}

TEST(SvgBoard, SpeaksToThoseWhoDoNotSee) {
    Game game = game_of_drawing(corner_fight, rules_of("chinese"));
    const Picture picture(game.svg({}));
    EXPECT_EQ(picture.text_of("title"), "Go board, Black to move");
    EXPECT_EQ(picture.text_of("desc"),
              "6x5 board. Black, 4 stones: D2, E2, C3, C4. White, 5 stones: B2, C2, B3, D3, E3. "
              "Black to move.");
}

TEST(Describe, DrawsNeighboursTogether) {
    const Stones stones = stones_of(R"(
        X X X X . X
        O O . O O O
    )");
    EXPECT_EQ(describe(stones, Color::black), "Black, 5 stones: A2 to D2, F2.");
    EXPECT_EQ(describe(stones, Color::white), "White, 5 stones: A1, B1, D1 to F1.");
    EXPECT_EQ(describe(Stones({9, 9}), Color::black), "Black: no stones.");
    EXPECT_EQ(describe(stones_of("X ."), Color::black), "Black, 1 stone: A1.");
}

TEST(Describe, TellsAllThatIsMarked) {
    const Marks marks{.status = "Black to move",
                      .last_move = Pass{Color::white},
                      .ko = named("B1"),
                      .dead = {named("A1")},
                      .owners = {Color::white, Color::white, std::nullopt},
                      .liberties = {1, 0, 0}};
    EXPECT_EQ(describe(stones_of("X . ."), marks),
              "3x1 board. Black, 1 stone: A1. White: no stones. Last move: White passes. Ko at B1. "
              "Dead: A1. Black owns 0 points, White 2, nobody 1. In atari: A1. Black to move.");
}

// ---- text ----

TEST(TextBoard, Ascii) {
    Game game = game_of_drawing(R"(
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O . .
        . . . . . . . . .
        . . . . . O . . .
        . . . . O X . . .
        . . X . . O . . .
        . . . . . . . . .
        . . . . . . . . .
    )",
                                rules_of("chinese"));
    play_all(game, "J9");
    EXPECT_EQ(game.text({.text_style = TextStyle::ascii}),
              "  A B C D E F G H J\n"
              "9 . . . . . . . .(X)9\n"
              "8 . . . . . . . . . 8\n"
              "7 . . + . . . O . . 7\n"
              "6 . . . . . . . . . 6\n"
              "5 . . . . + O . . . 5\n"
              "4 . . . . O X . . . 4\n"
              "3 . . X . . O + . . 3\n"
              "2 . . . . . . . . . 2\n"
              "1 . . . . . . . . . 1\n"
              "  A B C D E F G H J\n"
              "Prisoners: Black 0, White 0\n"
              "White to move\n");
}

TEST(TextBoard, UnicodeOnLines) {
    Game game = game_of_drawing(two_to_take, rules_of("chinese"));
    play_all(game, "E3");
    EXPECT_EQ(game.text({}),
              "  A B C D E F\n"
              "5 ┌─┬─┬─┬─┬─┐ 5\n"
              "4 ├─┼─●─●─┼─┤ 4\n"
              "3 ├─●─┼─┼(●)┤ 3\n"
              "2 ├─┼─●─●─┼─┤ 2\n"
              "1 └─┴─┴─┴─┴─┘ 1\n"
              "  A B C D E F\n"
              "Prisoners: Black 2, White 0\n"
              "White to move\n");
}

TEST(TextBoard, WideAndHighBoardsKeepTheirColumns) {
    const std::string text = text_board(Stones({27, 10}), {}, {});
    EXPECT_THAT(text,
                HasSubstr("   A  B  C  D  E  F  G  H  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  "
                          "X  Y  Z AA AB\n10 ┌──┬"));
    EXPECT_THAT(text, HasSubstr("\n 9 ├──┼"));
    EXPECT_THAT(text, HasSubstr("──┤ 9\n"));
}

/// In characters, not bytes.
std::size_t columns_of(std::string_view line) {
    return static_cast<std::size_t>(std::ranges::count_if(
        line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

TEST(TextBoard, EveryRowIsAsWideAsTheOthers) {
    for (const Size size : many_sizes) {
        Stones stones(size);
        std::vector<int> liberties(static_cast<std::size_t>(size.points()));
        for (int i = 0; i < size.points(); i += 3) {
            stones.put({i % 2 == 0 ? Color::black : Color::white, point_at(size, i)});
            liberties[static_cast<std::size_t>(i)] = i % 120 + 1;
        }
        for (const Point marked : {Point{0, 0}, point_at(size, size.points() - 1)}) {
            for (const bool counted : {false, true}) {
                const Marks marks{.last_move = Play{Color::black, marked},
                                  .liberties = counted ? liberties : std::vector<int>{}};
                std::istringstream text(text_board(stones, marks, {}));
                std::set<std::size_t> widths;
                std::string line;
                std::getline(text, line);
                for (int row = size.height; row > 0 && std::getline(text, line); --row)
                    widths.insert(columns_of(line) - std::to_string(row).size());
                EXPECT_EQ(widths.size(), 1) << to_string(size);
            }
        }
    }
}

TEST(TextBoard, BoardsOfOneLine) {
    EXPECT_EQ(text_board(Stones({3, 1}), {}, {}), "  A B C\n1 ├─┼─┤ 1\n  A B C\n");
    EXPECT_EQ(text_board(Stones({1, 3}), {}, {}), "  A\n3 ┬ 3\n2 ┼ 2\n1 ┴ 1\n  A\n");
    EXPECT_EQ(text_board(Stones({0, 0}), {}, {}), "");
}

TEST(TextBoard, WithoutCoordinates) {
    EXPECT_EQ(text_board(stones_of("X . O"), {.last_move = Play{Color::white, named("C1")}},
                         {.coordinates = false, .text_style = TextStyle::ascii}),
              " X .(O)\n");
}

TEST(TextBoard, Liberties) {
    const Game game = game_of_drawing(R"(
        . X X .
        . O . .
    )",
                                      rules_of("chinese"));
    EXPECT_EQ(text_board(game.position().stones(), marks(game, {.overlay = "liberties"}),
                         {.text_style = TextStyle::ascii}),
              "  A   B   C   D\n"
              "2 .   X3  X3  .  2\n"
              "1 .   O2  .   .  1\n"
              "  A   B   C   D\n");
}

TEST(TextBoard, PreviewsStandInBrackets) {
    const Game game = game_of_drawing(two_to_take, rules_of("chinese"));
    EXPECT_THAT(game.text({.preview = "E3"}), HasSubstr("\n3 ├─●─○─○[●]┤ 3\n"));
    EXPECT_THAT(game.text({.preview = "E3"}), HasSubstr("\nBlack E3 would take C3, D3.\n"));
    EXPECT_THAT(game.text({.preview = "D3"}), HasSubstr("\n3 ├─●─○[○]┼─┤ 3\n"));
    EXPECT_THAT(game.text({.preview = "D3"}), HasSubstr("\nBlack D3 is refused: "));
}

TEST(TextBoard, MarkingAndResult) {
    Game game = game_of_drawing(R"(
        . . X O .
        . O X O .
        . . X O .
    )",
                                rules_of("chinese komi=0.5"));
    play_all(game, "pass pass");
    ASSERT_TRUE(game.play(MarkDead{Color::black, named("B2")}));
    EXPECT_EQ(game.text({.overlay = "ownership"}),
              "  A B C D E\n"
              "3 ■─■─●─○─□ 3\n"
              "2 ■─△─●─○─□ 2\n"
              "1 ■─■─●─○─□ 1\n"
              "  A B C D E\n"
              "Dead: ▲ black, △ white\n"
              "Owned: ■ black, □ white\n"
              "Prisoners: Black 0, White 0\n"
              "Dead stones are being marked\n");
    ASSERT_TRUE(game.play(Agree{Color::white}));
    ASSERT_TRUE(game.play(Agree{Color::black}));
    EXPECT_THAT(game.text({.text_style = TextStyle::ascii}), HasSubstr("\n2 . o X O . 2\n"));
    EXPECT_THAT(game.text({}), ::testing::EndsWith("\nBlack wins by score, B+2.5\n"));
    EXPECT_TRUE(Picture(game.svg({})).with("turn").empty());
}

}  // namespace
}  // namespace arbiter::go

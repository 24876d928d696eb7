#include "core/go/picture/kifu.hpp"

#include <rapidcheck.h>

#include "tests/go/picture.hpp"
#include "tests/support/drawn.hpp"

namespace arbiter::go {
namespace {

using Names = std::set<std::string>;

Place nowhere(std::size_t, Point) { return {}; }

Game game_from(const Start& start) {
    auto game = Game::from(start, nowhere);
    return *std::move(game.value);
}

Game new_game(Size size, std::string_view rules = "chinese") {
    Start start;
    start.setup.size = size;
    start.rules = rules_of(rules);
    return game_from(start);
}

// Black 7 takes nothing, White 8 takes it, Black 11 takes back, White 14 takes again.
Game ko_fight() {
    Game game = new_game({9, 9});
    play_all(game, "D5 G5 E6 F6 E4 F4 F5 E5 A1 A9 F5 J9 pass E5");
    return game;
}

std::string notes_of(const Kifu& kifu) {
    std::string out;
    for (const KifuNote& note : kifu.notes) out += (out.empty() ? "" : ", ") + to_string(note);
    return out;
}

std::string numbers_of(const Kifu& kifu) {
    std::string out;
    for (const auto& [number, stone] : kifu.numbered) {
        out += (out.empty() ? "" : " ") + std::to_string(number);
        out += (stone.color == Color::black ? "b" : "w") + to_string(stone.point);
    }
    return out;
}

std::string drawing_of(const Stones& stones) {
    std::string out;
    for (int row = stones.size().height; row-- > 0;) {
        for (int column = 0; column < stones.size().width; ++column) {
            const auto color =
                stones.at(point_at(stones.size(), row * stones.size().width + column));
            out += !color ? '.' : *color == Color::black ? 'X' : 'O';
        }
        out += '\n';
    }
    return out;
}

TEST(Kifu, AWholeGame) {
    const Kifu all = kifu(ko_fight(), {1, 1000});
    EXPECT_EQ(title(all), "Moves 1-14");
    EXPECT_EQ(all.before, Stones({9, 9}));
    EXPECT_EQ(numbers_of(all), "1bD5 2wG5 3bE6 4wF6 5bE4 6wF4 7bF5 8wE5 9bA1 10wA9 12wJ9");
    EXPECT_EQ(notes_of(all), "11 at 7, 13 pass, 14 at 8");
}

TEST(Kifu, WhatWasTakenBeforeTheRangeIsGone) {
    const Kifu later = kifu(ko_fight(), {9, 12});
    EXPECT_EQ(title(later), "Moves 9-12");
    EXPECT_EQ(drawing_of(later.before),
              ".........\n"
              ".........\n"
              ".........\n"
              "....XO...\n"
              "...XO.O..\n"
              "....XO...\n"
              ".........\n"
              ".........\n"
              ".........\n");
    EXPECT_EQ(numbers_of(later), "9bA1 10wA9 11bF5 12wJ9");
    EXPECT_EQ(notes_of(later), "");
}

TEST(Kifu, WhatIsTakenWithinTheRangeStays) {
    const Kifu last = kifu(ko_fight(), {11, 14});
    EXPECT_EQ(last.before.at(*point_named("E5")), Color::white);
    EXPECT_EQ(numbers_of(last), "11bF5 12wJ9");
    // White 14 is on the point of a stone without a number.
    EXPECT_EQ(notes_of(last), "13 pass, 14 at E5");
}

TEST(Kifu, RangesBesideTheGame) {
    const Game game = ko_fight();
    EXPECT_EQ(title(kifu(game, {7, 7})), "Move 7");
    EXPECT_EQ(title(kifu(game, {0, 2})), "Moves 1-2");
    for (const MoveRange range : {MoveRange{15, 20}, MoveRange{9, 8}, MoveRange{0, 0}}) {
        const Kifu none = kifu(game, range);
        EXPECT_EQ(title(none), "No moves");
        EXPECT_TRUE(none.numbered.empty());
        EXPECT_TRUE(none.notes.empty());
    }
    EXPECT_EQ(kifu(game, {15, 20}).before, game.position().stones());
    EXPECT_EQ(kifu(game, {0, 0}).before, Stones({9, 9}));
}

TEST(Kifu, SetUpStonesHaveNoNumber) {
    Game game = game_of_drawing(R"(
        . . .
        . X .
        . . .
    )",
                                rules_of("chinese"), Color::white);
    play_all(game, "A1 C3");
    const Kifu all = kifu(game, {1, 9});
    EXPECT_EQ(drawing_of(all.before), "...\n.X.\n...\n");
    EXPECT_EQ(numbers_of(all), "1wA1 2bC3");
}

TEST(Kifu, CountsFromTheMovesBeforeTheStart) {
    Start start;
    start.setup.size = {5, 5};
    start.before.moves = 40;
    Game game = game_from(start);
    play_all(game, "C3 pass");
    EXPECT_EQ(numbers_of(kifu(game, {1, 100})), "41bC3");
    EXPECT_EQ(notes_of(kifu(game, {1, 100})), "42 pass");
    EXPECT_EQ(title(kifu(game, {1, 100})), "Moves 41-42");
    EXPECT_EQ(title(kifu(game, {1, 40})), "No moves");
}

/// A game of single-stone suicides on two points.
Game restless(int moves) {
    Game game = new_game({1, 2}, "tromp-taylor ko=none");
    std::string text;
    for (int i = 0; i < moves; ++i) text += i % 2 == 0 ? "A1 " : "A2 ";
    play_all(game, text);
    return game;
}

// Every move is shown or noted exactly once, and the stones of the diagram never share a point.
TEST(Kifu, LosesNoMove) {
    EXPECT_TRUE(rc::check([] {
        Game game = new_game({4, 3}, "tromp-taylor ko=none");
        const auto length = *rc::gen::inRange(0, 60);
        for (int i = 0; i < length && !game.outcome(); ++i) {
            const auto legal = game.legal();
            RC_ASSERT(
                game.play(legal[*rc::gen::inRange<std::size_t>(0, legal.size())]).has_value());
        }
        const auto first = *rc::gen::inRange<std::uint32_t>(1, 62);
        const auto last = *rc::gen::inRange<std::uint32_t>(1, 62);
        const Kifu diagram = kifu(game, {first, last});

        std::multiset<std::uint32_t> numbers;
        Stones stones = diagram.before;
        for (const auto& [number, stone] : diagram.numbered) {
            numbers.insert(number);
            RC_ASSERT(!stones.at(stone.point));
            stones.put(stone);
        }
        for (const KifuNote& note : diagram.notes) numbers.insert(note.number);
        std::multiset<std::uint32_t> expected;
        for (std::uint32_t n = first; n <= std::min(last, game.move_count()); ++n)
            expected.insert(n);
        RC_ASSERT(numbers == expected);

        while (game.move_count() >= first) game.undo();
        RC_ASSERT(diagram.before == game.position().stones());
    }));
}

TEST(SvgKifu, NumbersStandInTheMiddleOfTheirStones) {
    const Picture picture(ko_fight().svg({.numbered = MoveRange{1, 1000}}));
    EXPECT_EQ(picture.with("point").size(), 81);
    EXPECT_EQ(picture.with("stone").size(), 11);
    const auto numbers = picture.with("count");
    ASSERT_EQ(numbers.size(), 11);
    EXPECT_EQ(numbers[6].text, "7");
    EXPECT_EQ(number(numbers[6], "x"), 500);
    EXPECT_NEAR(number(numbers[6], "y") - 0.355 * number(numbers[6], "font-size"), 400, 0.02);
    EXPECT_TRUE(numbers[6].has_class("on-black"));
    EXPECT_TRUE(numbers[7].has_class("on-white"));
    EXPECT_EQ(picture.texts_with("heading"), Names{"Moves 1-14"});
    EXPECT_EQ(picture.texts_with("note"), Names{"11 at 7, 13 pass, 14 at 8"});
    EXPECT_EQ(picture.text_of("title"), "Go diagram, Moves 1-14");
}

TEST(SvgKifu, NumbersOfAnyLengthFitOnAStone) {
    Kifu diagram{.range = {1, 4}, .before = Stones({9, 9})};
    std::uint8_t column = 0;
    for (const std::uint32_t n : {8U, 88U, 888U, 8888U, 4'000'000'000U})
        diagram.numbered.push_back({n, {Color::black, {column++, 0}}});
    for (const xml::Element& text : Picture(svg_kifu(diagram, {})).with("count")) {
        const Area area = area_of_centred(text);
        const double width = area.right - area.left;
        const double height = area.bottom - area.top;
        EXPECT_LT(width * width + height * height, 96 * 96) << text.text;
        EXPECT_GT(width, 30) << text.text;
    }
}

TEST(SvgKifu, NotesAreWrappedBelowTheBoard) {
    const Picture picture(restless(200).svg({.numbered = MoveRange{1, 1000}}));
    const auto lines = picture.with("note");
    ASSERT_GT(lines.size(), 20);
    double above = 148;  // the lowest stone ends there
    std::string all;
    for (const xml::Element& line : lines) {
        const double size = number(line, "font-size");
        const double y = number(line, "y");
        const double right =
            number(line, "x") + static_cast<double>(line.text.size()) * 0.62 * size;
        const Area area{number(line, "x"), y - capital_em * size, right, y + 0.25 * size};
        EXPECT_TRUE(picture.view().contains(area)) << line.text;
        EXPECT_GT(area.top, above) << line.text;
        above = y;
        all += (all.empty() ? "" : " ") + line.text;
    }
    EXPECT_TRUE(all.starts_with("3 at 1, 4 at 2, 5 at 1, "));
    EXPECT_TRUE(all.ends_with("199 at 1, 200 at 2"));
}

TEST(SvgKifu, AHeadingFitsOnTheSmallestBoard) {
    for (const Size size : {Size{0, 0}, Size{1, 1}, Size{52, 52}}) {
        const Kifu diagram{.range = {1001, 2000}, .before = Stones(size)};
        const Picture picture(svg_kifu(diagram, {}));
        const auto heading = picture.with("heading");
        ASSERT_EQ(heading.size(), 1);
        EXPECT_EQ(heading[0].text, "Moves 1001-2000");
        EXPECT_TRUE(picture.view().contains(area_of_centred(heading[0]))) << to_string(size);
        for (const xml::Element& label : picture.with("label")) {
            if (label.has_class("heading")) continue;
            EXPECT_FALSE(area_of_centred(label).overlaps(area_of_centred(heading[0])));
        }
    }
}

}  // namespace
}  // namespace arbiter::go

#include "tests/go/picture.hpp"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/backgammon/picture/svg.hpp"
#include "core/backgammon/picture/text.hpp"
#include "tests/support/drawn_backgammon.hpp"

namespace arbiter::backgammon {
namespace {

using go::Picture;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Spot point(int number) { return *Spot::point(number); }
Die die(int pips) { return *Die::showing(pips); }

void play_all(Game& game, std::initializer_list<std::string_view> events) {
    for (const std::string_view text : events) {
        const auto event = game.read_event(text);
        ASSERT_TRUE(event) << text << ": " << sentence(event.error());
        ASSERT_TRUE(game.play(*event)) << text;
    }
}

/// In a match to 7: White has seven on its midpoint and two on the bar and has played one of four
/// threes; Black has one on the bar and four off, and owns the cube at 4.
Game midgame() {
    Game game = game_at({.board = drawn(R"(
                             7X 2O  .  .  .  X |  O | 2O  .  .  . 3O 3O
                              .  .  .  .  .  . | 2X | 3X  . 2X  .  .  .)"),
                         .stage = Stage::move,
                         .dice = Dice(die(3), die(3)),
                         .dice_used = {die(3)},
                         .cube = {.value = 4, .owner = Color::black, .turned = true},
                         .score = {.white = 3, .black = 5}},
                        {.match_length = 7});
    game.tags = {{"White", "alice"}, {"Black", "bob"}};
    return game;
}

// ---- SVG ----

/// What a place of the board tells a page: "white 5".
std::string held(const Picture& picture, std::string_view data_point, std::string_view color = {}) {
    for (const xml::Element& spot : picture.with("spot")) {
        if (spot.attribute("data-point") != data_point) continue;
        if (!color.empty() && spot.attribute("data-color") != color) continue;
        return spot.attribute("data-color") + " " + spot.attribute("data-count");
    }
    return "missing";
}

TEST(SvgBoard, TheStart) {
    const Picture picture(Game().svg({}));
    EXPECT_EQ(picture.with("spot").size(), 24 + 2 + 2);
    EXPECT_EQ(picture.with("hit").size(), 24 + 2 + 2);
    EXPECT_EQ(picture.with("checker white").size(), 15);
    EXPECT_EQ(picture.with("checker black").size(), 15);
    EXPECT_EQ(held(picture, "24"), "white 2");
    EXPECT_EQ(held(picture, "13"), "white 5");
    EXPECT_EQ(held(picture, "8"), "white 3");
    EXPECT_EQ(held(picture, "6"), "white 5");
    EXPECT_EQ(held(picture, "1"), "black 2");
    EXPECT_EQ(held(picture, "19"), "black 5");
    EXPECT_EQ(held(picture, "2"), "none 0");
    EXPECT_TRUE(picture.with("count").empty());
    EXPECT_TRUE(picture.with("die").empty());
    EXPECT_TRUE(picture.with("turn").empty());
    EXPECT_EQ(picture.texts_with("value"), std::set<std::string>{"64"});
}

TEST(SvgBoard, TheOtherSideAtTheBottom) {
    const Picture picture(Game().svg({.bottom = Color::black}));
    EXPECT_EQ(held(picture, "24"), "black 2");
    EXPECT_EQ(held(picture, "6"), "black 5");
    EXPECT_EQ(held(picture, "1"), "white 2");
}

/// The index does not depend on who looks at the board.
TEST(SvgBoard, PointsKnowTheirIndex) {
    for (const Color bottom : {Color::white, Color::black}) {
        std::map<std::string, std::string> held_at;
        for (const xml::Element& spot : Picture(Game().svg({.bottom = bottom})).with("spot")) {
            held_at[spot.attribute("data-index")] += spot.attribute("data-color");
        }
        EXPECT_EQ(held_at.size(), 24 + 2);
        EXPECT_EQ(held_at["23"], "white");
        EXPECT_EQ(held_at["5"], "white");
        EXPECT_EQ(held_at["0"], "black");
        EXPECT_EQ(held_at["18"], "black");
        EXPECT_EQ(held_at["-1"].size(), std::string_view("whiteblack").size());
        EXPECT_EQ(held_at["24"].size(), std::string_view("whiteblack").size());
    }
}

TEST(SvgBoard, LabelsAreNumbersOrIndices) {
    const Game game;
    EXPECT_THAT(game.svg({}), HasSubstr(">24</text>"));
    const std::string by_index = game.svg({.overlay = "index"});
    EXPECT_THAT(by_index, HasSubstr(">0</text>"));
    EXPECT_THAT(by_index, HasSubstr(">23</text>"));
    EXPECT_THAT(by_index, Not(HasSubstr(">24</text>")));
}

TEST(SvgBoard, StacksBarAndTrays) {
    const Picture picture(midgame().svg({}));
    EXPECT_EQ(picture.with("checker white").size(), 15 - 2);  // of seven five are shown
    EXPECT_EQ(picture.texts_with("count"), std::set<std::string>{"7"});
    EXPECT_EQ(held(picture, "bar", "white"), "white 2");
    EXPECT_EQ(held(picture, "bar", "black"), "black 1");
    EXPECT_EQ(held(picture, "off", "white"), "white 0");
    EXPECT_EQ(held(picture, "off", "black"), "black 4");
    EXPECT_EQ(picture.with("slab black").size(), 4);
    EXPECT_EQ(picture.texts_with("pipcount"), (std::set<std::string>{"185 pips", "68 pips"}));
    EXPECT_EQ(picture.texts_with("score"), (std::set<std::string>{"3 of 7", "5 of 7"}));
}

/// Colours aside, Black's checkers have a rim more.
TEST(SvgBoard, ColoursAreNotAllThatTellsTheSidesApart) {
    const Picture picture(midgame().svg({}));
    EXPECT_EQ(picture.with("rim white").size(), picture.with("checker white").size());
    EXPECT_EQ(picture.with("rim black").size(), 2 * picture.with("checker black").size());
}

TEST(SvgBoard, UsedDiceArePale) {
    const Picture picture(midgame().svg({}));
    EXPECT_EQ(picture.with("die white").size(), 4);
    EXPECT_EQ(picture.with("die used").size(), 1);
    EXPECT_EQ(picture.with("pips").size(), 4 * 3);
    EXPECT_EQ(picture.with("pips used").size(), 3);
}

/// What the other side rolled stays on the board until its next roll.
TEST(SvgBoard, TheLastRollOfTheOtherSideStays) {
    Game game;
    play_all(game, {"opening 31"});
    EXPECT_TRUE(Picture(game.svg({})).with("die past").empty());
    play_all(game, {"8/5 6/5"});
    const Picture waiting(game.svg({}));
    EXPECT_EQ(waiting.with("die white past").size(), 2);
    EXPECT_EQ(waiting.with("pips white past").size(), 3 + 1);
    play_all(game, {"64"});
    EXPECT_EQ(Picture(game.svg({})).with("die white past").size(), 2);
    EXPECT_EQ(Picture(game.svg({})).with("die black").size(), 2);
    play_all(game, {"24/14"});
    EXPECT_EQ(Picture(game.svg({})).with("die black past").size(), 2);
    EXPECT_TRUE(Picture(game.svg({})).with("die white").empty());
}

TEST(SvgBoard, DiceHaveAsManyPipsAsTheyShow) {
    for (const Dice dice : all_dice()) {
        Scene scene;
        scene.setup.stage = Stage::move;
        scene.setup.dice = dice;
        const Picture picture(svg_board(scene, {}));
        const int pips = dice.high().pips() + dice.low().pips();
        EXPECT_EQ(picture.with("pips").size(),
                  static_cast<std::size_t>(dice.is_double() ? 2 * pips : pips));
        std::set<std::pair<std::string, std::string>> places;
        for (const xml::Element& pip : picture.with("pips")) {
            places.emplace(pip.attribute("cx"), pip.attribute("cy"));
        }
        EXPECT_EQ(places.size(), picture.with("pips").size());
    }
}

TEST(SvgBoard, DiceLieBeforeTheirPlayer) {
    const auto left_of = [](Color bottom) {
        return go::number(Picture(midgame().svg({.bottom = bottom})).with("die")[0], "x");
    };
    EXPECT_GT(left_of(Color::white), left_of(Color::black));
}

TEST(SvgBoard, TheCubeLiesBeforeItsOwner) {
    const auto height_of = [](Color bottom) {
        const Picture picture(midgame().svg({.bottom = bottom}));
        EXPECT_EQ(picture.with("doubling").at(0).attribute("data-owner"), "black");
        EXPECT_EQ(picture.with("doubling").at(0).attribute("data-value"), "4");
        return go::number(picture.with("cube").at(0), "y");
    };
    const Picture middle(Game().svg({}));
    EXPECT_EQ(middle.with("doubling").at(0).attribute("data-owner"), "none");
    const double centred = go::number(middle.with("cube").at(0), "y");
    EXPECT_LT(height_of(Color::white), centred);
    EXPECT_GT(height_of(Color::black), centred);
}

TEST(SvgBoard, ADoubleThatIsOffered) {
    Game game;
    play_all(game, {"opening 31", "8/5 6/5", "double"});
    const Picture picture(game.svg({}));
    EXPECT_EQ(picture.with("offered").size(), 1);
    EXPECT_EQ(picture.texts_with("value"), std::set<std::string>{"2"});
    EXPECT_EQ(picture.text_of("title"), "Backgammon board, White to take or drop");
}

TEST(SvgBoard, NoCubeWhereThereIsNone) {
    EXPECT_TRUE(Picture(new_game({.cube = false}).svg({})).with("cube").empty());
    EXPECT_TRUE(Picture(new_game({.match_length = 1}).svg({})).with("cube").empty());
    const Game crawford =
        game_at({.score = {.white = 2, .black = 0}, .crawford_game = true}, {.match_length = 3});
    const Picture picture(crawford.svg({}));
    EXPECT_TRUE(picture.with("cube").empty());
    EXPECT_THAT(picture.text_of("desc"), HasSubstr("Crawford game."));
}

TEST(SvgBoard, WhoseTurnItIs) {
    Game game;
    play_all(game, {"opening 13"});
    const Picture picture(game.svg({}));
    ASSERT_EQ(picture.with("turn").size(), 1);
    EXPECT_EQ(picture.with("turn")[0].attribute("data-turn"), "black");
}

TEST(SvgBoard, TheLastTurnIsMarked) {
    Game game;
    play_all(game, {"opening 31", "8/5 6/5"});
    EXPECT_EQ(Picture(game.svg({})).with("mark last").size(), 2);
    play_all(game, {"64", "24/14"});  // one checker, by way of the 18-point
    EXPECT_EQ(Picture(game.svg({})).with("mark last").size(), 1);
}

TEST(SvgBoard, APreviewIsDrawnAsArrows) {
    Game game;
    play_all(game, {"opening 31"});
    const Picture picture(game.svg({.preview = "8/5 6/5"}));
    EXPECT_EQ(picture.with("arrow preview").size(), 2);
    EXPECT_EQ(picture.with("mark preview").size(), 2);
    EXPECT_EQ(picture.with("checker").size(), 30);
    EXPECT_THAT(picture.text_of("desc"), HasSubstr("Tried out: 8/5 6/5."));

    const Picture refused(game.svg({.preview = "24/16"}));
    EXPECT_TRUE(refused.with("preview").empty());
    EXPECT_THAT(refused.text_of("desc"), HasSubstr("Refused: "));
}

TEST(SvgBoard, LabelsAreOptional) {
    std::set<std::string> numbers;
    for (int i = 1; i <= 24; ++i) numbers.insert(std::to_string(i));
    EXPECT_EQ(Picture(Game().svg({})).texts_with("label"), numbers);
    EXPECT_TRUE(Picture(Game().svg({.coordinates = false})).with("label").empty());
}

TEST(SvgBoard, EverythingIsInsideThePictureAndCheckersAreApart) {
    const Picture picture(midgame().svg({}));
    std::vector<go::Area> checkers;
    for (const xml::Element& checker : picture.with("checker")) {
        const double x = go::number(checker, "cx");
        const double y = go::number(checker, "cy");
        const double r = go::number(checker, "r");
        checkers.push_back({x - r, y - r, x + r, y + r});
        EXPECT_TRUE(picture.view().contains(checkers.back()));
        for (std::size_t i = 0; i + 1 < checkers.size(); ++i) {
            EXPECT_FALSE(checkers[i].overlaps(checkers.back()));
        }
    }
    for (const char* kind : {"label", "note", "value"}) {
        for (const xml::Element& text : picture.with(kind)) {
            EXPECT_TRUE(picture.view().contains(go::area_of_centred(text))) << text.text;
        }
    }
}

TEST(SvgBoard, ThemesAndIds) {
    const Game game = midgame();
    const std::string light = game.svg({});
    EXPECT_EQ(light, game.svg({}));
    const Picture dark(game.svg({.theme = "dark"}));
    EXPECT_TRUE(dark.root().has_class("arbiter-backgammon"));
    EXPECT_TRUE(dark.root().has_class("arbiter-dark"));
    EXPECT_THAT(game.svg({.theme = "auto"}), HasSubstr("prefers-color-scheme:dark"));
    EXPECT_THAT(light, Not(HasSubstr("@media")));
    const auto id = [](const Picture& picture) {
        return picture.root().attribute("aria-labelledby");
    };
    EXPECT_NE(id(dark), id(Picture(light)));
    EXPECT_NE(id(Picture(Game().svg({}))), id(Picture(light)));
    EXPECT_NE(id(Picture(game.svg({.bottom = Color::black}))), id(Picture(light)));
}

TEST(SvgBoard, SpeaksToThoseWhoDoNotSee) {
    const Picture picture(midgame().svg({}));
    EXPECT_EQ(picture.text_of("title"), "Backgammon board, White to play 3-3");
    EXPECT_EQ(picture.text_of("desc"),
              "White: 2 on the bar, 1 on 18, 7 on 13, 3 on 6, 2 on 4, 185 pips. "
              "Black: 1 on the bar, 2 on 11, 2 on 6, 3 on 2, 3 on 1, 4 off, 68 pips. "
              "Black owns the cube at 4. Match to 7: White 3, Black 5. Dice used: 3. "
              "White to play 3-3.");
}

/// A page that sets up a board draws it at every moment.
TEST(SvgBoard, NonsenseCanBeDrawn) {
    Scene scene;
    scene.setup.board = Board();
    for (const Color color : {Color::white, Color::black}) {
        for (int i = 0; i <= 25; ++i) scene.setup.board.set(color, *Spot::at(i), 127);
    }
    scene.setup.cube.value = 1 << 20;
    scene.last_turn = ShownTurn{Color::white, Turn(std::array{CheckerMove{point(1), point(24)}})};
    scene.preview = ShownTurn{Color::black, Turn(std::array{CheckerMove{point(24), Spot::off()}})};
    const Picture picture(svg_board(scene, {.size = -5}));
    EXPECT_EQ(picture.with("spot").size(), 28);
    EXPECT_EQ(picture.with("slab").size(), 30);
    EXPECT_FALSE(text_board(scene, {}).empty());
}

// ---- text ----

TEST(TextBoard, IsGnuBackgammonsBoard) {
    EXPECT_EQ(Game().text({.text_style = TextStyle::ascii}),
              " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Black, 167 pips\n"
              " | X           O    |   | O              X |\n"
              " | X           O    |   | O              X |\n"
              " | X           O    |   | O                |\n"
              " | X                |   | O                |\n"
              " | X                |   | O                |\n"
              " |                  |BAR|                  |     (Cube: 1)\n"
              " | O                |   | X                |\n"
              " | O                |   | X                |\n"
              " | O           X    |   | X                |\n"
              " | O           X    |   | X              O |\n"
              " | O           X    |   | X              O |\n"
              " +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: White, 167 pips\n"
              "Opening roll\n");
}

TEST(TextBoard, Unicode) {
    EXPECT_EQ(midgame().text({}),
              " ┌13─14─15─16─17─18─┬───┬19─20─21─22─23─24─┐     ●: bob (black), 68 pips\n"
              " │ ○  ●           ○ │   │ ●           ●  ● │     5 of 7 points\n"
              " │ ○  ●             │   │ ●           ●  ● │     4 off\n"
              " │ ○                │   │             ●  ● │     (Cube: 4)\n"
              " │ ○                │   │                  │\n"
              " │ 7                │ ● │                  │\n"
              " │                  │BAR│                  │\n"
              " │                  │ ○ │                  │\n"
              " │                  │ ○ │                  │     Rolled 33, used 3\n"
              " │                  │   │ ○                │\n"
              " │                  │   │ ○     ○          │\n"
              " │                  │   │ ○     ○          │     3 of 7 points\n"
              " └12─11─10──9──8──7─┴───┴─6──5──4──3──2──1─┘     ○: alice (white), 185 pips\n"
              "White to play 3-3\n");
}

TEST(TextBoard, TheOtherSideAtTheBottom) {
    const std::string text =
        midgame().text({.bottom = Color::black, .text_style = TextStyle::ascii});
    EXPECT_THAT(text,
                HasSubstr(" |                  | X |                  |     Rolled 33, used 3\n"));
    EXPECT_THAT(text, HasSubstr(" | 7                | O |                  |\n"));
    EXPECT_THAT(text, HasSubstr(" | X  O           X |   | O           O  O |     5 of 7 points\n"
                                " +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: bob"));
}

TEST(TextBoard, WithoutCoordinates) {
    EXPECT_THAT(Game().text({.coordinates = false, .text_style = TextStyle::ascii}),
                HasSubstr(" +-----------------------------------------+     X: White"));
}

TEST(TextBoard, TellsWhatIsWaitedFor) {
    Game game;
    play_all(game, {"opening 31", "8/5 6/5"});
    EXPECT_THAT(game.text({}), EndsWith("Black to roll or double\n"));
    play_all(game, {"double"});
    EXPECT_THAT(game.text({}), HasSubstr("(Doubled to 2)\n"));
    play_all(game, {"take"});
    EXPECT_THAT(game.text({}), EndsWith("Black to roll\n"));
    ASSERT_TRUE(game.play(OfferResignation{Color::white, Level::gammon}));
    EXPECT_THAT(game.text({}), EndsWith("White offers to resign a gammon\n"));
    ASSERT_TRUE(game.play(AcceptResignation{Color::black}));
    EXPECT_THAT(game.text({}), HasSubstr("\nBlack wins"));
}

TEST(TextBoard, Previews) {
    Game game;
    play_all(game, {"opening 31"});
    EXPECT_THAT(game.text({.preview = "8/5 6/5"}),
                EndsWith("Tried out: 8/5 6/5\nWhite to play 3-1\n"));
    EXPECT_THAT(game.text({.preview = "24/16"}), HasSubstr("\nRefused: "));
}

}  // namespace
}  // namespace arbiter::backgammon

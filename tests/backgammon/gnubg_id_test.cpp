// GNU Backgammon's Position ID and Match ID. The IDs here were written by GNU Backgammon 1.07.

#include "core/backgammon/formats/gnubg_id.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/backgammon/formats/position_id.hpp"
#include "tests/backgammon/id_support.hpp"

namespace arbiter::backgammon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Game read_one(std::string_view text, const Options& options = {}) {
    auto game = read_gnubg_id(text, options);
    EXPECT_THAT(faults_of(game.faults), IsEmpty()) << text;
    return game ? std::move(*game) : Game();
}

std::vector<std::string> faults_in(std::string_view text, const Options& options = {}) {
    return faults_of(read_gnubg_id(text, options).faults);
}

std::vector<std::string> faults_in_position(std::string_view text) {
    return faults_of(read_position_id(text, {}).faults);
}

// ---------------------------------------------------------------------------------------------
// Positions.

TEST(PositionId, TheStartOfAGame) {
    EXPECT_EQ(position_id(start_board(StartName::standard), Color::white), "4HPwATDgc/ABMA");
    EXPECT_EQ(position_id(start_board(StartName::standard), Color::black), "4HPwATDgc/ABMA");
    EXPECT_EQ(*board_of_position_id({"4HPwATDgc/ABMA"}, Color::black),
              start_board(StartName::standard));
}

/// Black has played 8/3 6/3, and White is on roll.
TEST(PositionId, TheSideOnRollComesLast) {
    Board board = start_board(StartName::standard);
    for (const int from : {8, 6}) board.move(Color::black, {*Spot::point(from), *Spot::point(3)});
    EXPECT_EQ(position_id(board, Color::white), "jGfwATDgc/ABMA");
    EXPECT_EQ(*board_of_position_id({"jGfwATDgc/ABMA"}, Color::white), board);
    EXPECT_NE(*board_of_position_id({"jGfwATDgc/ABMA"}, Color::black), board);
}

TEST(PositionId, NoCheckerAndAllCheckersOnTheBar) {
    const Board nothing = *board_of_position_id({"AAAAAAAAAAAAAA"}, Color::white);
    EXPECT_EQ(nothing.count(Color::white, Spot::off()), 15);
    EXPECT_EQ(nothing.count(Color::black, Spot::off()), 15);
    Board bars;
    bars.set(Color::white, Spot::bar(), 15);
    bars.set(Color::black, Spot::bar(), 15);
    EXPECT_EQ(*board_of_position_id({position_id(bars, Color::white)}, Color::white), bars);
}

TEST(PositionId, AloneItIsReadWithWhiteOnRoll) {
    const auto game = read_position_id(" 4HPwATDgc/ABMA\n", {{"match", "7"}});
    ASSERT_TRUE(game);
    EXPECT_EQ(game->turn(), Color::white);
    EXPECT_EQ(game->position().stage(), Stage::roll_or_double);
    EXPECT_EQ(game->rules().match_length, 7);
    EXPECT_EQ(write_position_id(*game), "4HPwATDgc/ABMA");
}

TEST(PositionId, Faults) {
    EXPECT_THAT(faults_in_position(""), ElementsAre("position_id_length 1:1"));
    EXPECT_THAT(faults_in_position("\n 4HPwATDgc/ABM"), ElementsAre("position_id_length 2:2"));
    EXPECT_THAT(faults_in_position("4HPwATDgc/ABMAA"), ElementsAre("position_id_length 1:1"));
    EXPECT_THAT(faults_in_position("4HPw?TDgc/AB-A"),
                ElementsAre("bad_character 1:5", "bad_character 1:13"));
    EXPECT_THAT(faults_in_position("4HPwATDgc/ABMA 4HPw"), ElementsAre("trailing_text 1:16"));
    EXPECT_THAT(faults_in_position("4HPwATDgc/ABMB"), ElementsAre("stray_bits 1:14"));
    EXPECT_THAT(faults_in_position("////AAAAAAAAAA"), ElementsAre("too_many_checkers 1:3"));
    EXPECT_THAT(faults_in_position("AAAAAAAAAAAA8A"), ElementsAre("stray_bits 1:13"));
    EXPECT_THAT(faults_in_position("AQAAAAAAAgAAAA"), ElementsAre("shared_point 1:1"));
    EXPECT_THAT(faults_in_position("AAAAAAAAAAAAAA"), ElementsAre("game_is_over 1:1"));
    EXPECT_THAT(faults_of(read_position_id("4HPwATDgc/ABMA", {{"match", "x"}}).faults),
                ElementsAre("option_out_of_range"));
}

TEST(PositionId, LooksLikeOne) {
    EXPECT_TRUE(looks_like_position_id("4HPwATDgc/ABMA"));
    EXPECT_TRUE(looks_like_position_id("Position ID: 4HPwATDgc/ABMA\n"));
    for (const char* text : {"", "4HPwATDgc/ABM", "4HPwATDgc/ABMA:cAgAAAAAAAAA", "8/5 6/5", "{}"}) {
        EXPECT_FALSE(looks_like_position_id(text)) << text;
    }
}

// ---------------------------------------------------------------------------------------------
// Matches.

TEST(GnubgId, BeforeTheOpeningRoll) {
    const Game game = read_one("4HPwATDgc/ABMA:cAgAAAAAAAAA");
    EXPECT_EQ(game, Game());
    EXPECT_EQ(write_gnubg_id(Game()), "4HPwATDgc/ABMA:cAgAAAAAAAAA");
}

TEST(GnubgId, OnRoll) {
    const backgammon::Setup setup = read_one("4HPwATDgc/ABMA:cAkAAAAAAAAA").position().setup();
    EXPECT_EQ(setup.stage, Stage::roll_or_double);
    EXPECT_EQ(setup.turn, Color::white);
    EXPECT_EQ(read_one("4HPwATDgc/ABMA:MAEAAAAAAAAA").position().turn(), Color::black);
}

TEST(GnubgId, Rolled) {
    const backgammon::Setup setup = read_one("4HPwATDgc/ABMA:MIEOAAAAAAAA").position().setup();
    EXPECT_EQ(setup.stage, Stage::move);
    EXPECT_EQ(setup.turn, Color::black);
    EXPECT_EQ(setup.dice, Dice(*Die::showing(5), *Die::showing(3)));
}

TEST(GnubgId, DoubledAndTaken) {
    const backgammon::Setup doubled = read_one("jGfwATDgc/ABMA:cBEAAAAAAAAA").position().setup();
    EXPECT_EQ(doubled.stage, Stage::response);
    EXPECT_EQ(doubled.turn, Color::black);
    EXPECT_EQ(doubled.cube, Cube{});
    const backgammon::Setup taken = read_one("jGfwATDgc/ABMA:QQkAAAAAAAAA").position().setup();
    EXPECT_EQ(taken.turn, Color::white);
    EXPECT_EQ(taken.cube, (Cube{.value = 2, .owner = Color::black, .turned = true}));
    EXPECT_EQ(taken.board, doubled.board);
}

TEST(GnubgId, Resigning) {
    const backgammon::Setup setup = read_one("jGfwATDgc/ABMA:QcEFAAAAAAAA").position().setup();
    EXPECT_EQ(setup.resignation, (Resignation{Color::white, Level::gammon}));
    EXPECT_EQ(setup.stage, Stage::move);
    EXPECT_EQ(setup.turn, Color::white);
}

TEST(GnubgId, AMatchAndTheCrawfordGame) {
    const Game game = read_one("4HPwATDgc/ABMA:8AmgAEAAEAAE");
    EXPECT_EQ(game.rules().match_length, 5);
    EXPECT_FALSE(game.rules().jacoby);
    EXPECT_EQ(game.position().score(), (PerColor<int>{.white = 2, .black = 4}));
    EXPECT_TRUE(game.position().crawford_game());
    EXPECT_FALSE(game.position().setup().after_crawford);
    const Game later = read_one("4HPwATDgc/ABMA:cAmgAEAAEAAE");
    EXPECT_FALSE(later.position().crawford_game());
    EXPECT_TRUE(later.position().setup().after_crawford);
}

TEST(GnubgId, WhatStandsAroundIt) {
    const std::string id = "4HPwATDgc/ABMA:cAkAAAAAAAAA";
    const Game game = read_one(id);
    EXPECT_EQ(read_one("GNUID=" + id), game);
    EXPECT_EQ(read_one(" 4HPwATDgc/ABMA\tcAkAAAAAAAAA\r\n"), game);
    EXPECT_EQ(read_one(" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n"
                       "                 Match ID   : cAkAAAAAAAAA\n"),
              game);
}

/// The state "no game" is what many IDs say that are passed around.
TEST(GnubgId, NoGameInMidGame) {
    EXPECT_EQ(read_one("jGfwATDgc/ABMA:cAgAAAAAAAAA").position().stage(), Stage::roll_or_double);
    const backgammon::Setup rolled = read_one("4HPwATDgc/ABMA:8IhuACAACAAE").position().setup();
    EXPECT_EQ(rolled.stage, Stage::move);
}

TEST(GnubgId, OptionsGiveTheOtherRules) {
    const Options options{{"crawford", "off"}, {"beavers", "beaver"}, {"match", "9"}};
    const Rules rules = read_one("4HPwATDgc/ABMA:cAkAAAAAAAAA", options).rules();
    EXPECT_FALSE(rules.crawford);
    EXPECT_EQ(rules.beavers, Beavers::beaver);
    EXPECT_EQ(rules.match_length, 0) << "the ID says so";
}

TEST(GnubgId, OtherStarts) {
    for (const auto start : {StartName::nackgammon, StartName::gitgammon}) {
        const Game game = new_game({.start = start});
        EXPECT_EQ(read_one(*write_gnubg_id(game)), game);
    }
}

TEST(GnubgId, FaultsOfTheText) {
    EXPECT_THAT(faults_in(""), ElementsAre("position_id_length 1:1"));
    EXPECT_THAT(faults_in("4HPwATDgc/ABMA"), ElementsAre("missing_match_id 1:15"));
    EXPECT_THAT(faults_in("4HPwATDgc/ABMA:cAkAAAAAAAA"), ElementsAre("match_id_length 1:16"));
    EXPECT_THAT(faults_in("4HPwATDgc/ABMA:cAkAAA_AAAAA"), ElementsAre("bad_character 1:22"));
    EXPECT_THAT(faults_in("4HPwATDgc/ABMA:cAkAAAAAAAAA x"), ElementsAre("trailing_text 1:29"));
    EXPECT_THAT(faults_in("4HPw:cAkA"),
                ElementsAre("match_id_length 1:6", "position_id_length 1:1"));
    EXPECT_THAT(faults_in("4HPwATDgc/ABMA:cAkAAAAAAAAA", {{"cube", "maybe"}}),
                ElementsAre("option_out_of_range"));
}

/// A Match ID from numbers, put together independently of the writer.
struct Fields {
    unsigned cube_log = 0;
    unsigned owner = 3;
    unsigned on_roll = 1;
    unsigned crawford = 0;
    unsigned game_state = 1;
    unsigned turn = 1;
    unsigned doubled = 0;
    unsigned resigned = 0;
    unsigned die = 0;
    unsigned other_die = 0;
    unsigned length = 0;
    unsigned score_0 = 0;
    unsigned score_1 = 0;
    unsigned no_jacoby = 0;
};

std::string id_of(const Fields& f, std::string_view position = "4HPwATDgc/ABMA") {
    __extension__ using Wide = unsigned __int128;
    Wide bits = 0;
    unsigned at = 0;
    const auto put = [&](unsigned value, unsigned width) {
        bits |= static_cast<Wide>(value) << at;
        at += width;
    };
    put(f.cube_log, 4), put(f.owner, 2), put(f.on_roll, 1), put(f.crawford, 1);
    put(f.game_state, 3), put(f.turn, 1), put(f.doubled, 1), put(f.resigned, 2);
    put(f.die, 3), put(f.other_die, 3), put(f.length, 15);
    put(f.score_0, 15), put(f.score_1, 15), put(f.no_jacoby, 1);
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text(position);
    text += ':';
    for (unsigned group = 0; group < 3; ++group) {
        unsigned three = 0;
        for (unsigned i = 0; i < 3; ++i) {
            three = three << 8 | static_cast<unsigned>(bits >> (8 * (3 * group + i)) & 255);
        }
        for (int shift = 18; shift >= 0; shift -= 6) text += letters[three >> shift & 63];
    }
    return text;
}

TEST(GnubgId, FieldsAreWhereTheyShouldBe) {
    EXPECT_EQ(id_of({}), "4HPwATDgc/ABMA:cAkAAAAAAAAA");
    const Game game = read_one(id_of({.cube_log = 3,
                                      .owner = 0,
                                      .die = 6,
                                      .other_die = 2,
                                      .length = 25,
                                      .score_0 = 7,
                                      .score_1 = 12}));
    EXPECT_EQ(game.position().cube(), (Cube{.value = 8, .owner = Color::black, .turned = true}));
    EXPECT_EQ(game.position().score(), (PerColor<int>{.white = 12, .black = 7}));
    EXPECT_EQ(game.rules().match_length, 25);
    EXPECT_EQ(game.position().dice(), Dice(*Die::showing(2), *Die::showing(6)));
}

TEST(GnubgId, FieldsThatContradictEachOther) {
    const std::vector<std::pair<std::string, Fields>> cases{
        {"bad_cube 1:16", {.owner = 2}},
        {"bad_cube 1:16", {.owner = 1}},
        {"bad_dice 1:17", {.die = 3}},
        {"bad_dice 1:17", {.die = 7, .other_die = 1}},
        {"bad_game_state 1:18", {.game_state = 5}},
        {"bad_game_state 1:18", {.game_state = 2}},
        {"bad_game_state 1:18", {.game_state = 3, .length = 5, .score_0 = 5, .score_1 = 6}},
        {"bad_score 1:21", {.length = 5, .score_0 = 5}},
        {"bad_score 1:24", {.length = 5, .score_1 = 5}},
        {"bad_crawford 1:16", {.crawford = 1}},
        {"bad_crawford 1:16", {.crawford = 1, .length = 5, .score_0 = 3}},
        {"bad_turn 1:18", {.turn = 0}},
        {"bad_turn 1:18", {.turn = 1, .doubled = 1}},
        {"bad_double 1:17", {.turn = 0, .doubled = 1, .die = 2, .other_die = 1}},
        {"bad_double 1:17", {.cube_log = 1, .owner = 0, .turn = 0, .doubled = 1}},
        {"bad_double 1:17", {.crawford = 1, .turn = 0, .doubled = 1, .length = 5, .score_0 = 4}},
    };
    for (const auto& [fault, fields] : cases) {
        EXPECT_THAT(faults_in(id_of(fields)), ElementsAre(fault)) << id_of(fields);
    }
    EXPECT_THAT(faults_in(id_of({}, "AAAAAAAAAAAAAA")), ElementsAre("bad_game_state 1:18"));
}

TEST(GnubgId, UnknownBitsAreAWarning) {
    const auto game = read_gnubg_id("4HPwATDgc/ABMA:cAkAAAAAAAAI", {});
    EXPECT_TRUE(game);
    EXPECT_THAT(faults_of(game.faults), ElementsAre("stray_bits 1:26"));
}

TEST(GnubgId, AGameThatIsOver) {
    // GNU Backgammon's, after Black has won by a resignation.
    EXPECT_EQ(read_one("3PAjAEXhdwEwKA:cEMqACAAAAAE").outcome(),
              Outcome::win(Color::black, reasons::match_points));
    const Game game = read_one(id_of({.game_state = 4, .length = 5, .score_0 = 1, .score_1 = 5}));
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::match_points));
    EXPECT_EQ(read_one(*write_gnubg_id(game)), game);
}

/// GNU Backgammon's: X has resigned a gammon in a match to 5 points.
TEST(GnubgId, AGameThatIsOverInAMatchThatIsNot) {
    const auto next = read_gnubg_id("4HPwATDgc/ABMA:cEOnACAAAAAE", {});
    ASSERT_TRUE(next);
    EXPECT_THAT(faults_of(next.faults), ElementsAre("next_game 1:18"));
    EXPECT_FALSE(next->outcome());
    EXPECT_EQ(next->position().stage(), Stage::opening_roll);
    EXPECT_EQ(next->position().score(), (PerColor<int>{.white = 0, .black = 2}));
    EXPECT_EQ(next->board(), start_board(StartName::standard));
    const auto game_after = [](const Fields& fields) {
        return read_gnubg_id(id_of(fields, "4HPwATDgc/ABMA"), {})->position().setup();
    };
    const auto crawford = game_after({.game_state = 2, .length = 5, .score_0 = 4});
    EXPECT_TRUE(crawford.crawford_game);
    const auto later = game_after({.crawford = 1, .game_state = 4, .length = 5, .score_0 = 4});
    EXPECT_FALSE(later.crawford_game);
    EXPECT_TRUE(later.after_crawford);
    const std::string one_point = id_of({.crawford = 1, .game_state = 2, .length = 1});
    const Game game = *read_gnubg_id(one_point, {});
    EXPECT_EQ(read_one(*write_gnubg_id(game)), game);
}

/// Printed by GNU Backgammon 1.07.
TEST(GnubgId, APrintedBoard) {
    const std::string board =
        "The cube has been set to 2.\n"
        "gnubg now owns the cube.\n"
        " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n"
        "                 Match ID   : QYmlACAACAAE\n"
        " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg (Cube: 2)\n"
        " | X           O    |   | O              X |     2 points\n"
        " | X           O    |   | O              X |     \n"
        "v|                  |BAR|                  |     5 points match\n"
        " | O           X    |   | X              O |     Rolled 31\n"
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: root\n"
        "\n"
        "    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.221\n"
        "       0.551 0.174 0.013 - 0.449 0.124 0.005\n";
    EXPECT_TRUE(looks_like_gnubg_id(board));
    EXPECT_FALSE(looks_like_position_id(board));
    EXPECT_EQ(read_one(board), read_one("4HPwATDgc/ABMA:QYmlACAACAAE"));
    std::string wrong = board;
    wrong.replace(wrong.find("QYml"), 4, "QY?l");
    EXPECT_THAT(faults_in(wrong), ElementsAre("bad_character 4:33"));
    EXPECT_FALSE(looks_like_gnubg_id("(;GM[6]C[" + board + "])")) << "a comment of an SGF";
}

TEST(GnubgId, WhatItCannotExpress) {
    backgammon::Setup setup{.stage = Stage::move,
                            .dice = Dice(*Die::showing(2), *Die::showing(1)),
                            .dice_used = {*Die::showing(1)}};
    EXPECT_EQ(write_gnubg_id(game_at(setup)).error().code, "cannot_express");
    setup.dice_used.clear();
    setup.score.white = 32768;
    EXPECT_EQ(write_gnubg_id(game_at(setup)).error().code, "cannot_express");
    setup.score.white = 0;
    setup.cube = {.value = 1 << 16, .owner = Color::white, .turned = true};
    EXPECT_EQ(write_gnubg_id(game_at(setup)).error().code, "cannot_express");
}

TEST(GnubgId, LooksLikeOne) {
    for (const char* text : {"4HPwATDgc/ABMA:cAgAAAAAAAAA", "GNUID=4HPwATDgc/ABMA:cAgAAAAAAAAA\n",
                             "4HPwATDgc/ABMA cAgAAAAAAAAA"}) {
        EXPECT_TRUE(looks_like_gnubg_id(text)) << text;
    }
    for (const char* text : {"", "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAgA", "XGID=-b----E-C"}) {
        EXPECT_FALSE(looks_like_gnubg_id(text)) << text;
    }
}

/// Lost are a beaver that may still be raccooned, and whether a match that is over was past its
/// Crawford game.
Setup carried(Setup setup) {
    setup.beavered_by.reset();
    if (setup.stage == Stage::over) setup.after_crawford = false;
    return setup;
}

RC_GTEST_PROP(GnubgId, HoldsEveryMomentOfRandomGames, (std::uint64_t seed)) {
    Generator random(seed);
    const Rules rules = random_rules(random);
    Game game = new_game(rules);
    play_on(game, random, random() % 400);
    if (random() % 8 == 0) {
        const Color by = random() % 2 == 0 ? Color::white : Color::black;
        static_cast<void>(game.play(OfferResignation{by, static_cast<Level>(1 + random() % 3)}));
    }
    RC_PRE(game.position().cube().value <= 1 << 13);
    const auto written = write_gnubg_id(game);
    RC_ASSERT(written.has_value());
    RC_ASSERT(looks_like_gnubg_id(*written));
    const auto again = read_gnubg_id(*written, options_for(rules));
    RC_ASSERT(faults_of(again.faults) == std::vector<std::string>{});
    RC_ASSERT(again->position().setup() == carried(game.position().setup()));
    RC_ASSERT(again->rules() == rules);
    RC_ASSERT(again->outcome().has_value() == game.outcome().has_value());
    RC_ASSERT(*write_gnubg_id(*again) == *written);
}

}  // namespace
}  // namespace arbiter::backgammon::testing

// eXtreme Gammon's XGID. What its fields mean was compared with `set xgid` of GNU Backgammon.

#include "core/backgammon/formats/xgid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/backgammon/formats/gnubg_id.hpp"
#include "tests/backgammon/id_support.hpp"

namespace arbiter::backgammon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string start_position = "XGID=-b----E-C---eE---c-e----B-";

Game read_one(const std::string& text, const Options& options = {}) {
    auto game = read_xgid(text, options);
    EXPECT_THAT(faults_of(game.faults), IsEmpty()) << text;
    return game ? std::move(*game) : Game();
}

std::vector<std::string> faults_in(const std::string& text) {
    return faults_of(read_xgid(text, {}).faults);
}

/// The start with other fields after the position.
std::string with(const std::string& fields) { return start_position + ':' + fields; }

std::string gnubg_id_of(const std::string& xgid) { return *write_gnubg_id(read_one(xgid)); }

TEST(Xgid, SayWhatGnubgSays) {
    EXPECT_EQ(gnubg_id_of(with("0:0:1:00:0:0:0:0:10")), "4HPwATDgc/ABMA:cAkAAAAAAAAE");
    EXPECT_EQ(gnubg_id_of("XGID=-a----E-C---eE---c-e----B-:1:-1:1:52:0:0:1:0:10"),
              "4HPwARDwOfgAGA:QYkKAAAAAAAA");
    EXPECT_EQ(gnubg_id_of(with("1:1:1:00:2:4:0:5:10")), "4HPwATDgc/ABMA:UQmgAEAAEAAA");
    EXPECT_EQ(gnubg_id_of(with("0:0:1:00:2:4:1:5:10")), "4HPwATDgc/ABMA:8AmgAEAAEAAA");
    EXPECT_EQ(gnubg_id_of(with("0:0:1:00:3:0:1:0:10")), "4HPwATDgc/ABMA:cAkAAAAAGAAA");
}

/// White: 2 on the 24-point, 5 on 13, 3 on 8, 5 on 6; Black has one checker off and one on the bar.
TEST(Xgid, Positions) {
    const Board board = read_one("XGID=a-----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10").board();
    EXPECT_EQ(board.count(Color::black, Spot::bar()), 1);
    EXPECT_EQ(board.count(Color::black, Spot::off()), 1);
    EXPECT_EQ(board.count(Color::white, *Spot::point(24)), 2);
    const Board other = read_one("XGID=-b----E-C---eE---c-e-----B:0:0:1:00:0:0:0:0:10").board();
    EXPECT_EQ(other.count(Color::white, Spot::bar()), 2);
    EXPECT_EQ(read_one(with("0:0:1:00:0:0:0:0:10")).board(), start_board(StartName::standard));
}

TEST(Xgid, CubeTurnAndDice) {
    const backgammon::Setup setup = read_one(with("2:-1:-1:63:0:0:0:0:10")).position().setup();
    EXPECT_EQ(setup.cube, (Cube{.value = 4, .owner = Color::black, .turned = true}));
    EXPECT_EQ(setup.turn, Color::black);
    EXPECT_EQ(setup.dice, Dice(*Die::showing(6), *Die::showing(3)));
    EXPECT_EQ(setup.stage, Stage::move);
    EXPECT_EQ(read_one(with("1:0:1:00:0:0:0:0:10")).position().cube(), Cube{.value = 2});
}

TEST(Xgid, Doubled) {
    const backgammon::Setup setup = read_one(with("1:1:1:D:0:0:0:0:10")).position().setup();
    EXPECT_EQ(setup.stage, Stage::response);
    EXPECT_EQ(setup.turn, Color::black);
    EXPECT_EQ(setup.cube.value, 2);
}

TEST(Xgid, Beavered) {
    const Game game = read_one(with("0:0:1:B:0:0:2:0:10"));
    EXPECT_EQ(game.position().beavered_by(), Color::black);
    EXPECT_EQ(game.position().cube(), (Cube{.value = 4, .owner = Color::black, .turned = true}));
    EXPECT_EQ(game.turn(), Color::white);
    EXPECT_EQ(write_xgid(game), with("0:0:1:B:0:0:2:0:10"));
    const Game raccooned = read_one(with("0:0:1:R:0:0:2:0:10"));
    EXPECT_EQ(raccooned.position().cube().value, 4);
    EXPECT_TRUE(raccooned.position().is_raccooned());
    EXPECT_EQ(raccooned.turn(), Color::black);
    EXPECT_EQ(raccooned.rules().beavers, Beavers::raccoon);
    EXPECT_EQ(write_xgid(raccooned), with("0:0:1:R:0:0:2:0:10"));
}

TEST(Xgid, Flags) {
    EXPECT_FALSE(read_one(with("0:0:1:00:0:0:0:0:10")).rules().jacoby);
    EXPECT_TRUE(read_one(with("0:0:1:00:0:0:1:0:10")).rules().jacoby);
    EXPECT_EQ(read_one(with("0:0:1:00:0:0:2:0:10")).rules().beavers, Beavers::beaver);
    EXPECT_EQ(read_one(with("0:0:1:00:0:0:3:0:10"), {{"beavers", "raccoon"}}).rules().beavers,
              Beavers::raccoon);
    EXPECT_TRUE(read_one(with("0:0:1:00:2:4:1:5:10")).position().crawford_game());
    EXPECT_TRUE(read_one(with("0:0:1:00:2:4:0:5:10")).position().setup().after_crawford);
    EXPECT_FALSE(read_one(with("0:0:1:00:0:0:0:0:0")).rules().cube);
}

TEST(Xgid, WithoutPrefixOrLimit) {
    const Game game = read_one(with("0:0:1:31:0:0:0:0:10"));
    EXPECT_EQ(read_one("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"), game);
    EXPECT_EQ(read_one(with("0:0:1:13:0:0:0:0")), game);
    EXPECT_EQ(read_one("\n" + with("0:0:1:31:0:0:0:0:10") + "\r\n"), game);
}

TEST(Xgid, Faults) {
    EXPECT_THAT(faults_in(""), ElementsAre("xgid_fields 1:1"));
    EXPECT_THAT(faults_in("XGID=-b----E-C---eE---c-e----B-"), ElementsAre("xgid_fields 1:1"));
    EXPECT_THAT(faults_in(with("0:0:1:00:0:0:0:0:10:1")), ElementsAre("xgid_fields 1:1"));
    EXPECT_THAT(faults_in(with("0:0:1:00:0:0:0:0:10") + " X:1"), ElementsAre("trailing_text 1:53"));
    EXPECT_THAT(faults_in("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10"),
                ElementsAre("xgid_position_length 1:6"));
    EXPECT_THAT(faults_in("XGID=Ab--?-E-C---eE---c-e----Bp:0:0:1:00:0:0:0:0:10"),
                ElementsAre("bad_character 1:6", "bad_character 1:10", "bad_character 1:31"));
    EXPECT_THAT(faults_in("XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10"),
                ElementsAre("too_many_checkers 1:6"));
    EXPECT_THAT(faults_in("XGID=-b--------------------------:0:0:1:00:0:0:0:0:10"),
                ElementsAre("xgid_position_length 1:6"));
    EXPECT_THAT(faults_in("XGID=-b------------------------:0:0:1:00:0:0:0:0:10"),
                ElementsAre("game_is_over 1:6"));
}

TEST(Xgid, FaultsOfFields) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"16:0:1:00:0:0:0:0:10", "bad_cube 1:33"},
        {"x:0:1:00:0:0:0:0:10", "bad_cube 1:33"},
        {"1:2:1:00:0:0:0:0:10", "bad_cube 1:35"},
        {"0:0:0:00:0:0:0:0:10", "bad_turn 1:37"},
        {"0:0:1:07:0:0:0:0:10", "bad_dice 1:39"},
        {"0:0:1:0:0:0:0:0:10", "bad_dice 1:39"},
        {"0:0:1:D:2:4:1:5:10", "bad_dice 1:39"},
        {"1:-1:1:D:0:0:0:0:10", "bad_dice 1:40"},
        {"0:0:1:B:0:0:0:5:10", "bad_dice 1:39"},
        {"14:0:1:B:0:0:0:0:10", "bad_dice 1:40"},
        {"0:0:1:00:-1:0:0:0:10", "bad_score 1:42"},
        {"0:0:1:00:0:99999:0:0:10", "bad_score 1:44"},
        {"0:0:1:00:0:0:4:0:10", "bad_crawford 1:46"},
        {"0:0:1:00:0:0:1:5:10", "bad_crawford 1:46"},
        {"0:0:1:00:0:0:0:-5:10", "bad_match_length 1:48"},
        {"0:0:1:00:0:0:0:0:x", "bad_cube_limit 1:50"},
        {"0:0:1:00:5:0:0:5:10", "match_is_over 1:42"},
        {"0:0:1:00:0:5:0:5:10", "match_is_over 1:44"},
    };
    for (const auto& [fields, fault] : cases) {
        EXPECT_THAT(faults_in(with(fields)), ElementsAre(fault)) << fields;
    }
}

/// As eXtreme Gammon copies a position.
TEST(Xgid, WithADiagramAndAnAnalysis) {
    const std::string id = with("1:-1:1:31:2:4:0:7:10");
    const std::string below =
        "\r\n\r\nX:Ada   O:Bob\r\nScore is X:2 O:4 7 pt.(s) match.\r\n"
        " +13-14-15-16-17-18------19-20-21-22-23-24-+\r\n"
        " | X           O    |   | O              X | +---+\r\n"
        " |                  |BAR|                  |\r\n"
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+\r\n"
        "Pip count  X: 167  O: 167 X-O: 2-4/7\r\nCube: 2, O own cube\r\nX to play 31\r\n\r\n"
        "    1. XG Roller+  8/5 6/5                      eq:+0.221\r\n"
        "      Player:   55.10% (G:17.40% B:1.30%)\r\n\r\n"
        "eXtreme Gammon Version: 2.19, MET: Kazaross XG2\r\n";
    for (const std::string& text :
         {id + below, "What would you play here?\n\n" + id + below, "Position: " + id + below}) {
        EXPECT_TRUE(looks_like_xgid(text)) << text;
        EXPECT_EQ(read_one(text), read_one(id)) << text;
    }
    EXPECT_THAT(faults_in("Look:\n" + with("1:-1:1:37:2:4:0:7:10") + below),
                ElementsAre("bad_dice 2:40"));
    EXPECT_THAT(faults_in("Look:\n" + id + " now" + below), ElementsAre("trailing_text 2:54"));
    EXPECT_THAT(faults_in(id + below + id), ElementsAre("several_positions 17:1"));
    EXPECT_FALSE(looks_like_xgid("(;GM[6]C[" + id + "])")) << "a comment of an SGF";
}

TEST(Xgid, WhatItCannotExpress) {
    EXPECT_EQ(write_xgid(game_at({.stage = Stage::over})).error().code, "cannot_express");
    backgammon::Setup setup{.stage = Stage::move,
                            .dice = Dice(*Die::showing(2), *Die::showing(1)),
                            .dice_used = {*Die::showing(1)}};
    EXPECT_EQ(write_xgid(game_at(setup)).error().code, "cannot_express");
    setup.dice_used.clear();
    setup.score.black = 40'000;
    EXPECT_EQ(write_xgid(game_at(setup)).error().code, "cannot_express");
}

TEST(Xgid, LooksLikeOne) {
    EXPECT_TRUE(looks_like_xgid(with("0:0:1:00:0:0:0:0:10")));
    EXPECT_TRUE(looks_like_xgid("XGID=what"));
    EXPECT_TRUE(looks_like_xgid(" -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"));
    EXPECT_FALSE(looks_like_xgid(""));
    EXPECT_FALSE(looks_like_xgid("4HPwATDgc/ABMA:cAgAAAAAAAAA"));
}

/// XGID knows no opening roll and no resignation.
RC_GTEST_PROP(Xgid, HoldsEveryMomentOfRandomGames, (std::uint64_t seed)) {
    Generator random(seed);
    const Rules rules = random_rules(random);
    Game game = new_game(rules);
    play_on(game, random, random() % 400);
    RC_PRE(!game.outcome() && game.position().cube().value <= 1 << 13);
    const auto written = write_xgid(game);
    RC_ASSERT(written.has_value());
    RC_ASSERT(looks_like_xgid(*written));
    const auto again = read_xgid(*written, options_for(rules));
    RC_ASSERT(faults_of(again.faults) == std::vector<std::string>{});
    backgammon::Setup expected = game.position().setup();
    if (expected.stage == Stage::opening_roll) expected.stage = Stage::roll_or_double;
    RC_ASSERT(again->position().setup() == expected);
    RC_ASSERT(again->rules() == rules);
    RC_ASSERT(*write_xgid(*again) == *written);
}

}  // namespace
}  // namespace arbiter::backgammon::testing

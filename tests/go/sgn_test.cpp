#include "core/go/formats/sgn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/go/formats/replay.hpp"
#include "core/go/formats/sgf.hpp"
#include "core/go/notations/sgn.hpp"
#include "tests/go/sgf_support.hpp"
#include "tests/support/drawn.hpp"
#include "tests/support/random_sgf.hpp"

namespace arbiter::go::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Words = std::vector<std::string>;

Words faults_in(std::string_view text, const Options& options = {}) {
    return faults_of(read_sgn(text, options).faults);
}

Game read_one(std::string_view text) {
    auto game = read_sgn(text, {});
    EXPECT_THAT(faults_of(game.faults), IsEmpty()) << text;
    return game ? std::move(*game) : Game();
}

// ---------------------------------------------------------------------------------------------
// The examples of the format.

TEST(Sgn, TheSeedsGame) {
    const Game game = read_one("19x19 A9b B12w C2b");
    EXPECT_EQ(game.size(), (Size{19, 19}));
    EXPECT_EQ(game.events()[0], Event(Play{Color::black, {0, 8}}));
    EXPECT_EQ(game.events()[1], Event(Play{Color::white, {1, 11}}));
    EXPECT_EQ(game.events()[2], Event(Play{Color::black, {2, 1}}));
    EXPECT_EQ(write_sgn(game), "19x19 A9b B12w C2b");
}

TEST(Sgn, TheSeedsUrl) {
    const Game game = read_one("19x19,A9b,B12w,C2b");
    EXPECT_EQ(game, read_one("19x19 A9b B12w C2b"));
    EXPECT_EQ(write_sgn(game, {.separators = SgnStyle::Separators::commas}), "19x19,A9b,B12w,C2b");
}

TEST(Sgn, TheSeedsHandicap) {
    const Game game = read_one("9x9 C2b F9b C3b C9w");
    EXPECT_EQ(game.start().handicap, 3);
    EXPECT_EQ(game.start().free_handicap, 3);
    EXPECT_EQ(write_sgn(game), "9x9 C2b F9b C3b C9w");
}

/// The same words score the same, read at once or played one after another.
TEST(Sgn, HandicapStonesCanBePlayedMoveByMove) {
    const std::string text = "9x9 C2b F9b C3b C9w";
    const Game whole = read_one(text);
    for (const std::string begin : {"9x9", "9x9 C2b", "9x9 C2b F9b", "9x9 C2b F9b C3b"}) {
        Game game = read_one(begin);
        play_all(game, text.substr(begin.size()));
        EXPECT_EQ(write_sgn(game), text);
        EXPECT_EQ(game.score(), whole.score()) << begin;
        EXPECT_EQ(game.score().white.compensation, 3) << begin;
    }
    Game game = read_one("9x9");
    play_all(game, "C2b F9b passb");
    EXPECT_EQ(game.score(), read_one("9x9 C2b F9b passb").score());
    game.undo();
    EXPECT_EQ(game.score(), read_one("9x9 C2b F9b").score());
    play_all(game, "passw C3b");
    EXPECT_EQ(game.score().white.compensation, 2);
}

/// A move names its colour, but a player at a seat waits for its turn.
TEST(Sgn, SeatsWaitTheirTurn) {
    Game game = read_one("9x9 C2b");
    EXPECT_TRUE(game.read_event("F9b"));
    for (const char* move : {"F9b", "F9", "passb", "[0,0]", R"({"point": "F9", "by": "black"})"}) {
        const auto event = game.read_event(move, Color::black);
        ASSERT_FALSE(event) << move;
        EXPECT_EQ(event.error().code, &codes::not_your_turn) << move;
    }
    EXPECT_TRUE(game.read_event("F9w", Color::white));
    EXPECT_TRUE(game.read_event("resign", Color::black));
    play_all(game, "passw passb");
    EXPECT_TRUE(game.read_event("agree", Color::black));
}

TEST(Sgn, MovesWithoutABoard) {
    const auto moves = read_sgn_moves("C2b A6c, passw");
    ASSERT_TRUE(moves);
    EXPECT_THAT(*moves, ElementsAre(SgnMove(Play{Color::black, {2, 1}}), SgnMove(Capture{{0, 5}}),
                                    SgnMove(Pass{Color::white})));
}

// ---------------------------------------------------------------------------------------------
// Sizes and moves.

TEST(Sgn, Sizes) {
    EXPECT_EQ(read_one("9x13").size(), (Size{9, 13}));
    EXPECT_EQ(read_one(" 1X52\n").size(), (Size{1, 52}));
    EXPECT_EQ(read_one("52x52 BB52b").events()[0], Event(Play{Color::black, {51, 51}}));
    const Game nothing = read_one("0x0");
    EXPECT_TRUE(nothing.outcome());
    EXPECT_EQ(write_sgn(nothing), "0x0");
    EXPECT_THAT(faults_in("0x0 passb"), ElementsAre("moves_after_the_end @2"));
}

TEST(Sgn, UpperAndLowerCase) {
    EXPECT_EQ(read_one("9x9 a9B c3W PassB"), read_one("9x9 A9b C3w passb"));
}

TEST(Sgn, EachMoveNamesItsColour) {
    for (const char* text : {"9x9", "9x9 A1b B1w C1w", "9x9 A1w", "9x9 A1b B1b passb"}) {
        EXPECT_EQ(read_one(text).rules().turns, Turns::named) << text;
        EXPECT_EQ(read_sgn(text, {{"rules", "japanese"}})->rules().turns, Turns::named) << text;
        EXPECT_EQ(read_sgn(text, {{"turns", "free"}})->rules().turns, Turns::free) << text;
    }
    const Options alternate{{"turns", "alternate"}};
    EXPECT_EQ(read_sgn("9x9 A1b B1w", alternate)->rules().turns, Turns::alternate);
    EXPECT_EQ(read_sgn("9x9 A1b B1w C1w", alternate)->rules().turns, Turns::free);
    EXPECT_EQ(read_one("9x9 A1b B1b passb").start().handicap, 0);
    EXPECT_EQ(read_one("9x9 A1b B1b passw").start().handicap, 2);
    EXPECT_EQ(read_one("9x9 A1b").start().handicap, 0);
    EXPECT_EQ(read_one("9x9 A1b B1b").start().handicap, 2);
}

TEST(Sgn, PlayGoesOnAfterTwoPasses) {
    const Game game = read_one("9x9 A1b passw passb B1w");
    EXPECT_EQ(game.move_count(), 4U);
    EXPECT_EQ(write_sgn(game), "9x9 A1b passw passb resumew B1w");
    EXPECT_EQ(read_one("9x9 A1b passw passb resumew B1w"), game);
}

/// Black's stone alone on the board is dead, so that White wins by the board and komi.
TEST(Sgn, HoldsAGameToItsEnd) {
    const std::string text = "5x5 C3b passw passb deadC3 agreew agreeb";
    const Game game = read_one(text);
    ASSERT_EQ(game.outcome(), Outcome::win(Color::white, reasons::score));
    EXPECT_EQ(to_string(game.score()), "W+7.5");
    EXPECT_EQ(write_sgn(game), text);
    EXPECT_THAT(game.history("sgn"),
                ElementsAre("C3b", "passw", "passb", "deadC3", "agreew", "agreeb"));
    EXPECT_EQ(write_sgn(game, {.separators = SgnStyle::Separators::commas}),
              "5x5,C3b,passw,passb,deadC3,agreew,agreeb");
    EXPECT_EQ(to_string(read_one("5x5 C3b passw passb agreew agreeb").score()), "B+17.5");
    EXPECT_THAT(faults_in(text + " D4b"), ElementsAre("moves_after_the_end @8"));
}

TEST(Sgn, MarksAreTakenBackAndPlayIsResumed) {
    const std::string text =
        "5x5 C3b passw passb deadC3 agreeb aliveC3 resumew B2w passb passw agreeb resignw";
    const Game game = read_one(text);
    EXPECT_EQ(game.outcome(), Outcome::win(Color::black, reasons::resignation));
    EXPECT_EQ(write_sgn(game), text);
    // Black marks although White's agreement is awaited, then White although Black's is.
    const std::string marked = "5x5 C3b passw passb deadC3b agreew aliveC3w deadC3 aliveC3";
    EXPECT_EQ(write_sgn(read_one(marked)), marked);
    EXPECT_EQ(read_one(marked).events()[3], Event(MarkDead{Color::black, {2, 2}}));
    EXPECT_EQ(read_one("5x5 C3b passw passb deadC3w"), read_one("5x5 C3b passw passb deadC3"));
    EXPECT_EQ(read_one("5x5 C3B PassW PASSb DEADc3 AgreeB"),
              read_one("5x5 C3b passw passb deadC3 agreeb"));
}

/// Japanese 9.3: the opponent of the side that resumes moves first.
TEST(Sgn, SaysWhoResumes) {
    const Options japanese{{"rules", "japanese"}};
    EXPECT_EQ(read_sgn("5x5 C3b passw passb resumeb", japanese)->turn(), Color::white);
    EXPECT_EQ(read_sgn("5x5 C3b passw passb resumew", japanese)->turn(), Color::black);
}

TEST(Sgn, SettlingHasItsPlace) {
    EXPECT_THAT(faults_in("5x5 C3b deadC3"), ElementsAre("not_in_marking_phase @3"));
    EXPECT_THAT(faults_in("5x5 C3b passw agreeb"), ElementsAre("not_in_marking_phase @4"));
    EXPECT_THAT(faults_in("5x5 C3b passw passb deadC4"), ElementsAre("no_stone_there @5"));
    EXPECT_THAT(faults_in("5x5 C3b passw passb deadC6"), ElementsAre("point_off_board @5"));
    EXPECT_THAT(faults_in("5x5 C3b passw passb aliveC3"), ElementsAre("already_marked @5"));
    EXPECT_THAT(faults_in("5x5 C3b passw passb agreeb agreeb"), ElementsAre("already_agreed @6"));
    EXPECT_THAT(faults_in("5x5 C3b passw passb deadC3 C3c"),
                ElementsAre("capture_does_not_happen @6"));
    for (const char* bad :
         {"dead", "deadC3x", "deadb", "deadI3", "agree", "agreex", "agreebb", "resume"}) {
        EXPECT_THAT(faults_in("5x5 C3b passw passb " + std::string(bad)),
                    ElementsAre("unreadable_move @5"))
            << bad;
    }
}

TEST(Sgn, OptionsGiveTheRules) {
    const auto game = read_sgn("5x5 A1b", {{"rules", "simple"}, {"komi", "1.5"}});
    EXPECT_EQ(game->rules().scoring, Scoring::stones);
    EXPECT_EQ(game->rules().komi, HalfPoints{3});
    EXPECT_THAT(faults_in("5x5", {{"komi", "much"}}), ElementsAre("option_out_of_range"));
}

/// White takes A1.
///
///     . . .
///     O . .
///     X O .
TEST(Sgn, Captures) {
    const std::string text = "3x3 A1b A2w C3b B1w A1c";
    const Game game = read_one(text);
    EXPECT_EQ(game, read_one("3x3 A1b A2w C3b B1w"));
    EXPECT_EQ(write_sgn(game), "3x3 A1b A2w C3b B1w");
    EXPECT_EQ(write_sgn(game, {.captures = SgnStyle::Captures::written}), text);
    EXPECT_THAT(faults_in("3x3 A1b A2w C3b B1w A1c A1c"),
                ElementsAre("capture_does_not_happen @7"));
    EXPECT_THAT(faults_in("3x3 A1b A2w A1c"), ElementsAre("capture_does_not_happen @4"));
    EXPECT_THAT(faults_in("3x3 passb A2c"), ElementsAre("capture_does_not_happen @3"));
    EXPECT_THAT(faults_in("3x3 A1c"), ElementsAre("capture_does_not_happen @2"));
}

/// White's move on A2 leaves both its stones without a liberty.
///
///     X . O
///     . X .
///     O X .
TEST(Sgn, SuicideIsACaptureToo) {
    const Options options{{"rules", "tromp-taylor"}};
    const std::string text = "3x3 B1b A1w B2b C3w A3b A2w A1c A2c";
    const auto game = read_sgn(text, options);
    ASSERT_TRUE(game);
    EXPECT_EQ(write_sgn(*game, {.captures = SgnStyle::Captures::written}), text);
}

TEST(Sgn, Faults) {
    EXPECT_THAT(faults_in(""), ElementsAre("missing_size @1"));
    EXPECT_THAT(faults_in(" , "), ElementsAre("missing_size @1"));
    for (const char* bad : {"19", "A9b", "19x", "x19", "53x53", "9x9x9", "-9x9", "0x9"}) {
        EXPECT_THAT(faults_in(bad), ElementsAre("bad_size @1")) << bad;
    }
    for (const char* bad : {"A9", "A9x", "I9b", "A0b", "b", "pass", "9b", "A99b", "\xE9"}) {
        EXPECT_THAT(faults_in("9x9 A1b " + std::string(bad)), ElementsAre("unreadable_move @3"))
            << bad;
    }
    EXPECT_THAT(faults_in("9x9 A1b J10w"), ElementsAre("point_off_board @3"));
    EXPECT_THAT(faults_in("0x0 A1b"), ElementsAre("point_off_board @2"));
    EXPECT_THAT(faults_in("9x9 A1b A1w"), ElementsAre("point_occupied @3"));
    EXPECT_THAT(faults_in("9x9 A1b A1q B2w foo"),
                ElementsAre("unreadable_move @3", "unreadable_move @5"));
    EXPECT_THAT(faults_in("9x9 K1b A1w A10b"),
                ElementsAre("point_off_board @2", "point_off_board @4"));
    EXPECT_THAT(faults_in("53x53 I9b A1b A0w"),
                ElementsAre("bad_size @1", "unreadable_move @2", "unreadable_move @4"));
    EXPECT_THAT(faults_in("1x1 A1b"), ElementsAre("no_liberties @2"));
    EXPECT_THAT(faults_in("1x1 A1b A1b"), ElementsAre("no_liberties @2"));
}

TEST(Sgn, TheCommonestSlipsAreExplained) {
    const std::string off = "columns go from A to Z and AA to BB without I, rows from 1 to 52";
    for (const auto& [word, sentence] : std::vector<std::pair<std::string, std::string>>{
             {"I9b", "\"I9b\" names a column I: the letters of the columns leave I out"},
             {"A9", "\"A9\" names no colour: A9b is Black's, A9w White's"},
             {"pass", "\"pass\" names no colour: passb is Black's, passw White's"},
             {"A0b", "\"A0b\" is not on any board: " + off},
             {"A53", "\"A53\" is not on any board: " + off},
             {"A9x", "\"A9x\" is not a move such as D4b, passw or D4c"},
         }) {
        EXPECT_EQ(read_sgn("19x19 " + word, {}).faults.begin()->sentence, sentence);
    }
}

TEST(Sgn, TooManyMoves) {
    std::string text = "1x1";
    for (std::size_t i = 0; i <= moves_in_game_max; ++i) text += " passb";
    EXPECT_THAT(faults_in(text), ElementsAre("too_many_moves @100002"));
    std::string captures = "A1b";
    for (std::size_t i = 0; i < 10 * moves_in_game_max; ++i) captures += " A1c";
    EXPECT_EQ(read_sgn_moves(captures).faults.begin()->code, "too_many_moves");
}

TEST(Sgn, LooksLikeSgn) {
    for (const char* text : {"19x19", "0x0", " 9x9 A1b", "9x9,passw", "9X9\nA1c", "9x9 hello",
                             "53x53", "19x19 I9b", "19x19 A9", "19x19 A0b"}) {
        EXPECT_TRUE(looks_like_sgn(text)) << text;
    }
    for (const char* text : {"", "19", "9x", "x9", "9x9x9", "axb", "(;SZ[9])", "A9b B12w"}) {
        EXPECT_FALSE(looks_like_sgn(text)) << text;
    }
}

// ---------------------------------------------------------------------------------------------
// Writing.

TEST(Sgn, FixedHandicapIsWrittenAsPlayed) {
    const Game game = *Game::create({{"size", "9"}, {"handicap", "2"}, {"komi", "7.5"}});
    EXPECT_EQ(write_sgn(game), "9x9 C3b G7b");
    const Game again = read_one("9x9 C3b G7b");
    EXPECT_EQ(again.position(), game.position());
    EXPECT_EQ(again.score(), game.score());
}

TEST(Sgn, WhatSgnCannotExpress) {
    for (const Options& options :
         {Options{{"turn", "white"}}, Options{{"stones", "C3b"}}, Options{{"stones", "C3w"}},
          Options{{"handicap", "2"}, {"placement", "free"}},
          Options{{"handicap", "2"}, {"turn", "black"}, {"stones", "A1b"}}}) {
        const auto game = Game::create(options);
        ASSERT_TRUE(game);
        const auto text = write_sgn(*game);
        ASSERT_FALSE(text) << *text;
        EXPECT_EQ(text.error().code, "cannot_express");
    }
}

/// SGN holds the moves; the rules come from elsewhere.
RC_GTEST_PROP(Sgn, AnyGameItCanExpressReadsBack, ()) {
    const Game game = random_recorded_game(*rc::gen::arbitrary<std::uint64_t>());
    const SgnStyle style{
        *rc::gen::element(SgnStyle::Separators::spaces, SgnStyle::Separators::commas),
        *rc::gen::element(SgnStyle::Captures::left_out, SgnStyle::Captures::written)};
    const auto text = write_sgn(game, style);
    if (!text) return;
    RC_ASSERT(looks_like_sgn(*text));
    const auto again = read_sgn(
        *text, {{"rules", write_rules(game.rules())}, {"komi", to_string(game.rules().komi)}});
    RC_ASSERT(again.value.has_value());
    RC_ASSERT(again->position().stones() == game.position().stones());
    RC_ASSERT(write_sgn(*again, style).value() == *text);
}

}  // namespace
}  // namespace arbiter::go::testing

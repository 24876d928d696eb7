#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/go/formats/replay.hpp"
#include "tests/go/sgf_support.hpp"

namespace arbiter::go::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Words = std::vector<std::string>;

Words faults_in(std::string_view text, const Options& options = {}) {
    return faults_of(read_sgf_game(text, options).faults);
}

/// A file that names no rules.
Rules unnamed_rules() { return {.ko = KoRule::simple}; }

/// The main line, also where it holds what the rules refuse.
Game as_played(std::string_view text) { return read_sgf(text).at(0)->game(); }

Game new_game(const Options& options) { return *Game::create(options); }

void play(Game& game, const Words& moves) {
    for (const std::string& move : moves) {
        const auto event = game.read_event(move);
        ASSERT_TRUE(event) << move;
        ASSERT_TRUE(game.play(*event)) << move;
    }
}

/// Reads back what is written, without warnings.
Game written_and_read(const Game& game) {
    const auto text = write_sgf_game(game);
    if (!text) {
        ADD_FAILURE() << text.error().sentence;
        return Game();
    }
    EXPECT_THAT(faults_in(*text), IsEmpty()) << *text;
    return read_one_game(*text);
}

// ---------------------------------------------------------------------------------------------
// Start and moves.

TEST(SgfGameOf, MovesOfTheMainLine) {
    const Game game = read_one_game("(;SZ[9];B[ee](;W[cc];B[])(;W[gg]))");
    EXPECT_EQ(game.history("sgn"), (Words{"E5b", "C7w", "passb"}));
    EXPECT_EQ(game.rules(), unnamed_rules());
    EXPECT_FALSE(game.outcome());
}

TEST(SgfGameOf, RulesAndKomi) {
    EXPECT_EQ(read_one_game("(;RU[Japanese]KM[5.5])").rules().scoring, Scoring::territory);
    EXPECT_EQ(read_one_game("(;RU[Japanese]KM[5.5])").rules().komi, HalfPoints{11});
    EXPECT_EQ(read_one_game("(;RU[Japanese])").rules().komi, HalfPoints{13});
    EXPECT_EQ(read_one_game("(;RU[NZ]KM[7])").rules().suicide, Suicide::allowed);
    EXPECT_EQ(read_one_game("(;KM[ -3,50 ])").rules().komi, HalfPoints{-7});
    EXPECT_EQ(read_one_game("(;RU[chinese ko=none turns=free])").rules().ko, KoRule::none);
}

TEST(SgfGameOf, RulesAndKomiNobodyUnderstands) {
    EXPECT_THAT(faults_in("(;RU[Ing's SST Laws]\nKM[3.85])"),
                ElementsAre("unknown_rules 1:3", "bad_komi 2:1"));
    EXPECT_EQ(read_one_game("(;RU[Ing's SST Laws]KM[3.85])").rules(), unnamed_rules());
}

/// Under superko the retaking of three kos in turn would be refused.
TEST(SgfGameOf, WithoutRulesOnlySimpleKoIsForbidden) {
    EXPECT_EQ(read_one_game("(;KM[6.5])").rules().ko, KoRule::simple);
    EXPECT_EQ(read_one_game("(;RU[Chinese])").rules().ko, KoRule::simple_and_positional);
    EXPECT_EQ(read_one_game("(;)", {{"rules", "chinese"}}).rules().ko,
              KoRule::simple_and_positional);
}

TEST(SgfGameOf, RulesUnderTheNamesOfPrograms) {
    for (const char* name : {"GOE", "Ing", "Ing rules", "BGA", "AGA", "Tromp/Taylor", "NZ"}) {
        EXPECT_THAT(faults_in("(;RU[" + std::string(name) + "])"), IsEmpty());
    }
    EXPECT_EQ(read_one_game("(;RU[Ing])").rules().suicide, Suicide::allowed);
    const Rules katago =
        read_one_game("(;RU[koSITUATIONALscoreTERRITORYtaxSEKIsui1whbN-1komi5.5])").rules();
    EXPECT_EQ(katago.ko, KoRule::situational);
    EXPECT_EQ(katago.scoring, Scoring::territory);
    EXPECT_EQ(katago.suicide, Suicide::allowed);
    EXPECT_EQ(katago.compensation, Compensation::each_stone_but_one);
    EXPECT_EQ(katago.komi, HalfPoints{11});
    EXPECT_EQ(read_one_game("(;RU[koSIMPLEscoreAREAtaxNONEsui0])").rules().ko, KoRule::simple);
    EXPECT_THAT(faults_in("(;RU[koSIMPLEscoreGOALS])"), ElementsAre("unknown_rules 1:3"));
}

/// A stone counts for two points.
TEST(SgfGameOf, KomiInStones) {
    for (const char* komi : {"375", "3.75", "750"}) {
        const std::string text = "(;KM[" + std::string(komi) + "])";
        EXPECT_EQ(read_one_game(text).rules().komi, HalfPoints{15});
        EXPECT_THAT(faults_in(text), ElementsAre("komi_in_stones 1:3"));
    }
    EXPECT_EQ(read_one_game("(;KM[325])").rules().komi, HalfPoints{13});
}

TEST(SgfGameOf, OptionsOverruleTheFile) {
    const Game game = read_one_game("(;RU[Japanese]KM[5.5])", {{"rules", "aga"}});
    EXPECT_EQ(game.rules().pass_stones, PassStones::given);
    EXPECT_EQ(game.rules().komi, HalfPoints{11}) << "no option sets komi";
    EXPECT_EQ(read_one_game("(;KM[5.5])", {{"komi", "0.5"}}).rules().komi, HalfPoints{1});
    EXPECT_EQ(read_one_game("(;RU[Japanese])", {{"ko", "none"}}).rules().ko, KoRule::none);
    EXPECT_THAT(faults_in("(;)", {{"rules", "chess"}}), ElementsAre("option_out_of_range"));
}

TEST(SgfGameOf, SetupStones) {
    const Game game = read_one_game("(;SZ[3]AB[aa][ba]AW[cc]PL[W];W[bb])");
    EXPECT_EQ(game.start().setup.stones,
              (std::vector<Stone>{
                  {Color::black, {0, 2}}, {Color::black, {1, 2}}, {Color::white, {2, 0}}}));
    EXPECT_EQ(game.start().setup.turn, Color::white);
    EXPECT_EQ(game.start().handicap, 0);
}

TEST(SgfGameOf, WithoutPlWhoeverMovesFirstBegins) {
    EXPECT_EQ(read_one_game("(;AB[aa];W[bb])").start().setup.turn, Color::white);
    EXPECT_EQ(read_one_game("(;W[bb];B[cc])").start().setup.turn, Color::white);
    EXPECT_EQ(read_one_game("(;AW[aa])").start().setup.turn, Color::black);
    EXPECT_EQ(read_one_game("(;W[bb];B[cc])").rules().turns, Turns::alternate);
}

TEST(SgfGameOf, FixedHandicap) {
    const Game game = read_one_game("(;SZ[9]HA[2]AB[cg][gc])");
    EXPECT_EQ(game.start().handicap, 2);
    EXPECT_EQ(game.start().free_handicap, 0);
    EXPECT_EQ(game.turn(), Color::white);
}

TEST(SgfGameOf, FreeHandicap) {
    const Game game = read_one_game("(;SZ[9]HA[3];B[cg];B[gc];B[ee];W[aa])");
    EXPECT_EQ(game.start().handicap, 3);
    EXPECT_EQ(game.start().free_handicap, 3);
    EXPECT_EQ(game.rules().turns, Turns::alternate);
    EXPECT_EQ(read_one_game("(;SZ[9]HA[3];B[cg])").start().free_handicap, 3);
    EXPECT_EQ(read_one_game("(;SZ[9]HA[0];B[cg])").start().handicap, 0);
}

TEST(SgfGameOf, HandicapThatIsNotThere) {
    EXPECT_THAT(faults_in("(;HA[2];B[aa];W[bb])"), ElementsAre("bad_handicap 1:3"));
    EXPECT_THAT(faults_in("(;HA[many];B[aa])"), ElementsAre("bad_handicap 1:3"));
    EXPECT_THAT(faults_in("(;SZ[2]HA[5])"), ElementsAre("bad_handicap 1:8"));
}

TEST(SgfGameOf, WhatIsLeftEmptyIsNotSaid) {
    EXPECT_THAT(faults_in("(;HA[]KM[ ]RU[]RE[];B[aa])"), IsEmpty());
    Start start;
    start.rules = unnamed_rules();
    EXPECT_EQ(read_one_game("(;HA[]KM[ ]RU[]RE[];B[aa])").start(), start);
}

TEST(SgfGameOf, TwoMovesInARowMakeTurnsFree) {
    const Game game = read_one_game("(;SZ[9];B[aa];B[bb];W[cc])");
    EXPECT_EQ(game.rules().turns, Turns::free);
    EXPECT_EQ(game.history("sgn"), (Words{"A9b", "B8b", "C7w"}));
    EXPECT_EQ(read_one_game("(;PL[B];W[aa])").rules().turns, Turns::free);
}

/// The stones that move 3 captures are off the board before the setup.
///
///     O X .
///     X . .
///     . . .
TEST(SgfGameOf, SetupInMidGame) {
    const std::string text = "(;SZ[3];W[aa];B[ba];W[cc];B[ab];AW[bb];W[ca];B[bc])";
    EXPECT_THAT(faults_in(text), ElementsAre("setup_in_mid_game 1:32"));
    const Game game = read_one_game(text);
    EXPECT_EQ(game.start().setup.stones, (std::vector<Stone>{{Color::black, {1, 2}},
                                                             {Color::black, {0, 1}},
                                                             {Color::white, {2, 0}},
                                                             {Color::white, {1, 1}}}));
    EXPECT_EQ(game.start().before.moves, 4U);
    EXPECT_EQ(game.move_count(), 6U);
    EXPECT_EQ(game.history("sgn"), (Words{"C3w", "B1b"}));
}

/// A move on a stone replaces it, and every group without liberties is taken off.
TEST(SgfGameOf, IllegalMovesBeforeTheSetupAreExecuted) {
    const Game game = as_played("(;SZ[3];B[aa];W[aa];B[ab];B[ba];B[ac];W[bb];PL[B])");
    EXPECT_EQ(game.start().setup.stones, (std::vector<Stone>{{Color::black, {0, 1}},
                                                             {Color::black, {1, 2}},
                                                             {Color::black, {0, 0}},
                                                             {Color::white, {1, 1}}}));
}

TEST(SgfGameOf, ASetupNodeBeforeTheFirstMoveIsNoSurprise) {
    EXPECT_THAT(faults_in("(;SZ[9];AB[aa];AW[bb];B[cc])"), IsEmpty());
    EXPECT_EQ(read_one_game("(;SZ[9];AB[aa];AW[bb]AE[aa];B[cc])").start().setup.stones.size(), 1U);
}

TEST(SgfGameOf, WhatTheRulesRefuse) {
    EXPECT_THAT(faults_in("(;SZ[9];B[aa]\n;W[aa])"), ElementsAre("point_occupied 2:1"));
    EXPECT_THAT(faults_in("(;SZ[2]AB[ab][ba];\nW[aa])"), ElementsAre("no_liberties 1:18"));
    EXPECT_THAT(faults_in("(;SZ[2]AB[aa:bb])"), ElementsAre("no_liberties 1:2"));
    EXPECT_THAT(faults_in("(;SZ[9];B[jj])"), ElementsAre("point_off_board 1:9"));
    EXPECT_FALSE(read_sgf_game("(;SZ[9];B[aa];W[aa])"));
    EXPECT_THAT(faults_in("(;SZ[9];B[aa](;W[bb])(;W[aa]))"), ElementsAre("point_occupied 1:23"));
    EXPECT_TRUE(read_sgf_game("(;SZ[9];B[aa](;W[bb])(;W[aa]))")) << "not the main line";
}

/// Retaking at once:
///
///     . X O .
///     X O . O
///     . X O .
///     . . . .
TEST(SgfGameOf, KoStandsAtItsNode) {
    EXPECT_THAT(faults_in("(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]\n;B[cb]\n;W[bb])"),
                ElementsAre("ko 3:1"));
}

TEST(SgfGameOf, PlayGoesOnAfterTwoPasses) {
    const Game chinese = read_one_game("(;SZ[9];B[aa];W[];B[];W[bb];B[cc])");
    EXPECT_EQ(chinese.move_count(), 5U);
    EXPECT_EQ(chinese.events().size(), 6U);
    EXPECT_EQ(chinese.events()[3], Event(Resume{Color::white}));
    const Game japanese = read_one_game("(;SZ[9]RU[Japanese];B[aa];W[];B[];B[bb];W[cc])");
    EXPECT_EQ(japanese.events()[3], Event(Resume{Color::white}));
    EXPECT_EQ(japanese.rules().turns, Turns::alternate);
}

TEST(SgfGameOf, MovesAfterTheEnd) {
    const std::string text = "(;SZ[5]RU[tromp-taylor];B[];W[];B[aa])";
    EXPECT_THAT(faults_in(text), ElementsAre("moves_after_the_end 1:32"));
    const SgfDocument document = *read_sgf(text).at(0);
    EXPECT_THAT(verdicts(document), ElementsAre("3 after_the_end"));
    EXPECT_EQ(document.game().position().at({0, 4}), Color::black);
    EXPECT_TRUE(document.game(2).outcome());
}

TEST(SgfGameOf, TooManyMoves) {
    std::string text = "(;SZ[1]";
    for (std::size_t i = 0; i <= moves_in_game_max; ++i) text += ";B[]";
    EXPECT_THAT(faults_in(text + ")"), ElementsAre("too_many_moves 1:400008"));
    EXPECT_THAT(faults_in(text + ";PL[B])"), ElementsAre("too_many_moves 1:400008"));
}

TEST(SgfGameOf, Tags) {
    const Game game = read_one_game(
        "(;PB[Black \\] Belt]PW[Wei\xDF]BR[9d]EV[A\nCup]PC[Kyoto]DT[1996-12-06]RO[1 (final)]"
        "GC[two\nlines]C[a comment]AP[x]KM[6.5];B[aa]US[me])");
    EXPECT_EQ(game.tags, (Tags{{"Black", "Black ] Belt"},
                               {"White", "Weiß"},
                               {"BR", "9d"},
                               {"Event", "A Cup"},
                               {"Site", "Kyoto"},
                               {"Date", "1996-12-06"},
                               {"Round", "1 (final)"},
                               {"GC", "two\nlines"},
                               {"US", "me"}}));
}

// ---------------------------------------------------------------------------------------------
// Results.

TEST(SgfGameOf, ResultsWithAReason) {
    const auto last = [](std::string_view result) {
        const Game game = read_one_game("(;SZ[9]RE[" + std::string(result) + "];B[ee];W[cc])");
        return game.events().back();
    };
    EXPECT_EQ(last("B+R"), Event(Resign{Color::white}));
    EXPECT_EQ(last("W+Resign"), Event(Resign{Color::black}));
    EXPECT_EQ(last("b+t"), Event(LoseOnTime{Color::white}));
    EXPECT_EQ(last("W+Time"), Event(LoseOnTime{Color::black}));
    EXPECT_EQ(last("B+F"), Event(Conclude{Outcome::win(Color::black, reasons::forfeit)}));
    EXPECT_EQ(last("B+"), Event(Conclude{Outcome::win(Color::black, reasons::recorded_result)}));
    EXPECT_EQ(last("W+64.5"),
              Event(Conclude{Outcome::win(Color::white, reasons::recorded_result)}));
    EXPECT_EQ(last("0"), Event(Conclude{Outcome::draw(reasons::recorded_result)}));
    EXPECT_EQ(last("Draw"), Event(Conclude{Outcome::draw(reasons::recorded_result)}));
    EXPECT_EQ(last("Void"),
              Event(Conclude{{GameResult::no_result, std::nullopt, reasons::recorded_result}}));
    EXPECT_EQ(last("?"), Event(Play{Color::white, {2, 6}}));
    EXPECT_EQ(last(""), Event(Play{Color::white, {2, 6}}));
    EXPECT_THAT(faults_in("(;RE[Black wins])"), ElementsAre("unknown_result 1:3"));
    EXPECT_THAT(faults_in("(;RE[?])"), IsEmpty());
}

/// A margin that no event holds is kept as a tag.
TEST(SgfGameOf, AMarginIsNotLost) {
    const Game game = read_one_game("(;RE[B+12.5];B[aa])");
    EXPECT_EQ(game.tags, (Tags{{"RE", "B+12.5"}}));
    EXPECT_THAT(*write_sgf_game(game), HasSubstr("RE[B+12.5]"));
    EXPECT_THAT(read_one_game("(;RE[B+R];B[aa])").tags, IsEmpty());
}

/// Black's area is the two left columns and White's the two right ones; the white stone in Black's
/// corner is dead.
///
///     O X . O .
///     . X . O .
///     . X . O .
///     . X . O .
///     . X . O .
TEST(SgfGameOf, TerritoryTellsWhatIsDead) {
    const std::string text =
        "(;SZ[5]KM[0.5]RE[W+0.5]AB[ba:be]AW[da:de][aa]PL[B];B[];W[]"
        "TB[aa:ae]TW[ea:ee])";
    const Game game = read_one_game(text);
    EXPECT_THAT(faults_in(text), IsEmpty());
    ASSERT_EQ(game.events().size(), 5U);
    EXPECT_EQ(game.events()[2], Event(MarkDead{Color::black, {0, 4}}));
    EXPECT_EQ(game.events()[3], Event(Agree{Color::black}));
    EXPECT_EQ(game.events()[4], Event(Agree{Color::white}));
    EXPECT_EQ(to_string(game.score()), "W+0.5");
}

TEST(SgfGameOf, AScoreThatIsNotTheResultSettlesNothing) {
    const Game game = read_one_game(
        "(;SZ[5]KM[0.5]RE[B+7]AB[ba:be]AW[da:de][aa]PL[B];B[];W[]"
        "TB[aa:ae]TW[ea:ee])");
    ASSERT_EQ(game.events().size(), 3U);
    EXPECT_EQ(game.events()[2],
              Event(Conclude{Outcome::win(Color::black, reasons::recorded_result)}));
    EXPECT_EQ(game.tags, (Tags{{"RE", "B+7"}}));
}

TEST(SgfGameOf, WithoutTerritoryEveryStoneLives) {
    const Game game = read_one_game("(;SZ[5]KM[0.5]RE[W+]AB[ba:be]AW[da:de]PL[B];B[];W[])");
    ASSERT_EQ(game.events().size(), 4U);
    EXPECT_EQ(game.outcome()->reason, reasons::score);
}

TEST(SgfGameOf, ResultsThatTheBoardContradicts) {
    const std::string end = "RU[tromp-taylor]KM[0.5];B[cc];W[];B[])";
    EXPECT_THAT(faults_in("(;SZ[5]RE[W+3.5]" + end), ElementsAre("result_contradicts_board 1:8"));
    EXPECT_THAT(faults_in("(;SZ[5]RE[B+3.5]" + end), ElementsAre("result_contradicts_board 1:8"));
    EXPECT_THAT(faults_in("(;SZ[5]RE[B+24.5]" + end), IsEmpty());
    EXPECT_THAT(faults_in("(;SZ[5]RE[B+]" + end), IsEmpty());
    EXPECT_THAT(faults_in("(;SZ[5]RE[B+R]" + end), ElementsAre("result_contradicts_board 1:8"));
}

// ---------------------------------------------------------------------------------------------
// Writing.

TEST(SgfOf, ANewGame) {
    EXPECT_EQ(*write_sgf_game(new_game({{"size", "9"}})),
              "(;FF[4]GM[1]CA[UTF-8]SZ[9]AP[Arbiter]RU[chinese]KM[7.5])\n");
    EXPECT_EQ(*write_sgf_game(new_game({{"size", "9x13"}, {"rules", "japanese"}, {"ko", "none"}})),
              "(;FF[4]GM[1]CA[UTF-8]SZ[9:13]AP[Arbiter]RU[japanese ko=none]KM[6.5])\n");
}

TEST(SgfOf, AGameWithEverything) {
    Game game = new_game({{"size", "9"}, {"handicap", "2"}, {"komi", "0.5"}});
    play(game, {"E5", "pass", "pass"});
    game.tags = {{"White", "Weiß [9p]\\"}, {"Black", "B"}, {"Elo", "none"}, {"Event", "Cup"}};
    ASSERT_TRUE(game.play(Agree{Color::black}));
    ASSERT_TRUE(game.play(Agree{Color::white}));
    EXPECT_EQ(*write_sgf_game(game),
              "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[cg][gc]PL[W]AP[Arbiter]RU[chinese]KM[0.5]HA[2]"
              "PW[Weiß [9p\\]\\\\]PB[B]EV[Cup]RE[W+1.5]\n;W[ee];B[];W[])\n");
    EXPECT_EQ(written_and_read(game), game);
    EXPECT_EQ(written_and_read(game).tags,
              (Tags{{"White", "Weiß [9p]\\"}, {"Black", "B"}, {"Event", "Cup"}}));
}

TEST(SgfOf, EveryStartReadsBack) {
    for (const Options& options :
         {Options{}, Options{{"size", "52x1"}}, Options{{"turn", "white"}},
          Options{{"handicap", "9"}}, Options{{"handicap", "4"}, {"placement", "free"}},
          Options{{"stones", "C3b D4b E5w"}}, Options{{"stones", "C3w"}, {"turn", "white"}},
          Options{{"rules", "aga"}, {"komi", "-20.5"}}, Options{{"turns", "free"}}}) {
        const Game game = new_game(options);
        EXPECT_EQ(written_and_read(game), game) << *write_sgf_game(game);
    }
}

TEST(SgfOf, EveryEndReadsBack) {
    const std::vector<Event> ends{
        Resign{Color::black},
        Resign{Color::white},
        LoseOnTime{Color::white},
        Conclude{Outcome::win(Color::white, reasons::forfeit)},
        Conclude{Outcome::win(Color::white, reasons::recorded_result)},
        Conclude{Outcome::draw(reasons::recorded_result)},
        Conclude{{GameResult::no_result, std::nullopt, reasons::recorded_result}}};
    for (const Event& end : ends) {
        for (const Words& moves : {Words{}, Words{"C3", "D4"}, Words{"C3", "pass", "pass"}}) {
            Game game = new_game({{"size", "5"}});
            play(game, moves);
            ASSERT_TRUE(game.play(end));
            EXPECT_EQ(written_and_read(game), game) << *write_sgf_game(game);
        }
    }
}

TEST(SgfOf, UnfinishedSettlementsAreForgotten) {
    Game game = new_game({{"size", "5"}});
    play(game, {"C3", "pass", "pass"});
    Game marked = game;
    ASSERT_TRUE(marked.play(MarkDead{Color::white, {2, 2}}));
    EXPECT_EQ(written_and_read(marked), game);
}

/// A dead stone is in the other side's territory even if no stones surround it.
TEST(SgfOf, DeadStonesOnAnEmptyBoard) {
    Game game = new_game({{"size", "3"}});
    play(game, {"A1", "C3", "pass", "pass"});
    for (const Event& event :
         std::vector<Event>{MarkDead{Color::black, {0, 0}}, MarkDead{Color::black, {2, 2}},
                            Agree{Color::black}, Agree{Color::white}}) {
        ASSERT_TRUE(game.play(event));
    }
    EXPECT_THAT(*write_sgf_game(game), HasSubstr("TB[ca]TW[ac]"));
    EXPECT_EQ(written_and_read(game), game);
}

TEST(SgfOf, WhatSgfCannotExpress) {
    EXPECT_EQ(write_sgf_game(new_game({{"size", "0x0"}})).error().code, "cannot_express");
    Start start;
    start.handicap = start.free_handicap = 1;
    const auto game = Game::from(start, [](std::size_t, Point) { return Place{}; });
    EXPECT_EQ(write_sgf_game(*game).error().code, "cannot_express");
}

}  // namespace
}  // namespace arbiter::go::testing

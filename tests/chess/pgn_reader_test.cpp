#include "core/chess/formats/pgn_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"
#include "tests/chess/pgn_support.hpp"

namespace arbiter::chess::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

std::string outline_of(std::string_view text) { return outline(read_one_pgn(text)); }

std::vector<std::string> warnings_of(std::string_view text) {
    const auto games = read_pgn(text);
    EXPECT_EQ(games.size(), 1U) << text;
    EXPECT_TRUE(games.at(0)) << text;
    return faults_of(games.at(0));
}

TEST(PgnReader, ReadsTheMovesAndTheResult) {
    const auto game = read_one_pgn("1. e4 e5 2. Nf3 Nc6 1/2-1/2");
    EXPECT_EQ(outline(game), "e4 e5 Nf3 Nc6");
    EXPECT_EQ(game.result, "1/2-1/2");
    EXPECT_EQ(game.start().start(), Start{});
    EXPECT_THAT(game.tags(), IsEmpty());
}

TEST(PgnReader, NothingHoldsNoGame) {
    for (const std::string_view text : {"", "\n\n", "  \t\r\n", "% escape", "; comment",
                                        "{comment} {another}", "\xEF\xBB\xBF", "<reserved>"}) {
        EXPECT_TRUE(read_pgn(text).empty()) << text;
    }
}

TEST(PgnReader, MoveNumbersInAnyForm) {
    for (const std::string_view text :
         {"1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3*", "1. e4 1... e5 2. Nf3 *", "1.e4 1...e5 2.Nf3 *",
          "1 . e4 1 ... e5 2 . Nf3 *", "1 e4 e5 2 Nf3 *", "e4 e5 Nf3 *", "7. e4 3. ... e5 Nf3 *",
          "1.\ne4\n1.\n...e5\n2\n.\nNf3\n*", "1.... e4 e5 .. Nf3 *"}) {
        EXPECT_EQ(outline_of(text), "e4 e5 Nf3") << text;
    }
}

TEST(PgnReader, CastlingIsNoResult) {
    const std::string_view text = "1.Nf3 Nf6 2.g3 g6 3.Bg2 Bg7 4.0-0 0-0 0-1";
    EXPECT_EQ(outline_of(text), "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O");
    EXPECT_EQ(read_one_pgn(text).result, "0-1");
}

TEST(PgnReader, ResultsInAnyForm) {
    const std::vector<std::pair<std::string, std::string>> forms{
        {"1-0", "1-0"},     {"0-1", "0-1"},           {"1/2-1/2", "1/2-1/2"},
        {"1/2", "1/2-1/2"}, {"½-½", "1/2-1/2"},       {"½", "1/2-1/2"},
        {"*", "*"},         {"\xBD-\xBD", "1/2-1/2"}, {"1:0", "1-0"},
        {"1–0", "1-0"},     {"0–1", "0-1"},           {"½–½", "1/2-1/2"}};
    for (const auto& [written, result] : forms) {
        EXPECT_EQ(read_one_pgn("1. e4 " + written).result, result) << written;
        const std::vector<std::string> told(written == result ? 0 : 1, "unusual_result 1:7");
        EXPECT_EQ(warnings_of("1. e4 " + written), told) << written;
    }
}

TEST(PgnReader, TagsInAnyOrderAndPlace) {
    const auto game = read_one_pgn(
        "[White \"A\"][Black \"B\"] [ Round  \"1\" ]\n\n\n"
        "[Event \"late\"]\n[Custom_9 \"\"]\n1. e4 *");
    EXPECT_THAT(game.tags(), ElementsAre(Pair("White", "A"), Pair("Black", "B"), Pair("Round", "1"),
                                         Pair("Event", "late"), Pair("Custom_9", "")));
}

TEST(PgnReader, TagValuesAreUnescaped) {
    const auto game = read_one_pgn(R"([Event "a \"b\" \\ c]d \n {e}"] *)");
    EXPECT_THAT(game.tags(), ElementsAre(Pair("Event", R"(a "b" \ c]d \n {e})")));
    EXPECT_THAT(read_one_pgn("[Event \"a\rb\"] *").tags(), ElementsAre(Pair("Event", "a b")));
}

TEST(PgnReader, QuotationMarksThatAreNotEscaped) {
    const auto games = read_pgn("[White \"Joe \"King\" Doe\"]\n*");
    EXPECT_THAT(games[0]->tags(), ElementsAre(Pair("White", "Joe \"King\" Doe")));
    EXPECT_THAT(faults_of(games[0]), ElementsAre("unescaped_quote 1:1"));
}

TEST(PgnReader, OfEqualTagsTheFirstCounts) {
    const auto games = read_pgn("[White \"A\"]\n  [White \"B\"]\n*");
    EXPECT_THAT(games[0]->tags(), ElementsAre(Pair("White", "A")));
    EXPECT_THAT(faults_of(games[0]), ElementsAre("duplicate_tag 2:3"));
}

TEST(PgnReader, MovesAsInUci) {
    const auto games = read_pgn("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 (f3g5 d7d5) f8c5 *");
    ASSERT_TRUE(games[0]);
    EXPECT_EQ(outline(*games[0]), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O (Ng5 d5) Bc5");
    EXPECT_THAT(faults_of(games[0]), ElementsAre("uci_moves 1:11"));
    EXPECT_THAT(faults_of(read_pgn("g1f3 g8f5 *")[0]),
                ::testing::Contains("piece_cannot_go_there 1:6"));
}

TEST(PgnReader, CommentsStandWithTheirMove) {
    EXPECT_EQ(outline_of("{a} 1. e4 *"), "\"a\" e4");
    EXPECT_EQ(outline_of("1. {a} e4 {b} {c} e5 ;d\n *"), "[\"a\" e4] \"b\" \"c\" e5 \"d\"");
    EXPECT_EQ(outline_of("1. e4 {a} 1... {b} e5 *"), "e4 \"a\" [\"b\" e5]");
    EXPECT_EQ(outline_of("1. e4 e5 {a} (1... c5) {b} 2. Nf3 *"), "e4 e5 \"a\" \"b\" (c5) Nf3");
    EXPECT_EQ(outline_of("1. e4 e5 ({a} 1... c5 {b}) *"), "e4 e5 ([\"a\" c5] \"b\")");
    EXPECT_EQ(outline_of("1. e4 1... {a} (1. d4) e5 *"), "e4 (d4) [\"a\" e5]");
}

TEST(PgnReader, CommentsForAMoveThatNeverComes) {
    EXPECT_EQ(outline_of("1. {resigns} 1-0"), "\"resigns\"");
    EXPECT_EQ(outline_of("1. e4 1... {resigns} 1-0"), "e4 \"resigns\"");
    EXPECT_EQ(outline_of("1. e4 (1. d4 1... {and so on}) 1-0"), "e4 (d4 \"and so on\")");
}

TEST(PgnReader, CommentsMayHoldAnything) {
    EXPECT_EQ(outline_of("1. e4 {1-0 (; % {$1 [Event \"x\"]} *"),
              "e4 \"1-0 (; % {$1 [Event \"x\"]\"");
    EXPECT_EQ(outline_of("1. e4 ; {1-0 (} \n*"), "e4 \"{1-0 (}\"");
    EXPECT_EQ(outline_of("1. e4 {} { } *"), "e4 \"\" \"\"");
    EXPECT_EQ(outline_of("1. e4 {\n% a\nb\r\n\r\nc  d\n} *"), "e4 \"% a b  c  d\"");
}

TEST(PgnReader, CommentsBetweenTagsAndMovesAreTheGames) {
    EXPECT_EQ(outline_of("[Event \"x\"]\n; a\n{b}\n[Site \"y\"]\n{c}\n1. e4 *"),
              "\"a\" \"b\" \"c\" e4");
}

TEST(PgnReader, WhatStandsBelowAResultIsTheNextGames) {
    const auto games = read_pgn("1. e4 * {after} ; it\n; and more\n[Event \"x\"]\n{a} 1. d4 *");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(outline(*games[0]), "e4 \"after\" \"it\"");
    EXPECT_EQ(outline(*games[1]), "\"and more\" \"a\" d4");
}

TEST(PgnReader, WhatStandsBelowTheLastResultIsTheLastGames) {
    const auto games = read_pgn("1. e4 *\n1. d4 1... {a} *\n\n{b}\n%c\n");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(outline(*games[0]), "e4");
    EXPECT_EQ(outline(*games[1]), "d4 \"a\" \"b\" %c");
}

TEST(PgnReader, EscapedLinesAndReservedTokensAreKept) {
    EXPECT_EQ(outline_of("% {\n1. e4\n%( \r\ne5 <(> *"), "% { e4 %( e5 <(>");
    EXPECT_EQ(outline_of("[Event \"x\"]\n%[Event \"y\"]\n*"), "%[Event \"y\"]");
    EXPECT_EQ(outline_of("1. e4 (1. <a d4\n%b\nd4) 1... <> e5 *"), "<a d4 %b e4 <> (d4) e5");
}

TEST(PgnReader, AnnotationsAreNumbers) {
    EXPECT_EQ(outline_of("1. e4! e5? 2. d4!! d5?? 3. c4!? c5 ?! 4. b4 $13 $255 *"),
              "e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6 b4 $13 $255");
    EXPECT_EQ(outline_of("1. e4 = e5 +/- 2. d4 -+ *"), "e4 $10 e5 $16 d4 $19");
    EXPECT_EQ(outline_of("1. e4$1$2! {a} ? e5 *"), "e4 $1 $2 $1 \"a\" $2 e5");
}

TEST(PgnReader, AnnotationsThatSayNothingAreKept) {
    const std::string_view text = "1. e4 !!! $ $99999999999 *";
    EXPECT_THAT(warnings_of(text), ElementsAre("unknown_annotation 1:7", "unknown_annotation 1:11",
                                               "unknown_annotation 1:13"));
    EXPECT_EQ(outline_of(text), "e4");
    EXPECT_THAT(*write_pgn(read_one_pgn(text)), ::testing::HasSubstr(text));
}

TEST(PgnReader, VariationsHangOnTheMoveTheyReplace) {
    EXPECT_EQ(outline_of("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 *"),
              "e4 (d4 d5 (Nf6 c4) c4) (c4) e5");
}

TEST(PgnReader, ResultsInVariationsDoNotEndTheGame) {
    const auto games = read_pgn("1. e4 (1. d4 1-0) e5 0-1");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(outline(*games[0]), "e4 (d4) e5");
    EXPECT_EQ(games[0]->result, "0-1");
    EXPECT_THAT(faults_of(games[0]), ElementsAre("result_in_variation 1:14"));
    EXPECT_THAT(*write_pgn(*games[0]), ::testing::HasSubstr("1. e4 (1. d4 1-0) 1... e5 0-1"));
}

TEST(PgnReader, APromotionInParentheses) {
    const std::string_view text =
        "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8(Q)+ (1. a8(N)) Kg7 *";
    EXPECT_EQ(outline_of(text), "a8=Q+ (a8=N) Kg7");
    EXPECT_THAT(warnings_of(text), ::testing::IsEmpty());
}

/// Neither side can mate: whatever follows, in the main line or beside it, comes after the end.
TEST(PgnReader, AGameMayBeginAfterItsEnd) {
    const auto game = read_one_pgn(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 (1. Kd2 Kd7) Ke7 *");
    for (NodeId id = game.next(0); id != 0; id = game.next(id)) {
        ASSERT_NE(game.verdict(id), nullptr) << id;
        EXPECT_EQ(game.verdict(id)->kind, Verdict::Kind::after_the_end) << id;
    }
}

TEST(PgnReader, OfAnEmptyVariationTheCommentsStay) {
    EXPECT_EQ(outline_of("1. e4 () ({something}) e5 *"), "e4 \"something\" e5");
    EXPECT_THAT(warnings_of("1. e4 () ({something}) e5 *"),
                ElementsAre("empty_variation 1:7", "empty_variation 1:10"));
}

TEST(PgnReader, NullMovesPassTheTurn) {
    const std::string_view text =
        "1. e4 e5 (1... c5 2. -- {c} $1 (2. Nf3 (2. d4)) 2... Qa5) 2. d4 *";
    EXPECT_EQ(outline_of(text), "e4 e5 (c5 -- \"c\" $1 (Nf3) (d4) Qa5) d4");
    EXPECT_THAT(warnings_of(text), ElementsAre("null_move 1:22"));
    EXPECT_EQ(outline_of("1. e4 (Z0 d5) e5 *"), "e4 (-- d5) e5");
}

TEST(PgnReader, ANullMoveInTheMainLineIsAnError) {
    const auto games = read_pgn("1. e4 -- 2. d4 *");
    ASSERT_TRUE(games[0]);
    EXPECT_TRUE(games[0].faults.fatal());
    EXPECT_EQ(outline(*games[0]), "e4 -- d4");
    EXPECT_EQ(write_fen(games[0]->game().position()),
              "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 2");
}

TEST(PgnReader, WhatCannotBePlayedStays) {
    const auto games = read_pgn("1. e4 {a} e5 2. Ke3 $2 {b} Nc6 (2... d6 3. d4) 3. Nf3 1-0");
    ASSERT_TRUE(games[0]);
    EXPECT_THAT(faults_of(games[0]), ElementsAre("piece_cannot_go_there 1:17"));
    EXPECT_TRUE(games[0].faults.fatal());
    EXPECT_EQ(outline(*games[0]), "e4 \"a\" e5 <Ke3> $2 \"b\" <Nc6> (<d6> <d4>) <Nf3>");
    EXPECT_EQ(games[0]->verdict(3)->kind, Verdict::Kind::illegal);
    EXPECT_EQ(games[0]->verdict(4)->kind, Verdict::Kind::below_a_fault);
    EXPECT_EQ(games[0]->game().events().size(), 2U);
}

TEST(PgnReader, WhatReplacesAFaultIsJudged) {
    const auto games = read_pgn("1. e4 e5 2. Ke3 (2. f4 exf4) Nc6 (2... d6) *");
    EXPECT_EQ(outline(*games[0]), "e4 e5 <Ke3> (f4 exf4) <Nc6> (<d6>)");
    EXPECT_THAT(faults_of(games[0]), ElementsAre("piece_cannot_go_there 1:13"));
}

TEST(PgnReader, InAVariationItIsAWarning) {
    const std::string_view text = "1. e4 (1. d5 Nf6) (1. d4 nonsense d5) e5 *";
    EXPECT_EQ(outline_of(text), "e4 (<d5> <Nf6>) (d4 <nonsense> d5) e5");
    EXPECT_THAT(warnings_of(text),
                ElementsAre("piece_cannot_go_there 1:11", "unreadable_move 1:26"));
}

TEST(PgnReader, AVariantWithoutRulesIsKeptAsItIs) {
    const auto games = read_pgn("[Variant \"Crazyhouse\"]\n\n1. e4 (1. d4) d5 2. exd5 P@e4 *");
    ASSERT_TRUE(games[0]);
    EXPECT_THAT(faults_of(games[0]), ElementsAre("unknown_variant 1:1"));
    EXPECT_EQ(outline(*games[0]), "<e4> (<d4>) <d5> <exd5> <P@e4>");
    EXPECT_THAT(*write_pgn(*games[0]), HasSubstr("[Variant \"Crazyhouse\"]\n\n"
                                                 "1. e4 (1. d4) 1... d5 2. exd5 P@e4 *"));
}

TEST(PgnReader, AMoveThatFollowsAVariationIsTheMainLine) {
    const auto games = read_pgn("(1. d4) 1. e4 *");
    EXPECT_THAT(faults_of(games[0]), ElementsAre("variation_without_move 1:1"));
    EXPECT_EQ(outline(*games[0]), "e4 (d4)");
}

TEST(PgnReader, VariationsNestSixtyFourDeep) {
    std::string moves = "1. e4 ";
    for (int i = 0; i < 64; ++i) moves += i % 2 == 0 ? "(d4 " : "(e4 ";
    const auto game = read_one_pgn(moves + std::string(64, ')') + " *");
    std::size_t lines = 0;
    for (NodeId id = game.next(0); id != 0; id = game.next(id)) ++lines;
    EXPECT_EQ(lines, 65U);
}

TEST(PgnReader, StartsFromAFen) {
    const std::string_view text =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n"
        "40... Kd7 41. e4 *";
    const auto game = read_one_pgn(text);
    EXPECT_EQ(outline(game), "Kd7 e4");
    EXPECT_EQ(write_fen(game.start().start().position), "4k3/8/8/8/8/8/4P3/4K3 b - - 5 40");
    EXPECT_THAT(warnings_of(text), IsEmpty());
}

TEST(PgnReader, AFenNeedsNoSetUpTagThoughItShouldHaveOne) {
    EXPECT_THAT(warnings_of("[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n*"),
                ElementsAre("missing_setup 2:1"));
    EXPECT_THAT(warnings_of("[SetUp \"1\"]\n1. e4 *"), ElementsAre("missing_fen 1:1"));
}

TEST(PgnReader, Chess960UnderAllItsNames) {
    for (const std::string_view variant :
         {"Chess960", "chess 960", "Fischerandom", "FischerRandom", "Fischer Random Chess"}) {
        const auto game = read_one_pgn(
            "[Variant \"" + std::string(variant) +
            "\"]\n[SetUp \"1\"]\n"
            "[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\"]\n1. O-O O-O-O *");
        EXPECT_EQ(game.start().start().variant, Variant::chess960) << variant;
        EXPECT_EQ(outline(game), "O-O O-O-O") << variant;
    }
}

TEST(PgnReader, TheFenAloneTellsChess960) {
    const auto game = read_one_pgn("[FEN \"1k2r3/8/8/8/8/8/8/1K2R3 w Ee - 0 1\"]\n*");
    EXPECT_EQ(game.start().start().variant, Variant::chess960);
    EXPECT_EQ(read_one_pgn("[Variant \"From Position\"]\n*").start().start().variant,
              Variant::standard);
}

TEST(PgnReader, ByteOrderMarksAreNotSeen) {
    EXPECT_EQ(read_one_pgn("\xEF\xBB\xBF[Event \"x\"]\n*").tags().size(), 1U);
    EXPECT_EQ(outline_of("\xEF\xBB\xBF"
                         "1. e4 *"),
              "e4");
    EXPECT_THAT(warnings_of("\xEF\xBB\xBF!!! 1. e4 *"), ElementsAre("unknown_annotation 1:1"));
    EXPECT_EQ(read_pgn("1. e4 *\n\xEF\xBB\xBF[Event \"x\"]\n*").size(), 2U) << "joined files";
}

TEST(PgnReader, Latin1BecomesUtf8) {
    const auto game = read_one_pgn(test_data("windows.pgn"));
    EXPECT_THAT(game.tags(), ElementsAre(Pair("Event", "Café"), Pair("White", "Müller"),
                                         Pair("Black", "Øst"), Pair("Result", "0-1")));
    EXPECT_EQ(outline(game), "f3 \"schwach, sehr schwach\" e5 g4 Qh4#");
    EXPECT_EQ(outline_of("1. e4 {M\xFCller} {Müller} *"), "e4 \"Müller\" \"Müller\"");
}

TEST(PgnReader, ReadsEveryPartOfAnAnnotatedGame) {
    const std::string text = test_data("annotated.pgn");
    const auto game = read_one_pgn(text);
    EXPECT_THAT(
        game.tags(),
        ElementsAre(Pair("White", "Left, Player"), Pair("Black", "Right, Player"),
                    Pair("Event", "A \"friendly\" game \\ no stakes"), Pair("Site", "Somewhere"),
                    Pair("Result", "1/2-1/2"), Pair("Date", "2024.02.29")));
    EXPECT_EQ(
        outline(game),
        "\"Every part of PGN that is not a plain move, in the order one would not expect it.\" "
        "% this line is for the program that wrote it "
        "\"Before the first move, in two lines\" e4 $1 \"[%clk 0:10:00] the usual\" "
        "e5 $1 $14 \"to the end of the line\" "
        "Nf3 (f4 exf4 (d5 $5 exd5 \"in a nested line\") Nf3) (Nc3) Nc6 % in the middle of the "
        "moves "
        "[\"why not\" Bb5] <reserved> a6 Ba4 $6 Nf6 O-O Nxe4 $4 d4 \"after the end\"");
    EXPECT_EQ(game.result, "1/2-1/2");
    EXPECT_THAT(warnings_of(text), IsEmpty());
}

TEST(PgnReader, TheMovesResultOverrulesTheTag) {
    const std::string_view text = "[Result \"1-0\"]\n\n1. e4 0-1";
    EXPECT_EQ(read_one_pgn(text).result, "0-1");
    EXPECT_THAT(warnings_of(text), ElementsAre("result_disagrees 3:7"));
}

TEST(PgnReader, TheTagsResultCountsWhereThereIsNoOther) {
    EXPECT_EQ(read_one_pgn("[Result \"1-0\"]\n\n1. e4").result, "1-0");
    EXPECT_EQ(read_one_pgn("[Result \"?\"]\n\n1. e4").result, "*");
    EXPECT_THAT(warnings_of("[Result \"1-0\"]\n\n1. e4"), ElementsAre("missing_result 3:4"));
}

TEST(PgnReader, AResultAgainstTheBoardIsNoticed) {
    const std::string mate = "1. f3 e5 2. g4 Qh4# ";
    EXPECT_THAT(warnings_of(mate + "0-1"), IsEmpty());
    EXPECT_THAT(warnings_of(mate + "1-0"), ElementsAre("result_contradicts_board 1:21"));
    EXPECT_THAT(warnings_of(mate + "*"), ElementsAre("result_contradicts_board 1:21"));
    const std::string stalemate = "[SetUp \"1\"][FEN \"k7/8/2K5/8/8/8/8/1Q6 w - - 0 1\"] 1. Qb6 ";
    EXPECT_THAT(warnings_of(stalemate + "1/2-1/2"), IsEmpty());
    EXPECT_THAT(warnings_of(stalemate + "1-0"), ElementsAre(HasSubstr("result_contradicts_board")));
}

TEST(PgnReader, GamesMayFollowEachOtherWithoutTags) {
    const auto games = read_pgn("1. e4 1-0 1. d4 0-1\n\n*");
    ASSERT_EQ(games.size(), 3U);
    EXPECT_EQ(outline(*games[0]), "e4");
    EXPECT_EQ(outline(*games[1]), "d4");
    EXPECT_EQ(outline(*games[2]), "");
}

TEST(PgnReader, TagsAfterMovesBeginAGame) {
    const auto games = read_pgn("1. e4 e5\n[Event \"b\"]\n1. d4 [Event \"c\"] 1. c4 *");
    ASSERT_EQ(games.size(), 3U);
    EXPECT_EQ(outline(*games[0]), "e4 e5");
    EXPECT_EQ(outline(*games[1]), "d4");
    EXPECT_EQ(outline(*games[2]), "c4");
}

TEST(PgnReader, AnEventTagAfterAnEmptyLineBeginsAGame) {
    const auto games = read_pgn("[Event \"a\"]\n[Site \"s\"]\n\n[Event \"b\"]\n\n*");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_THAT(games[0]->tags(), ElementsAre(Pair("Event", "a"), Pair("Site", "s")));
    EXPECT_THAT(games[1]->tags(), ElementsAre(Pair("Event", "b")));
}

TEST(PgnReader, AGameIsThereAsSoonAsTheNextOneBegins) {
    PgnReader reader;
    reader.feed("1. e4 1-0\n");
    EXPECT_FALSE(reader.next()) << "a comment might follow";
    reader.feed("{a comment}\n1. ");
    EXPECT_TRUE(reader.next());
    reader.feed("d4 *");
    EXPECT_FALSE(reader.next());
    reader.finish();
    EXPECT_TRUE(reader.next());
}

TEST(PgnReader, TagsWithoutQuotationMarks) {
    const std::string_view text = "[Result 1-0]\n[White  Ada Lovelace ]\n1. e4 1-0";
    EXPECT_THAT(read_one_pgn(text).tags(),
                ElementsAre(Pair("Result", "1-0"), Pair("White", "Ada Lovelace")));
    EXPECT_THAT(warnings_of(text), ElementsAre("unquoted_tag 1:1", "unquoted_tag 2:1"));
}

TEST(PgnReader, EveryBadTagIsAFault) {
    const auto games = read_pgn("[]\n[White]\n[ \"x\"]\n[A B \"x\"]\n\n1. e4 *");
    EXPECT_THAT(faults_of(games[0]), ElementsAre("malformed_tag 1:1", "malformed_tag 2:1",
                                                 "malformed_tag 3:1", "malformed_tag 4:1"));
    EXPECT_THAT(*write_pgn(*games[0]),
                ::testing::HasSubstr("{[]} {[White]} {[ \"x\"]} {[A B \"x\"]} 1. e4 *"));
}

TEST(PgnReader, AFaultInAFenStandsAtItsField) {
    const auto games = read_pgn("[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/K1k5 x - - 0 1\"]\n*");
    EXPECT_THAT(faults_of(games[0]), ElementsAre("fen_bad_turn 2:26"));
}

TEST(PgnReader, SurplusCastlingRightsAreLeftOut) {
    const std::string_view text =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\"]\n1. O-O *";
    EXPECT_EQ(outline_of(text), "O-O");
    EXPECT_THAT(warnings_of(text),
                ElementsAre("surplus_castling_right 2:31", "surplus_castling_right 2:32",
                            "surplus_castling_right 2:33"));
}

/// What the annotations of the first move say.
std::vector<Remark> remarks_of(std::string_view comment) {
    const auto game = read_one_pgn("1. e4 {" + std::string(comment) + "} *");
    return game.start().remarks(game.node(1).annotations.at(0));
}

TEST(PgnRemarks, CommandsAndTextInOneComment) {
    EXPECT_THAT(
        remarks_of("[%eval 0.17] [%clk 1:23:45.6] text [%csl Ra1,Gb2][%emt  2 ]"),
        ElementsAre(Remark(Evaluation{17}), Remark(TimeLeft{5'025'600}), Remark(Comment{"text"}),
                    Remark(Mark{Mark::Shape::colored, "a1", "red"}),
                    Remark(Mark{Mark::Shape::colored, "b2", "green"}), Remark(TimeSpent{2000})));
    EXPECT_THAT(remarks_of("[%cal Ye2e4]"), ElementsAre(Remark(Arrow{"e2", "e4", "yellow"})));
    EXPECT_THAT(remarks_of("[%eval #-3,12]"),
                ElementsAre(Remark(Evaluation{-3, Evaluation::Unit::mate, 12})));
}

TEST(PgnRemarks, WhatIsNotUnderstoodIsText) {
    for (const std::string_view comment :
         {"[%clk]", "[%clk 1:00", "[%clk 1:00:00:00]", "[%clk -1:00]", "[%clk 1:00x]", "[%cl 5]",
          "[%clk 9999999:00:00]", "[%mdl 512]", "[%eval x]", "[%csl Ra9]"}) {
        EXPECT_THAT(remarks_of(comment), ElementsAre(Remark(Comment{std::string(comment)})))
            << comment;
    }
    EXPECT_THAT(remarks_of("[%[%clk 5]"),
                ElementsAre(Remark(Comment{"[%"}), Remark(TimeLeft{5000})));
}

TEST(PgnRemarks, ClocksInMilliseconds) {
    const auto clock = [](std::string_view argument) {
        return std::get<TimeLeft>(remarks_of("[%clk " + std::string(argument) + "]").at(0)).ms;
    };
    EXPECT_EQ(clock("0:00:00"), 0);
    EXPECT_EQ(clock("10:00"), 600'000);
    EXPECT_EQ(clock("45.1239"), 45'123);
}

TEST(PgnRemarks, AreWrittenAsOneComment) {
    const Game game;
    const std::vector<Remark> remarks{Glyph{1},
                                      TimeLeft{61'500},
                                      Evaluation{-130, Evaluation::Unit::centipawns, 20},
                                      Comment{"sharp"},
                                      Arrow{"e2", "e4", "red"},
                                      Arrow{.from = "d2", .to = "d4"},
                                      Mark{Mark::Shape::colored, "e4", "blue"}};
    const auto annotations = game.annotations(remarks);
    EXPECT_THAT(annotations,
                ElementsAre(Annotation(Glyph{1}),
                            Annotation(Comment{"[%clk 0:01:01.500] [%eval -1.30,20] sharp "
                                               "[%cal Re2e4,Gd2d4] [%csl Be4]"})));
}

}  // namespace
}  // namespace arbiter::chess::testing

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/sgf_text.hpp"
#include "tests/go/sgf_support.hpp"

namespace arbiter::go::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> faults_in(std::string_view text) {
    std::vector<std::string> words;
    for (const auto& game : read_sgf(text)) {
        for (std::string& word : faults_of(game.faults)) words.push_back(std::move(word));
    }
    return words;
}

/// The game that is read with one expected warning.
std::string outline_despite(std::string_view fault, std::string_view text) {
    const auto games = read_sgf(text);
    if (games.size() != 1 || !games[0]) return "no game";
    EXPECT_THAT(faults_of(games[0].faults), ElementsAre(std::string(fault))) << text;
    return outline(*games[0]);
}

// ---------------------------------------------------------------------------------------------
// Trees.

TEST(SgfReader, OneNodeIsAGame) {
    const SgfDocument document = read_one_sgf("(;)");
    EXPECT_EQ(document.start().size(), (Size{19, 19}));
    EXPECT_EQ(document.size(), 1U);
}

/// The trees that FF[4] draws: no variation, one at move 3, two, and nested ones.
TEST(SgfReader, Variations) {
    EXPECT_EQ(outline(read_one_sgf("(;FF[4]C[root];C[a];C[b](;C[c])(;C[d];C[e]))")),
              "C=root | C=a | C=b | (C=c) (C=d | C=e)");
    EXPECT_EQ(outline(read_one_sgf(
                  "(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))")),
              "C=root | (C=a | C=b | (C=c) (C=d | C=e)) (C=f | (C=g | C=h | C=i) (C=j))");
}

TEST(SgfReader, ParenthesesAroundAnOnlyChildSayNothing) {
    EXPECT_EQ(read_one_sgf("(;C[a](;C[b](;C[c])))"), read_one_sgf("(;C[a];C[b];C[c])"));
    EXPECT_EQ(read_one_sgf("(;C[a]((;C[b])(;C[c])))"), read_one_sgf("(;C[a](;C[b])(;C[c]))"));
}

TEST(SgfReader, WhiteSpaceMayStandAnywhere) {
    EXPECT_EQ(
        outline(read_one_sgf(" \n( ;\tSZ [9]\r\n;\vB\f[aa]\n ( ; W [bb] ) (\n;\nW[cc]\n)\n) ")),
        " | B A9 | (W B8) (W C7)");
}

TEST(SgfReader, TheMainLineIsTheFirstOfEverything) {
    const SgfDocument document = read_one_sgf("(;N[0](;N[1](;N[2])(;N[3]))(;N[4];N[5]))");
    EXPECT_THAT(document.path(document.last()), ElementsAre(1U, 2U));
    EXPECT_EQ(document.parent(3), 1U);
    EXPECT_EQ(document.parent(4), 0U);
}

TEST(SgfReader, TextBeforeAGameIsKept) {
    const auto games = read_sgf(
        "From: somebody (not me)\nSubject: (no [subject]\n\n(;C[one])\nand ( ( ;C[two]) ) bye (");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(outline(*games[0]), "{From: somebody (not me)\nSubject: (no [subject]} C=one");
    EXPECT_EQ(outline(*games[1]), "{and (} C=two");
    EXPECT_THAT(games[1].faults, IsEmpty());
    EXPECT_EQ(*write_sgf(*games[1]), "and (\n(;GM[1]CA[UTF-8]C[two])\n");
    EXPECT_EQ(*read_sgf(*write_sgf(*games[0]))[0], *games[0]);
}

TEST(SgfReader, AByteOrderMarkIsNoText) {
    EXPECT_EQ(outline(read_one_sgf("\xEF\xBB\xBF(;C[x])")), "C=x");
    const auto joined = read_sgf("(;C[x])\n\xEF\xBB\xBF\n(;C[y])");
    ASSERT_EQ(joined.size(), 2U);
    EXPECT_EQ(outline(*joined[1]), "C=y");
}

TEST(SgfReader, NoGame) {
    EXPECT_THAT(read_sgf(""), IsEmpty());
    EXPECT_THAT(read_sgf("();"), IsEmpty());
    EXPECT_THAT(faults_of(read_sgf_game("no game", {}).faults), ElementsAre("empty"));
}

// ---------------------------------------------------------------------------------------------
// Properties.

TEST(SgfReader, ValuesAreKeptAsTheyAreWritten) {
    const SgfDocument game = read_one_sgf("(;C[a \\] b \\\\]LB[aa:A\\:B][bb:(;]XX[]ZZ[\\\\\\]])");
    EXPECT_EQ(outline(game), "C=a \\] b \\\\ LB=aa:A\\:B/bb:(; XX= ZZ=\\\\\\]");
}

TEST(SgfReader, AValueMayHoldAllOfSgf) {
    const SgfDocument game = read_one_sgf("(;C[(;B[aa\\];W[bb\\]) ; ( ) [ \\: ])");
    EXPECT_EQ(sgf_text(find_property(game.node(0).annotations, "C")->values[0]),
              "(;B[aa];W[bb]) ; ( ) [ : ");
}

TEST(SgfReader, LowerCaseLettersOfOldFilesMeanNothing) {
    const SgfDocument game =
        read_one_sgf("(;GaMe[1]FileFormat[3]SiZe[9]Black[aa]Comment[hello];White[bb])");
    EXPECT_EQ(game.start().size(), (Size{9, 9}));
    EXPECT_EQ(outline(game), "C=hello | B A9 | W B8");
}

TEST(SgfReader, DuplicatePropertiesAllCount) {
    EXPECT_EQ(outline_despite("duplicate_property 1:17", "(;SZ[3]AB[aa]C[]AB[bb][cc])"),
              "+B:A3,B2,C1 C=");
    const auto twice = read_sgf("(;GM[1]C[a]KM[6.5]C[b][c])");
    EXPECT_EQ(outline(*twice[0]), "C=a KM=6.5 C=b/c");
    EXPECT_EQ(*write_sgf(*twice[0]), "(;GM[1]CA[UTF-8]C[a]KM[6.5]C[b][c])\n");
}

TEST(SgfReader, UnknownPropertiesAreKeptInOrder) {
    EXPECT_EQ(outline(read_one_sgf("(;ZZZ[1]AP[CGoban:3]ST[2]KM[6.5];MULTIGOGM[1]B[aa]A1[x][y])")),
              "ZZZ=1 AP=CGoban:3 ST=2 KM=6.5 | B A19 MULTIGOGM=1 A1=x/y");
}

// ---------------------------------------------------------------------------------------------
// Go.

TEST(SgfReader, SizesAndPoints) {
    EXPECT_EQ(outline(read_one_sgf("(;SZ[9:13];B[aa];W[im])")), " | B A13 | W J1");
    EXPECT_EQ(outline(read_one_sgf("(;SZ[52];B[aa];W[ZZ];B[zA])")), " | B A52 | W BB1 | B AA26");
}

TEST(SgfReader, Passes) {
    EXPECT_EQ(outline(read_one_sgf("(;B[];W[tt];B[ ])")), " | B pass | W pass | B pass");
    EXPECT_EQ(outline(read_one_sgf("(;SZ[21];B[tt])")), " | B U2");
}

/// FF[4]'s example of compressed points on 3x3.
///
///     X X .
///     X X O
///     . O .
TEST(SgfReader, Setup) {
    EXPECT_EQ(outline(read_one_sgf("(;SZ[3]AB[aa:bb]AW[cb][bc]PL[W];AE[aa]AB[ca])")),
              "+B:A3,B3,A2,B2 +W:C2,B1 turn:W | +B:C3 -:A3");
}

TEST(SgfReader, PlayersUnderManyNames) {
    for (const char* black : {"B", "b", "black", "Black", "1"}) {
        EXPECT_EQ(read_one_sgf("(;PL[" + std::string(black) + "])").start().turn(), Color::black);
    }
    for (const char* white : {"W", "w", "white", "2"}) {
        EXPECT_EQ(read_one_sgf("(;PL[" + std::string(white) + "])").start().turn(), Color::white);
    }
}

/// The second stone replaces the first; White takes it; the last takes itself off.
TEST(SgfReader, IllegalMovesAreKeptAndExecuted) {
    const auto games = read_sgf("(;SZ[2];B[aa];B[aa];W[ab];W[ba];B[aa])");
    const SgfDocument& document = *games[0];
    EXPECT_EQ(outline(document), " | B A2 | B A2 | W A1 | W B2 | B A2");
    EXPECT_THAT(verdicts(document), ElementsAre("2 illegal", "5 illegal"));
    EXPECT_THAT(faults_of(games[0].faults),
                ElementsAre("point_occupied 1:14", "no_liberties 1:32"));
    EXPECT_EQ(document.game(3).position().at({0, 1}), Color::black);
    EXPECT_TRUE(document.game().position().is_empty({0, 1}));
    EXPECT_EQ(document.verdict(2)->rejection->code, &codes::point_occupied);
}

TEST(SgfReader, IllegalMovesInAVariationAreWarnings) {
    const auto games = read_sgf("(;SZ[9];B[aa](;W[bb])(;W[aa];B[cc]))");
    EXPECT_FALSE(games[0].faults.fatal());
    EXPECT_THAT(verdicts(*games[0]), ElementsAre("3 illegal"));
    EXPECT_EQ(games[0]->game(4).history("sgn"), (std::vector<std::string>{"C7b"}));
}

/// A group without liberties is not a position; what follows is not judged.
TEST(SgfReader, ASetupThatCannotStand) {
    const auto games = read_sgf("(;SZ[2];B[aa](;AB[ab:bb][ba]C[x];W[aa])(;W[ab]))");
    EXPECT_EQ(outline(*games[0]), " | B A2 | (+B:A1,B1,B2 C=x | W A2) (W A1)");
    EXPECT_THAT(verdicts(*games[0]), ElementsAre("2 illegal", "3 below_a_fault"));
    EXPECT_THAT(verdicts(*read_sgf("(;SZ[1]AB[aa];W[])")[0]),
                ElementsAre("0 illegal", "1 below_a_fault"));
    for (const auto& game : games) EXPECT_EQ(*read_sgf(*write_sgf(*game))[0], *game);
}

TEST(SgfReader, WhatNamesNoPointIsKeptAsItIsWritten) {
    EXPECT_EQ(outline_despite("malformed_point 1:9", "(;SZ[9];B[D4];W[aa])"), " | B=D4 | W A9");
    EXPECT_EQ(outline_despite("point_off_board 1:9", "(;SZ[9];B[jj];W[aa])"), " | B=jj | W A9");
    EXPECT_EQ(outline_despite("point_off_board 1:8", "(;SZ[9]AB[aa][kk])"), "+B:A9 AB=aa/kk");
    EXPECT_EQ(outline_despite("malformed_point 2:1", "(;SZ[9]\nAW[aa:])"), "AW=aa:");
    EXPECT_EQ(outline_despite("malformed_color 1:3", "(;PL[red])"), "turn:B PL=red");
    const auto games = read_sgf("(;SZ[9];B[D4];W[aa])");
    EXPECT_EQ(games[0]->verdict(1)->text, "B[D4]");
    EXPECT_EQ(*write_sgf(*games[0]), "(;CA[UTF-8]SZ[9];B[D4];W[aa])\n");
}

TEST(SgfReader, SeveralMovesInANodeBecomeSeveralNodes) {
    EXPECT_EQ(
        outline_despite("several_moves_in_node 1:8", "(;SZ[9];B[aa]C[x]W[bb](;B[cc])(;B[dd]))"),
        " | B A9 C=x | W B8 | (B C7) (B D6)");
}

TEST(SgfReader, SetupWithAMoveComesFirst) {
    EXPECT_EQ(outline_despite("setup_with_move 1:8", "(;SZ[9];B[aa]AB[bb])"), " | +B:B8 | B A9");
}

TEST(SgfReader, PlacesDoNotMakeGamesDifferent) {
    EXPECT_EQ(read_one_sgf("(;B[aa])"), read_one_sgf("\n\n(\n;\n  B[aa])"));
    const SgfTree tree = tree_of("\n (;\n ;B[aa]C[x])");
    EXPECT_EQ(tree.nodes[1].place, (TextPlace{3, 2}));
    EXPECT_EQ(tree.places_of(tree.nodes[1])[1], (TextPlace{3, 8}));
}

// ---------------------------------------------------------------------------------------------
// Charsets.

struct CharsetCase {
    std::string_view name;
    std::string_view declared;
    std::string_view bytes;
    std::string_view text;
    std::string_view fault;

    friend void PrintTo(const CharsetCase& item, std::ostream* out) { *out << item.name; }
};

class SgfCharset : public ::testing::TestWithParam<CharsetCase> {};

TEST_P(SgfCharset, IsUtf8Afterwards) {
    const auto& [name, declared, bytes, text, fault] = GetParam();
    std::string sgf = "(;";
    if (!declared.empty()) sgf.append("CA[").append(declared).append("]");
    sgf.append("PB[").append(bytes).append("];B[aa]C[").append(bytes).append("])");
    const auto games = read_sgf(sgf);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(find_property(games[0]->node(0).annotations, "PB")->values[0], text);
    EXPECT_EQ(find_property(games[0]->node(1).annotations, "C")->values[0], text);
    EXPECT_EQ(find_property(games[0]->node(0).annotations, "CA"), nullptr);
    EXPECT_EQ(find_property(tree_of(*write_sgf(*games[0])).nodes[0].properties, "CA")->values[0],
              "UTF-8");
    if (fault.empty()) {
        EXPECT_THAT(games[0].faults, IsEmpty());
    } else {
        EXPECT_THAT(faults_of(games[0].faults), ElementsAre(std::string(fault)));
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, SgfCharset,
    ::testing::Values(CharsetCase{"Missing", "", "M\xFCller", "Müller", ""},
                      CharsetCase{"MissingButUtf8", "", "Müller", "Müller", ""},
                      CharsetCase{"Utf8", "UTF-8", "M\xC3\xBCller", "Müller", ""},
                      CharsetCase{"Utf8InLowerCase", "utf8", "本因坊", "本因坊", ""},
                      CharsetCase{"Latin1", "ISO-8859-1", "M\xFCller", "Müller", ""},
                      CharsetCase{"Latin1ByName", "latin1", "\xE9", "é", ""},
                      CharsetCase{"Windows", "windows-1252", "\x93M\xFCller\x94", "“Müller”", ""},
                      CharsetCase{"Latin1ButUtf8", "ISO-8859-1", "Müller", "Müller", ""},
                      CharsetCase{"ForeignButUtf8", "GB2312", "柯洁", "柯洁", ""},
                      CharsetCase{"ForeignAscii", "Shift_JIS", "Meijin", "Meijin", ""},
                      CharsetCase{"Foreign", "GB2312", "\xBF\xC2", "¿Â", "unknown_charset 1:3"},
                      CharsetCase{"NotUtf8", "UTF-8", "M\xFCller", "Müller", "not_utf8 1:3"}),
    [](const auto& item) { return std::string(item.param.name); });

TEST(SgfReader, OneGamesCharsetIsNotTheNextOnes) {
    const auto games = read_sgf("(;CA[UTF-8]C[é])(;C[\xE9])");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(outline(*games[0]), "C=é");
    EXPECT_EQ(outline(*games[1]), "C=é");
}

// ---------------------------------------------------------------------------------------------
// Faults.

TEST(SgfReader, BrokenGames) {
    EXPECT_THAT(faults_in("(;B[aa];C[no end"), ElementsAre("unterminated_value 1:10"));
    EXPECT_THAT(faults_in("(;B[aa]\n!;W[bb])"), ElementsAre("stray_character 2:1"));
    EXPECT_THAT(faults_in("(;B[aa]];W[bb])"), ElementsAre("stray_character 1:8"));
    EXPECT_THAT(faults_in("(;B;W[bb])"), ElementsAre("property_without_value 1:3"));
    EXPECT_THAT(faults_in("(;B)"), ElementsAre("property_without_value 1:3"));
    EXPECT_THAT(faults_in("(;C[a];[aa])"), ElementsAre("value_without_property 1:8"));
    EXPECT_THAT(faults_in("(;black[aa])"), ElementsAre("malformed_property 1:3"));
    EXPECT_THAT(faults_in("(;9[aa])"), ElementsAre("malformed_property 1:3"));
    EXPECT_THAT(faults_in("(;GM[2])"), ElementsAre("not_go 1:3"));
    EXPECT_THAT(faults_in("(;GM[])"), ElementsAre("not_go 1:3"));
    EXPECT_THAT(faults_in("(;SZ[53])"), ElementsAre("bad_size 1:3"));
    EXPECT_THAT(faults_in("(;SZ[0];B[aa])"), ElementsAre("bad_size 1:3"));
}

/// What is good around a fault is kept.
TEST(SgfReader, BrokenGamesAreSalvaged) {
    const auto salvaged = [](std::string_view text) { return outline(*read_sgf(text).at(0)); };
    EXPECT_EQ(salvaged("(;B[aa];C[no end"), " | B A19 | C=no end");
    EXPECT_EQ(salvaged("(;B[aa]\n!;W[bb])"), " | B A19 | W B18");
    EXPECT_EQ(salvaged("(;C[x]B;W[bb])"), "C=x | W B18");
    EXPECT_EQ(salvaged("(;C[a];[aa][bb]N[b])"), "C=a | N=b");
    EXPECT_EQ(salvaged("(;black[aa][bb]C[x])"), "C=x");
}

TEST(SgfReader, SlipsThatMeanNothing) {
    EXPECT_EQ(outline_despite("missing_parenthesis 1:20", "(;C[a];B[aa](;W[bb]"),
              "C=a | B A19 | W B18");
    EXPECT_EQ(outline_despite("empty_variation 1:8", "(;C[a]()(;B[aa]))"), "C=a | B A19");
    EXPECT_EQ(outline_despite("node_after_variation 1:15", "(;C[a](;B[aa]);B[bb];W[cc])"),
              "C=a | (B A19) (B B18 | W C17)");
    EXPECT_EQ(outline_despite("missing_semicolon 1:8", "(;C[a](B[aa];W[cc]))"),
              "C=a | B A19 | W C17");
    EXPECT_EQ(outline_despite("bad_size 1:3", "(;SZ[9x9];B[aa])"), " | B A9");
}

TEST(SgfReader, AFaultyGameDoesNotHideTheNext) {
    const auto games = read_sgf("(;C[1];?;C[x](;B[aa]))(;C[2])(;GM[7]C[3])(;SZ[99])(;C[5])");
    ASSERT_EQ(games.size(), 5U);
    EXPECT_THAT(games[0].faults.begin()->sentence, StartsWith("game 1: "));
    EXPECT_EQ(outline(*games[0]), "C=1 |  | C=x | B A19");
    EXPECT_EQ(outline(*games[1]), "C=2");
    EXPECT_THAT(faults_of(games[2].faults), ElementsAre("not_go 1:32"));
    EXPECT_THAT(games[3].faults.begin()->sentence, StartsWith("game 4: "));
    EXPECT_EQ(outline(*games[4]), "C=5");
}

TEST(SgfReader, AMissingParenthesisDoesNotHideTheNextGame) {
    const auto games = read_sgf("(;FF[4]C[1];B[aa](;W[bb]\n\n(;GM[1]FF[4]C[2])\n(;FF[4]C[3])");
    ASSERT_EQ(games.size(), 3U);
    EXPECT_THAT(faults_of(games[0].faults), ElementsAre("missing_parenthesis 3:1"));
    EXPECT_EQ(outline(*games[0]), "C=1 | B A19 | W B18");
    EXPECT_EQ(outline(*games[1]), "C=2");
    EXPECT_EQ(outline(*games[2]), "C=3");
}

TEST(SgfReader, AVariationAtTheBeginningOfALineIsNoGame) {
    EXPECT_EQ(outline(read_one_sgf("(;FF[4]C[1];B[aa]\n(;W[bb])\n(;W[cc]))")),
              "C=1 | B A19 | (W B18) (W C17)");
}

TEST(SgfReader, AMissingBracketDoesNotHideTheNextGame) {
    const auto games = read_sgf("(;C[never closed;B[aa)\n(;FF[4]C[2])");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_THAT(faults_of(games[0].faults), ElementsAre("unterminated_value 1:4"));
    EXPECT_EQ(outline(*games[1]), "C=2");
}

TEST(SgfReader, ATextAboutSgfIsNoGame) {
    EXPECT_EQ(read_one_sgf("(;C[A game:\n(;FF[4\\]GM[1\\])])").size(), 1U);
}

TEST(SgfReader, LooksLikeSgf) {
    for (const char* text :
         {"(;", " \n( ;B[aa])", "\xEF\xBB\xBF(;)", "Dear all,\n\n(;GM[1]FF[4])"}) {
        EXPECT_TRUE(looks_like_sgf(text)) << text;
    }
    for (const char* text : {"", "(", "( )", "1. e4 (;)", "{\"a\": 1}", "9x9 A1b", "x (;FF[4])"}) {
        EXPECT_FALSE(looks_like_sgf(text)) << text;
    }
}

}  // namespace
}  // namespace arbiter::go::testing

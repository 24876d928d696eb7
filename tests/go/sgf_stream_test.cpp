#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/go/sgf_support.hpp"

namespace arbiter::go::testing {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view everything =
    "Text before (it) [all]\n"
    "(;FF[4]GM[1]SZ[9:13]CA[UTF-8]PB[M\xC3\xBCller]C[a\\\nb \\] c\\\\];B[aa]BL[12.5]"
    "(;W[bb]LB[aa:x\\:y][bb:2];B[])(;W[cc]AB[dd:ee]C[\r\n]))\n"
    "(;GM[2]C[not Go](;B[xx]))"
    "(;C[broken]?;(;)(;C[(;]))"
    "(;SZ[9]\n;B[aa]AB[zz];W[tt]XY[1]XY[2](;)\n(;FF[3]C[next];GaMe[x]"
    "(;C[caf\xE9 never closed)\n(;FF[4]C[last]";

TEST(SgfStream, PiecesOfAnySizeGiveTheSameGames) {
    const auto whole = read_sgf(everything);
    ASSERT_EQ(whole.size(), 6U);
    for (const std::size_t piece_size : {1U, 2U, 3U, 7U, 64U}) {
        const auto pieces = read_sgf(everything, piece_size);
        ASSERT_EQ(pieces.size(), whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            EXPECT_EQ(pieces[i].value, whole[i].value);
            EXPECT_EQ(pieces[i].faults, whole[i].faults);
        }
    }
}

TEST(SgfStream, EveryThirdGameOfAThousandIsBroken) {
    constexpr std::array<std::string_view, 6> broken{
        ";B[aa])", "(;W[bb", "?(;)(;))", ";GM)", "(C[x]))", ";[x])",
    };
    std::string text;
    for (std::size_t i = 0; i < 1000; ++i) {
        text += "(;FF[4]";
        if (i % 3 == 2) {
            text.append("SZ[99]").append(broken[i / 3 % broken.size()]);
        } else {
            text.append("GN[").append(std::to_string(i)).append("](;B[aa])(;B[bb]))");
        }
        text += "\n";
    }
    const auto games = read_sgf(text, 1 << 12);
    ASSERT_EQ(games.size(), 1000U);
    for (std::size_t i = 0; i < games.size(); ++i) {
        ASSERT_EQ(games[i].value.has_value(), i % 3 != 2) << i;
        if (games[i]) {
            EXPECT_EQ(outline(*games[i]), "GN=" + std::to_string(i) + " | (B A19) (B B18)");
        }
    }
}

/// Each of these repeats a text until the game is too large or has too many parts.
struct EndlessGame {
    std::string_view name;
    std::string_view begin;
    std::string_view rest;
    std::string_view end;
    std::string_view fault;

    friend void PrintTo(const EndlessGame& game, std::ostream* out) { *out << game.name; }
};

class EndlessSgf : public ::testing::TestWithParam<EndlessGame> {};

TEST_P(EndlessSgf, IsGivenUpAndTheNextGameIsRead) {
    SgfReader reader;
    reader.feed(GetParam().begin);
    std::string piece;
    while (piece.size() < std::size_t{1} << 16) piece += GetParam().rest;
    const bool one_token = GetParam().fault == "game_too_large";
    const std::size_t size =
        one_token ? SgfTreeReader::game_size_max : SgfTreeReader::game_size_max / 4;
    for (std::size_t i = 0; i < size / piece.size() + 4; ++i) reader.feed(piece);
    reader.feed(GetParam().end);
    reader.feed("\n\n(;FF[4];B[aa])");
    reader.finish();
    const auto broken = reader.next();
    ASSERT_TRUE(broken);
    ASSERT_FALSE(*broken);
    EXPECT_EQ(broken->faults.begin()->code, GetParam().fault);
    const auto good = reader.next();
    ASSERT_TRUE(good);
    ASSERT_TRUE(*good);
    EXPECT_EQ(outline(**good), " | B A19");
    EXPECT_FALSE(reader.next());
}

INSTANTIATE_TEST_SUITE_P(
    All, EndlessSgf,
    ::testing::Values(EndlessGame{"Value", "(;C[", "x", "])", "game_too_large"},
                      EndlessGame{"UnclosedValue", "(;C[", "x", "", "game_too_large"},
                      EndlessGame{"Escapes", "(;C[", "\\", "\\\\])", "game_too_large"},
                      EndlessGame{"Identifier", "(;", "X", "[])", "game_too_large"},
                      EndlessGame{"Blanks", "(;", "\n", ")", "game_too_large"},
                      EndlessGame{"Nodes", "(", ";", ")", "too_many_parts"},
                      EndlessGame{"Moves", "(", ";B[]", ")", "too_many_parts"},
                      EndlessGame{"Variations", "(;", "(;)", ")", "too_many_parts"},
                      EndlessGame{"Depth", "(;", "(", "", "variations_too_deep"},
                      EndlessGame{"DepthWithNodes", "(;", "(;", "", "variations_too_deep"},
                      EndlessGame{"Values", "(;SZ[52]AB", "[aa:ZZ]", ")", "too_many_parts"},
                      EndlessGame{"SetupNodes", "(;SZ[52]", ";AW[aa:ZZ]", ")", "too_many_parts"}),
    [](const auto& game) { return std::string(game.param.name); });

TEST(SgfStream, TheLimitsHaveNames) {
    std::string many_nodes = "(";
    for (std::size_t i = 0; i <= SgfTreeReader::part_count_max; ++i) many_nodes += ';';
    EXPECT_THAT(faults_of(read_sgf(many_nodes + ")")[0].faults),
                ElementsAre("too_many_parts 1:1000002"));

    std::string many_points = "(;SZ[52]AB[aa]";
    for (int i = 0; i < 370; ++i) many_points += ";AB[aa:ZZ]";
    EXPECT_THAT(faults_of(read_sgf(many_points + ")")[0].faults),
                ElementsAre("too_many_parts 1:3705"));

    std::string many_properties = "(;";
    for (int i = 0; i < 257; ++i) many_properties += "P" + std::to_string(i) + "[]";
    EXPECT_THAT(faults_of(read_sgf(many_properties + ")")[0].faults),
                ElementsAre("too_many_properties 1:1429"));

    EXPECT_THAT(faults_of(read_sgf("(;" + std::string(200'000, '('))[0].faults),
                ElementsAre("variations_too_deep 1:100002", "missing_parenthesis 1:200003"));

    const std::string large(SgfTreeReader::game_size_max, 'x');
    EXPECT_THAT(faults_of(read_sgf("\n(;C[" + large + "])")[0].faults),
                ElementsAre("game_too_large 2:1"));
}

/// Recursion would need one call per level of such a tree.
TEST(SgfStream, ADeepTreeIsReadComparedWrittenAndDestroyed) {
    std::string text = "(;SZ[9]";
    const std::size_t depth = SgfTreeReader::variation_depth_max - 2;
    for (std::size_t i = 0; i < depth; ++i) text += "(;N[a](;N[b])";
    text.append(depth + 1, ')');
    const auto games = read_sgf(text);
    ASSERT_EQ(games.size(), 1U);
    ASSERT_TRUE(games[0]);
    EXPECT_EQ(games[0]->size(), 2 * depth + 1);
    const auto again = read_sgf(*write_sgf(*games[0]));
    ASSERT_TRUE(again[0]);
    EXPECT_EQ(*again[0], *games[0]);
}

/// Whoever walks through a document keeps the boards before each of these.
TEST(SgfStream, ChangesOfTheBoardHaveALimit) {
    std::string text = "(;SZ[52];B[aa]";
    for (int i = 0; i < 2000; ++i) text += ";PL[B];B[aa]";
    const auto games = read_sgf(text + ")");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_FALSE(games[0]);
    EXPECT_EQ(games[0].faults.begin()->code, "too_many_parts");
}

TEST(SgfStream, LongTokensByteByByte) {
    const std::string filling(std::size_t{1} << 20, 'x');
    const auto games = read_sgf("(;C[" + filling + "]X[" + filling + "])", 1);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(find_property(games[0]->node(0).annotations, "C")->values[0], filling);
}

TEST(SgfStream, TextFedBeforeTheGamesAreTakenWaits) {
    SgfReader reader;
    for (int i = 0; i < 3; ++i) reader.feed("(;B[aa]) (;W[bb])");
    reader.finish();
    reader.feed("(;C[too late])");
    int count = 0;
    while (const auto game = reader.next()) count += *game ? 1 : 0;
    EXPECT_EQ(count, 6);
}

TEST(SgfStream, GamesToPlayOn) {
    const auto games = stream_sgf({{"rules", "japanese"}});
    games->feed("(;SZ[9]KM[0.5];B[ee];W[cc])(;SZ[99])(;SZ[5];B[aa];W[aa");
    games->feed("])");
    games->finish();
    const auto first = games->next();
    ASSERT_TRUE(first && *first);
    EXPECT_EQ((*first)->game().history("sgn"), (std::vector<std::string>{"E5b", "C7w"}));
    EXPECT_EQ((*first)->start().rules().scoring, Scoring::territory);
    EXPECT_EQ((*first)->start().rules().komi, HalfPoints{1});
    const auto second = games->next();
    ASSERT_TRUE(second && !*second);
    EXPECT_THAT(faults_of(second->faults), ElementsAre("bad_size 1:30"));
    const auto third = games->next();
    ASSERT_TRUE(third && *third);
    EXPECT_TRUE(third->faults.fatal()) << "kept, but not a game";
    EXPECT_THAT(faults_of(third->faults), ElementsAre("point_occupied 1:50"));
    EXPECT_FALSE(games->next());
}

}  // namespace
}  // namespace arbiter::go::testing

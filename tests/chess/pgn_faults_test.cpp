#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/chess/pgn_support.hpp"

namespace arbiter::chess::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// What stands before and after each broken game. The line that follows must come through.
constexpr std::string_view good_before = "[Event \"good\"]\n\n1. e4 e5 1-0\n\n";
constexpr std::string_view good_after = "\n[Event \"good\"]\n\n1. d4 d5 1/2-1/2\n";

struct BrokenGame {
    std::string_view name;
    std::string text;
    std::string fault;  ///< with line and column counted from the game's own start

    friend void PrintTo(const BrokenGame& game, std::ostream* out) { *out << game.name; }
};

std::string nested(int depth) {
    std::string text = "1. e4 ";
    for (int i = 0; i < depth; ++i) text += i % 2 == 0 ? "(d4 " : "(e4 ";
    return text + std::string(static_cast<std::size_t>(depth), ')') + " *";
}

std::string with_tags(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "[T" + std::to_string(i) + " \"\"]";
    return text + "\n*";
}

const std::vector<BrokenGame>& broken_games() {
    static const std::vector<BrokenGame> games{
        {"IllegalMove", "[Event \"x\"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Qd3 a6 1-0", "path_blocked 4:15"},
        {"LeavesKingInCheck", "1. e4 e5 2. d4 Bb4+ 3. a3 *", "leaves_king_in_check 1:24"},
        {"NoSuchPiece", "1. e4 e5 2. Nd5 *", "no_piece_can_go_there 1:13"},
        {"Unreadable", "1. e4 e5\n  2. xyzzy Nc6 *", "unreadable_move 2:6"},
        {"MoveAttachedToItsNumber", "1.e4 e5 2.Ke3 *", "piece_cannot_go_there 1:11"},
        {"Ambiguous", "1. Nf3 e6 2. d3 e5 3. Nd2 *", "ambiguous_move 1:23"},
        {"MoveAfterMate", "1. f3 e5 2. g4 Qh4# 3. a3 0-1", "leaves_king_in_check 1:24"},
        {"NullMoveInMainLine", "1. e4 -- 2. d4 *", "null_move 1:7"},
        {"MalformedTag", "[Event \"x\"]\n[Site]\n\n1. e4 *", "malformed_tag 2:1"},
        {"TagNotClosed", "[Event \"x\"]\n  [Site \"y\n\n1. e4 *", "malformed_tag 2:3"},
        {"TagWithoutAName", "[\"x\"]\n*", "malformed_tag 1:1"},
        {"TagNameOfTwoWords", "[Event Name \"x\"]\n*", "malformed_tag 1:1"},
        {"TooManyTags", with_tags(257), "too_many_tags 1:2195"},
        {"UnterminatedComment", "1. e4 e5\n2. d4 {and (1-0", "unterminated_comment 2:7"},
        {"UnterminatedCommentInTags", "[Event \"x\"]\n{and", "unterminated_comment 2:1"},
        {"UnterminatedVariation", "1. e4 (1. d4 d5\n(1... Nf6 2. c4", "unterminated_variation 2:1"},
        {"VariationWithoutMove", "(1. d4) 1. e4 *", "variation_without_move 1:1"},
        {"VariationsTooDeep", nested(65), "variations_too_deep 1:263"},
        {"FenWithoutAKing", "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 *",
         "missing_king 2:7"},
        {"UnknownVariant", "[Variant \"Atomic\"]\n\n1. e4 *", "unknown_variant 1:1"},
    };
    return games;
}

class BrokenPgn : public ::testing::TestWithParam<BrokenGame> {};

TEST_P(BrokenPgn, IsReportedWithItsPlace) {
    const auto games = read_pgn(GetParam().text);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_TRUE(games[0].faults.fatal());
    EXPECT_THAT(faults_of(games[0]), ElementsAre(GetParam().fault));
    EXPECT_THAT(games[0].faults.begin()->sentence, StartsWith("game 1: "));
}

TEST_P(BrokenPgn, LeavesItsNeighboursAlone) {
    const auto games =
        read_pgn(std::string(good_before) + GetParam().text + std::string(good_after));
    ASSERT_EQ(games.size(), 3U);
    ASSERT_TRUE(games[0]);
    EXPECT_EQ(outline(*games[0]), "e4 e5");
    EXPECT_TRUE(games[1].faults.fatal());
    EXPECT_THAT(games[1].faults.begin()->sentence, StartsWith("game 2: "));
    ASSERT_TRUE(games[2]);
    EXPECT_EQ(outline(*games[2]), "d4 d5");
    EXPECT_THAT(faults_of(games[2]), IsEmpty());
}

TEST_P(BrokenPgn, IsTheSameInPieces) {
    const std::string text = std::string(good_before) + GetParam().text + std::string(good_after);
    const auto whole = read_pgn(text);
    for (const std::size_t piece_size : {1U, 7U}) {
        const auto pieces = read_pgn(text, piece_size);
        ASSERT_EQ(pieces.size(), whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            EXPECT_EQ(pieces[i].value, whole[i].value);
            EXPECT_EQ(pieces[i].faults, whole[i].faults);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenPgn, ::testing::ValuesIn(broken_games()),
                         [](const auto& game) { return std::string(game.param.name); });

TEST(PgnFaults, TheSentenceNamesTheGameAndTheMove) {
    const auto games = read_pgn("1. e4 * 1. d4 * 1. e4 e5 2. Ke3 *");
    ASSERT_EQ(games.size(), 3U);
    EXPECT_THAT(games[2].faults.begin()->sentence, StartsWith("game 3: Ke3: "));
}

TEST(PgnFaults, LinesAreCountedThroughTheWholeStream) {
    const auto games = read_pgn("1. e4 *\r\n\r\n{two\nlines}\n;x\n%y\n1. d5 *");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[1].faults.begin()->place, Place(TextPlace{7, 4}));
}

TEST(PgnFaults, WarningsBeforeTheFaultAreKept) {
    const auto games = read_pgn("[A \"\"]\n[A \"\"]\n1. e5 *");
    EXPECT_THAT(faults_of(games.at(0)),
                ElementsAre("duplicate_tag 2:1", "piece_cannot_go_there 3:4"));
}

TEST(PgnFaults, OfALineOnlyTheFirstMoveIsReported) {
    EXPECT_THAT(faults_of(read_pgn("1. e5 Ke4 ) ] Z0 xyz {").at(0)),
                ElementsAre("piece_cannot_go_there 1:4", "variation_not_open 1:11",
                            "stray_character 1:13", "unterminated_comment 1:22"));
}

TEST(PgnFaults, VariationsAloneAreNoGame) {
    const auto games = read_pgn("(1. e4) (1. d4) 1-0");
    EXPECT_FALSE(games.at(0));
    EXPECT_THAT(faults_of(games[0]), ::testing::Contains("no_main_line 1:17"));
}

TEST(PgnFaults, WhatIsAddedByMistakeIsLeftOut) {
    for (const auto& [text, fault] : {std::pair{"1. e4 ) e5 *", "variation_not_open 1:7"},
                                      std::pair{"1. e4 } e5 *", "stray_character 1:7"},
                                      std::pair{"1. e4 ] e5 *", "stray_character 1:7"}}) {
        const auto games = read_pgn(text);
        EXPECT_FALSE(games.at(0).faults.fatal()) << text;
        EXPECT_THAT(faults_of(games[0]), ElementsAre(fault));
        EXPECT_EQ(outline(*games[0]), "e4 e5") << text;
    }
}

TEST(PgnFaults, AWordThatIsNoMoveDoesNotEndTheLine) {
    const auto games = read_pgn("1. e4 adjourned e5 2. here and Nf3 *");
    EXPECT_THAT(faults_of(games.at(0)), ElementsAre("unreadable_move 1:7", "unreadable_move 1:23"));
    EXPECT_EQ(outline(*games[0]), "e4 <adjourned> e5 <here> <and> <Nf3>");
}

TEST(PgnFaults, TextThatIsNoPgnIsOneBrokenGame) {
    const auto games = read_pgn("Dear Sir,\n\nplease find (attached...\n[Event \"x\"]\n*");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(faults_of(games[0]).front(), "unreadable_move 1:1");
    EXPECT_FALSE(games[1].faults.fatal());
}

TEST(PgnFaults, AVeryLongWordIsQuotedInShort) {
    const auto games = read_pgn("1. " + std::string(100'000, 'x') + " *");
    EXPECT_LT(games.at(0).faults.begin()->sentence.size(), 1000U);
}

}  // namespace
}  // namespace arbiter::chess::testing

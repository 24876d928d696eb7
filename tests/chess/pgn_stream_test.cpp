#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/formats/pgn_reader.hpp"
#include "tests/chess/pgn_support.hpp"

namespace arbiter::chess::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(PgnStream, PiecesOfAnySizeGiveTheSameGames) {
    const std::string text = test_data("annotated.pgn") + "\n" + test_data("windows.pgn") +
                             "\xEF\xBB\xBF" + test_data("classics.pgn");
    const auto whole = read_pgn(text);
    ASSERT_EQ(whole.size(), 5U);
    for (const std::size_t piece_size : {1U, 2U, 3U, 7U, 64U, 1000U}) {
        const auto pieces = read_pgn(text, piece_size);
        ASSERT_EQ(pieces.size(), whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            ASSERT_TRUE(whole[i]);
            EXPECT_EQ(pieces[i].value, whole[i].value);
            EXPECT_EQ(pieces[i].faults, whole[i].faults);
        }
    }
}

TEST(PgnStream, EveryThirdGameOfAThousandIsBroken) {
    constexpr std::array<std::string_view, 6> broken{
        "1. e4 e5 2. Ke3 Nc6 1-0\n",   "1. e4 (1. d4 (1. c4 e5 1-0\n", "1. e4 {oops 1-0\n",
        "[Site \"no end\n1. e4 1-0\n", "1. e4 -- 2. e5 1-0\n",         "no moves at all 1-0\n",
    };
    std::string text;
    for (std::size_t i = 0; i < 1000; ++i) {
        text += "[Event \"" + std::to_string(i) + "\"]\n\n";
        text += i % 3 == 2 ? broken[i / 3 % broken.size()] : "1. e4 {fine} e5 2. Nf3 1-0\n\n";
    }
    const auto games = read_pgn(text, 1 << 12);
    ASSERT_EQ(games.size(), 1000U);
    for (std::size_t i = 0; i < games.size(); ++i) {
        ASSERT_EQ(games[i].faults.fatal(), i % 3 == 2) << i;
        ASSERT_TRUE(games[i]) << i;
        if (!games[i].faults.fatal()) {
            EXPECT_EQ(games[i]->tags()[0].second, std::to_string(i));
            EXPECT_EQ(outline(*games[i]), "e4 \"fine\" e5 Nf3");
        } else {
            const std::string number = "game " + std::to_string(i + 1) + ": ";
            EXPECT_THAT(games[i].faults.begin()->sentence, StartsWith(number));
        }
    }
}

/// Each of these goes on for ever with the same character.
struct EndlessGame {
    std::string_view name;
    std::string_view begin;
    char rest;
    std::string_view end;

    friend void PrintTo(const EndlessGame& game, std::ostream* out) { *out << game.name; }
};

class EndlessPgn : public ::testing::TestWithParam<EndlessGame> {};

TEST_P(EndlessPgn, IsGivenUpAndTheNextGameIsRead) {
    PgnReader reader;
    reader.feed("[Event \"x\"]\n\n");
    reader.feed(GetParam().begin);
    constexpr std::size_t piece_size = std::size_t{1} << 16;
    const std::string piece(piece_size, GetParam().rest);
    const std::size_t pieces = PgnReader::game_size_max / piece_size;
    for (std::size_t i = 0; i < pieces + 4; ++i) reader.feed(piece);
    reader.feed(GetParam().end);
    reader.feed("\n\n[Event \"y\"]\n\n1. e4 *\n");
    reader.finish();
    const auto broken = reader.next();
    ASSERT_TRUE(broken);
    EXPECT_THAT(faults_of(*broken), ElementsAre("game_too_large 1:1"));
    const auto good = reader.next();
    ASSERT_TRUE(good);
    EXPECT_EQ(outline(**good), "e4");
    EXPECT_FALSE(reader.next());
}

INSTANTIATE_TEST_SUITE_P(All, EndlessPgn,
                         ::testing::Values(EndlessGame{"Comment", "1. e4 {", ' ', "} *"},
                                           EndlessGame{"LineComment", "1. e4 ;", 'x', "\n*"},
                                           EndlessGame{"UnclosedComment", "1. e4 {", 'x', ""},
                                           EndlessGame{"Word", "1. e4 ", 'x', " *"},
                                           EndlessGame{"Number", "1. e4 ", '1', " *"},
                                           EndlessGame{"Tag", "[A \"", 'x', "\"]\n*"},
                                           EndlessGame{"Blanks", "1. e4", '\n', "*"}),
                         [](const auto& game) { return std::string(game.param.name); });

TEST(PgnStream, AGameThatIsTooLargeIsReportedBeforeItEnds) {
    PgnReader reader;
    reader.feed("{");
    const std::string piece(std::size_t{1} << 16, '{');
    for (std::size_t i = 0; i * piece.size() < PgnReader::game_size_max; ++i) {
        EXPECT_FALSE(reader.next());
        reader.feed(piece);
    }
    reader.feed("}\n\n1. e4 *\n[Event \"x\"]\n1. d4 *\n[A \"\"]\n");
    const auto broken = reader.next();
    ASSERT_TRUE(broken);
    EXPECT_THAT(faults_of(*broken), ElementsAre("game_too_large 1:1"));
    const auto good = reader.next();
    ASSERT_TRUE(good);
    EXPECT_EQ(outline(**good), "d4");
}

TEST(PgnStream, ALongGameByteByByte) {
    std::string text = "[Event \"x\"]\n\n";
    for (int number = 1; number <= 10'000; number += 2) {
        text += std::to_string(number) + ". Nf3 Nf6 " + std::to_string(number + 1) + ". Ng1 Ng8\n";
    }
    const auto games = read_pgn(text + "1/2-1/2\n", 1);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(count_moves(*games[0]), 20'000U);
}

TEST(PgnStream, LongTokensByteByByte) {
    const std::string filling(std::size_t{1} << 20, 'x');
    const auto games = read_pgn(
        "[A \"" + filling + "\"]\n{" + filling + "}\n;" + filling + "\n1. e4 " + filling + " *", 1);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_THAT(faults_of(games[0]), ElementsAre("unreadable_move 4:7"));
}

TEST(PgnStream, ReadsAMillionParentheses) {
    const auto games = read_pgn("1. e4 " + std::string(1'000'000, '(') + "\n[Event \"x\"]\n*");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_FALSE(games[0]);
    EXPECT_THAT(faults_of(games[0]), ::testing::Contains("variations_too_deep 1:71"));
}

TEST(PgnStream, TheNumberOfMovesAndCommentsIsLimited) {
    std::string text = "1. e4 ";
    for (std::size_t i = 0; i < PgnReader::move_count_max; ++i) text += "{}";
    const auto games = read_pgn(text + " *");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_THAT(faults_of(games[0]), ElementsAre("too_many_moves 1:2000005"));
}

TEST(PgnStream, TextFedBeforeTheGamesAreTakenWaits) {
    PgnReader reader;
    for (int i = 0; i < 3; ++i) reader.feed("1. e4 * 1. d4 * ");
    reader.finish();
    reader.feed("1. c4 *");  // too late
    int count = 0;
    while (const auto game = reader.next()) count += *game ? 1 : 0;
    EXPECT_EQ(count, 6);
}

}  // namespace
}  // namespace arbiter::chess::testing

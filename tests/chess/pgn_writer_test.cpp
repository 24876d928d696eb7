#include <algorithm>
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/chess/formats/pgn.hpp"
#include "tests/chess/pgn_support.hpp"
#include "tests/chess/random_pgn.hpp"

namespace arbiter::chess::testing {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end, text.size() - 1) + 1);
    }
    return lines;
}

/// The part after the tags, as one line.
std::string rewritten(std::string_view movetext) {
    std::string text = *write_pgn(read_one_pgn(movetext));
    text.erase(0, text.find("\n\n") + 2);
    EXPECT_THAT(text, EndsWith("\n\n"));
    text.erase(text.size() - 2);
    return text;
}

TEST(PgnWriter, WritesWhatItHasReadToTheByte) {
    const std::string text = test_data("classics.pgn");
    std::string written;
    for (const auto& game : read_pgn(text)) written += *write_pgn(*game);
    EXPECT_EQ(written, text);
}

TEST(PgnWriter, AnEmptyGameHasTheSevenTags) {
    EXPECT_EQ(*write_pgn(Document(Game{})),
              "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
              "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n\n");
}

TEST(PgnWriter, TagsInOrder) {
    const auto game = read_one_pgn(
        "[Zeta \"1\"][White \"W \\\"x\\\" \\\\\"][ECO \"C20\"]"
        "[Annotator \"N\"][Result \"1-0\"][Event \"E\"] 1. e4 0-1");
    EXPECT_THAT(*write_pgn(game),
                StartsWith("[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                           "[White \"W \\\"x\\\" \\\\\"]\n[Black \"?\"]\n[Result \"0-1\"]\n"
                           "[Annotator \"N\"]\n[ECO \"C20\"]\n[Zeta \"1\"]\n\n"));
}

TEST(PgnWriter, TagsThatNoReaderCouldReadAreMadeReadable) {
    Document<Game> game{Game{}};
    game.tags() = {{"two words", "x"}, {"", "x"}, {"A", "1\n2"}, {"A", "3"}};
    EXPECT_THAT(*write_pgn(game), AllOf(HasSubstr("[A \"1 2\"]"), Not(HasSubstr("two words")),
                                        Not(HasSubstr("\"x\"")), Not(HasSubstr("\"3\""))));
}

TEST(PgnWriter, TheStartIsInTheTags) {
    const auto fen_game = read_one_pgn("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - -\"] 1... Kd7 *");
    EXPECT_THAT(*write_pgn(fen_game),
                AllOf(HasSubstr("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n\n"
                                "1... Kd7 *"),
                      Not(HasSubstr("Variant"))));
    auto stale = read_one_pgn("[Variant \"chess 960\"] *");
    stale.tags().emplace_back("FEN", "not the start any more");
    EXPECT_THAT(*write_pgn(stale), AllOf(Not(HasSubstr("FEN")), HasSubstr("chess 960")));
    Document<Game> other{Game{}};
    other.tags() = stale.tags();
    EXPECT_THAT(*write_pgn(other), HasSubstr("[Variant \"Standard\"]"));
}

TEST(PgnWriter, NumbersStandWhereTheyAreNeeded) {
    EXPECT_EQ(rewritten("e4 e5 Nf3 *"), "1. e4 e5 2. Nf3 *");
    EXPECT_EQ(rewritten("e4 {a} e5 $1 Nf3 (Nc3 {b} Nc6) Nc6 *"),
              "1. e4 {a} 1... e5 $1 2. Nf3 (2. Nc3 {b} 2... Nc6) 2... Nc6 *");
    EXPECT_EQ(rewritten("e4 1... {a} e5 *"), "1. e4 1... {a} e5 *");
    EXPECT_EQ(rewritten("{a} 1. {b} e4! e5 (c5 (e6)) *"),
              "{a} 1. {b} e4 $1 e5 (1... c5) (1... e6) *");
}

TEST(PgnWriter, AClosingBraceBecomesAParenthesis) {
    auto game = read_one_pgn("1. e4 *");
    game.node(1).annotations = {Comment{"a{b}c"}, Comment{"two\nlines\r\n"}};
    EXPECT_THAT(*write_pgn(game), HasSubstr("1. e4 {a{b)c} {two lines} *"));
}

TEST(PgnWriter, LinesAreShort) {
    std::string moves;
    for (int i = 0; i < 100; ++i) moves += "Nf3 {[%eval 0.25] [%clk 0:10:00]} Nf6 (Nc6) Ng1 Ng8 ";
    const auto game = read_one_pgn(moves + "*");
    const auto lines = lines_of(*write_pgn(game));
    EXPECT_THAT(lines, Each(SizeIs(Le(79U))));
    EXPECT_TRUE(std::ranges::any_of(lines, [](const auto& line) { return line.size() == 79; }));
    for (const auto& line : lines) EXPECT_THAT(line, Not(StartsWith("[%")));
    EXPECT_EQ(read_one_pgn(*write_pgn(game)), read_one_pgn(*write_pgn(game)));
    EXPECT_EQ(outline(read_one_pgn(*write_pgn(game))), outline(game));
}

TEST(PgnWriter, EscapedLinesBeginALine) {
    const std::string lines = "%a b\n1. e4 {c}\n%  d\n1... e5 (1... c5\n<x\n) 2. Nf3 *";
    EXPECT_EQ(rewritten(lines), lines);
    auto game = read_one_pgn("1. e4 *");
    game.node(1).annotations = {Property{"line", {"<a> 1-0"}}, Property{"line", {"%\n1-0"}},
                                Property{"line", {"1-0"}}};
    EXPECT_THAT(*write_pgn(game), HasSubstr("1. e4 *"));
}

TEST(PgnWriter, ALongWordGetsALineOfItsOwn) {
    auto game = read_one_pgn("1. e4 *");
    game.node(1).annotations = {Comment{"x " + std::string(200, 'y') + " z"}};
    EXPECT_THAT(*write_pgn(game), HasSubstr("{x\n" + std::string(200, 'y') + "\nz} *"));
}

TEST(PgnWriter, WordsThatAreNotMovesAreWrittenAsTheyWere) {
    const auto games = read_pgn("{x} [White \"A\"]\n1. e4 (1. d4 --) e5 2. Ke3 {b} (2. f4) Nc6 *");
    const std::string text = *write_pgn(*games[0]);
    EXPECT_THAT(text,
                AllOf(StartsWith("[Event"),
                      HasSubstr("\n\n{x} 1. e4 (1. d4 --) 1... e5 2. Ke3 {b} (2. f4) 2... Nc6 *")));
    EXPECT_EQ(*read_pgn(text)[0], *read_pgn(*write_pgn(*read_pgn(text)[0]))[0]);
}

TEST(PgnWriter, VariationsThatNestTooDeepAreNotWritten) {
    Document<Game> document{Game(Start{.automatic_draws = false})};
    NodeId parent = 0;
    constexpr std::array<std::string_view, 4> round{"Nf3", "Nf6", "Ng1", "Ng8"};
    for (std::size_t i = 0; i < 70; ++i) {
        const Game game = document.game(parent);
        document.add(parent, *game.read_event(i % 2 == 0 ? "Nc3" : "Nc6"));
        parent = document.add(parent, *game.read_event(round[i % round.size()]));
    }
    const auto written = write_pgn(document);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, "cannot_express");
}

TEST(PgnWriter, WhatIsWrittenIsReadBack) {
    EXPECT_TRUE(rc::check("read(write(x)) == x", [] {
        const auto document = random_pgn(*rc::gen::arbitrary<std::uint64_t>());
        const std::string text = *write_pgn(document);
        RC_LOG() << text;
        auto readings = read_pgn(text, *rc::gen::inRange<std::size_t>(1, 200));
        RC_ASSERT(readings.size() == 1U);
        RC_ASSERT(readings[0].value.has_value());
        auto& again = *readings[0];
        RC_ASSERT(*write_pgn(again) == text);
        const auto* last = std::get_if<Event>(&again.node(again.last()).content);
        if (last != nullptr && !std::holds_alternative<Move>(*last)) again.remove(again.last());
        RC_ASSERT(again == document);
    }));
}

}  // namespace
}  // namespace arbiter::chess::testing

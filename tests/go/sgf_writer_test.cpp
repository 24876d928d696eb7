#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/go/formats/sgf_text.hpp"
#include "tests/go/sgf_support.hpp"
#include "tests/support/random_sgf.hpp"

namespace arbiter::go::testing {
namespace {

/// Writes what it reads: texts with the same content give the same text.
TEST(SgfWriter, OneWayToWriteAGame) {
    const SgfGame game =
        read_one_sgf("( ;GM[1]CA[Latin-1]FF[3]SiZe[9:7] C[x]AW[aa:ba]PL[black] ((;Black[cc])) )");
    EXPECT_EQ(write_sgf(game), "(;FF[4]GM[1]CA[UTF-8]SZ[9:7]AW[aa][ba]PL[B]C[x];B[cc])\n");
}

TEST(SgfWriter, Variations) {
    const std::string text =
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]C[a](;B[aa];W[bb](;B[cc])(;B[dd];W[ee]))(;B[]C[\\]]))\n";
    EXPECT_EQ(write_sgf(read_one_sgf(text)), text);
}

TEST(SgfWriter, LinesAreBrokenBetweenNodesOnly) {
    std::string text = "(;SZ[9]";
    for (int i = 0; i < 100; ++i) text += ";B[]C[a text with blanks]";
    const std::string written = write_sgf(read_one_sgf(text + ")"));
    std::size_t begin = 0;
    for (auto end = written.find('\n'); end != written.npos; end = written.find('\n', begin)) {
        EXPECT_LT(end - begin, 110U);
        EXPECT_EQ(written[begin], begin == 0 ? '(' : ';');
        begin = end + 1;
    }
}

/// The text is one game for any content of a property.
TEST(SgfWriter, WhatIsNoPropertyIsMadeHarmless) {
    SgfGame game;
    game.root().properties = {{"C", {"a]b", "open\\", "\n(;FF[4"}, {}},
                              {"no name", {"x"}, {}},
                              {"lower", {"x"}, {}},
                              {"", {"x"}, {}},
                              {"N", {}, {}}};
    EXPECT_EQ(write_sgf(game), "(;FF[4]GM[1]CA[UTF-8]SZ[19]C[a\\]b][open\\\\][\n\\(;FF[4]N[])\n");
    EXPECT_EQ(read_one_sgf(write_sgf(game)).root().properties.size(), 2U);
}

/// At the beginning of a line, a variation with a root property would begin a game.
TEST(SgfWriter, AVariationIsNotTakenForAGame) {
    SgfGame game;
    for (int i = 0; i < 40; ++i) {
        game.node(game.add(0)).properties = {{"FF", {"4 is the best"}, {}}};
    }
    EXPECT_EQ(read_one_sgf(write_sgf(game)), game);
}

RC_GTEST_PROP(SgfWriter, AnyTreeReadsBack, ()) {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const SgfGame game = random_sgf(seed);
    const std::string text = write_sgf(game);
    const auto again = read_sgf(text);
    RC_ASSERT(again.size() == 1U);
    RC_ASSERT(again[0].value == game);
    RC_ASSERT(write_sgf(*again[0]) == text);
}

RC_GTEST_PROP(SgfWriter, PiecesMakeNoDifference, ()) {
    const std::string text = write_sgf(random_sgf(*rc::gen::arbitrary<std::uint64_t>())) +
                             write_sgf(random_sgf(*rc::gen::arbitrary<std::uint64_t>()));
    const auto piece_size = *rc::gen::inRange<std::size_t>(1, 20);
    const auto pieces = read_sgf(text, piece_size);
    const auto whole = read_sgf(text);
    RC_ASSERT(pieces.size() == 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        RC_ASSERT(pieces[i].value == whole[i].value);
        RC_ASSERT(pieces[i].faults == whole[i].faults);
    }
}

/// After inserting, removing or changing a byte there is always a game or a fault.
RC_GTEST_PROP(SgfWriter, DamagedTextIsReadOrRefused, ()) {
    std::string text = write_sgf(random_sgf(*rc::gen::arbitrary<std::uint64_t>()));
    for (int n = *rc::gen::inRange(1, 4); n > 0; --n) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        const char c = *rc::gen::elementOf(std::string("()[];\\:AaBzt0 \n\xE9"));
        if (*rc::gen::arbitrary<bool>()) {
            text.insert(at, 1, c);
        } else {
            text[at] = c;
        }
    }
    for (const auto& game : read_sgf(text)) {
        RC_ASSERT(game.value.has_value() != game.faults.fatal());
        if (!game) continue;
        const auto again = read_sgf(write_sgf(*game));
        RC_ASSERT(again.size() == 1U);
        RC_ASSERT(again[0].value == *game);
    }
}

RC_GTEST_PROP(SgfWriter, AnyGameReadsBack, ()) {
    Game game = random_recorded_game(*rc::gen::arbitrary<std::uint64_t>());
    const auto text = write_sgf_game(game);
    RC_ASSERT(text.has_value());
    RC_ASSERT(looks_like_sgf(*text));
    const auto again = read_sgf_game(*text, {});
    RC_ASSERT(again.value.has_value());
    RC_ASSERT(faults_of(again.faults).empty());
    RC_ASSERT(*again == game);
    RC_ASSERT(again->outcome() == game.outcome());
    for (auto& [tag, value] : game.tags) {
        if (tag != "GC") std::ranges::replace(value, '\n', ' ');
    }
    RC_ASSERT(again->tags == game.tags);
}

}  // namespace
}  // namespace arbiter::go::testing

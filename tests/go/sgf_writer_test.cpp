#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/base/sgf_text.hpp"
#include "tests/go/sgf_support.hpp"
#include "tests/support/random_sgf.hpp"

namespace arbiter::go::testing {
namespace {

/// The properties of every node, as text.
std::vector<std::string> nodes_of(const std::vector<SgfTreeNode>& tree) {
    std::vector<std::string> nodes;
    for (const SgfTreeNode& node : tree) {
        std::string& text = nodes.emplace_back(std::to_string(node.parent));
        for (const Annotation& annotation : node.properties) {
            const auto& [name, values] = std::get<Property>(annotation);
            text += ' ' + name;
            for (const std::string& value : values) text += '[' + value + ']';
        }
    }
    return nodes;
}

std::string written(std::string_view text) { return *write_sgf(*read_sgf(text).at(0)); }

SgfDocument added(std::string_view text, NodeId parent, const Event& event) {
    SgfDocument document = *read_sgf(text).at(0);
    document.add(parent, event);
    return document;
}

/// Names and white space are canonical, values are not touched; only the charset changes.
TEST(SgfWriter, ANodeIsWrittenAsItWasRead) {
    EXPECT_EQ(written("( ;GM[1]CA[Latin-1]FF[3]SiZe[9:7] C[x]AW[aa:ba]PL[black] ((;Black[cc])) )"),
              "(;GM[1]FF[3]CA[UTF-8]SZ[9:7]C[x]AW[aa:ba]PL[black];B[cc])\n");
    EXPECT_EQ(written("(;FF[4]SZ[9];B[tt]BL[10.50];W[]V[1][2];;AE[aa][aa])"),
              "(;FF[4]CA[UTF-8]SZ[9];B[tt]BL[10.50];W[]V[1][2];;AE[aa][aa])\n");
}

TEST(SgfWriter, RulesAndKomiAreNotAdded) {
    EXPECT_EQ(written("(;FF[4];B[aa])"), "(;FF[4]CA[UTF-8];B[aa])\n");
    EXPECT_EQ(written("(;FF[4]RE[?]KM[375]RU[Ing's SST Laws];B[aa])"),
              "(;FF[4]CA[UTF-8]RE[?]KM[375]RU[Ing's SST Laws];B[aa])\n");
}

TEST(SgfWriter, OptionsAreWritten) {
    const auto stream = stream_sgf({{"rules", "japanese"}, {"komi", "0.5"}});
    stream->feed("(;FF[4]RU[Chinese];B[aa])");
    stream->finish();
    EXPECT_EQ(*write_sgf(**stream->next()), "(;FF[4]CA[UTF-8]RU[japanese]KM[0.5];B[aa])\n");
}

TEST(SgfWriter, Variations) {
    const std::string text =
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]C[a](;B[aa];W[bb](;B[cc])(;B[dd];W[ee]))(;B[]C[\\]]))\n";
    EXPECT_EQ(written(text), text);
}

/// What a node has too much of is told by its own properties.
TEST(SgfWriter, SeveralMovesAndSetupStayOneNode) {
    for (const std::string text :
         {"(;GM[1]CA[UTF-8]SZ[9]B[aa];W[bb]B[cc]C[x](;W[dd])(;W[ee]))\n",
          "(;GM[1]CA[UTF-8]SZ[9];B[aa]AW[bb]C[x];W[cc])\n",
          "(;GM[1]CA[UTF-8]SZ[9];B[];W[]B[aa];W[];B[](;W[aa])(;B[cc]))\n"}) {
        EXPECT_EQ(written(text), text);
    }
}

TEST(SgfWriter, WhatIsAddedIsWritten) {
    const std::string_view text = "(;GM[1]SZ[9];B[aa]W[bb])";
    EXPECT_EQ(*write_sgf(added(text, 2, Play{Color::black, {0, 0}})),
              "(;GM[1]CA[UTF-8]SZ[9];B[aa]W[bb];B[ai])\n");
    EXPECT_EQ(*write_sgf(added(text, 1, Pass{Color::white})),
              "(;GM[1]CA[UTF-8]SZ[9];B[aa](;W[bb])(;W[]))\n");
    EXPECT_EQ(*write_sgf(added(text, 2, Resign{Color::white})),
              "(;GM[1]CA[UTF-8]SZ[9]RE[B+R];B[aa]W[bb])\n");
}

TEST(SgfWriter, ChangedTagsReplaceTheirProperty) {
    SgfDocument document = *read_sgf("(;GM[1]PB[A]KM[6.5];B[aa]PB[B]EV[x])").at(0);
    document.tags() = {{"Black", "C]"}, {"Event", "y"}, {"White", "D"}, {"Elo", "1"}};
    EXPECT_EQ(*write_sgf(document), "(;GM[1]CA[UTF-8]PB[C\\]]KM[6.5]PW[D];B[aa]PB[B]EV[y])\n");
}

/// A comment at the root of a game that was played here leaves it its header.
TEST(SgfWriter, APlayedGameWithAComment) {
    SgfDocument document = SgfDocument::of(*Game::create({{"size", "9"}}));
    document.node(0).annotations = {Comment{"hello"}, Glyph{3}};
    EXPECT_EQ(*write_sgf(document),
              "(;FF[4]GM[1]CA[UTF-8]SZ[9]AP[Arbiter]RU[chinese]KM[7.5]C[hello]TE[2])\n");
}

TEST(SgfWriter, LinesAreBrokenBetweenNodesOnly) {
    std::string text = "(;SZ[9]";
    for (int i = 0; i < 100; ++i) text += ";B[]C[a text with blanks]";
    const std::string lines = written(text + ")");
    std::size_t begin = 0;
    for (auto end = lines.find('\n'); end != lines.npos; end = lines.find('\n', begin)) {
        EXPECT_LT(end - begin, 110U);
        EXPECT_EQ(lines[begin], begin == 0 ? '(' : ';');
        begin = end + 1;
    }
}

/// The text is one game for any content of a property.
TEST(SgfWriter, WhatIsNoPropertyIsMadeHarmless) {
    SgfDocument document((Game()));
    document.node(0).annotations = {Comment{"(;FF[4])", true},
                                    Property{"GM", {"1"}},
                                    Property{"N", {"a]b", "open\\", "\n(;FF[4"}},
                                    Property{"no name", {"x"}},
                                    Property{"lower", {"x"}},
                                    Property{"", {"x"}},
                                    Property{"XY", {}}};
    EXPECT_EQ(*write_sgf(document),
              "(;CA[UTF-8]C[(;FF[4\\])]GM[1]N[a\\]b][open\\\\][\n\\(;FF[4]XY[])\n");
    EXPECT_EQ(tree_of(*write_sgf(document)).nodes[0].properties.size(), 5U);
}

/// At the beginning of a line, a variation with a root property would begin a game.
TEST(SgfWriter, AVariationIsNotTakenForAGame) {
    std::string text = "(;GM[1]";
    for (int i = 0; i < 40; ++i) text += "(;FF[4 is the best])";
    const SgfDocument document = read_one_sgf(text + ")");
    EXPECT_EQ(read_one_sgf(*write_sgf(document)), document);
}

RC_GTEST_PROP(SgfWriter, AnyTreeReadsBack, ()) {
    const SgfTree tree = random_sgf(*rc::gen::arbitrary<std::uint64_t>());
    const auto documents = read_sgf(text_of(tree));
    RC_ASSERT(documents.size() == 1U);
    RC_ASSERT(documents[0].value.has_value());
    const std::string text = *write_sgf(*documents[0]);
    RC_ASSERT(nodes_of(tree_of(text).nodes) == nodes_of(tree.nodes));
    const auto again = read_sgf(text);
    RC_ASSERT(again.size() == 1U);
    RC_ASSERT(again[0].value == documents[0].value);
    RC_ASSERT(*write_sgf(*again[0]) == text);
}

/// What was made here is told again, except that SGF leaves out settling and resuming.
RC_GTEST_PROP(SgfWriter, AnyDocumentKeepsItsTree, ()) {
    const SgfDocument document = random_document(*rc::gen::arbitrary<std::uint64_t>());
    const auto again = read_sgf(*write_sgf(document));
    RC_ASSERT(again.size() == 1U);
    RC_ASSERT(again[0].value.has_value());
    SgfDocument kept = *again[0];
    kept.node(0).annotations = document.node(0).annotations;
    for (NodeId id = 0; id < kept.size(); ++id) {
        std::erase_if(kept.node(id).annotations, [](const Annotation& annotation) {
            const auto& name = std::get<Property>(annotation).name;
            return name == "TB" || name == "TW";
        });
    }
    RC_ASSERT(outline(kept) == outline(document));
    RC_ASSERT(*read_sgf(*write_sgf(*again[0]))[0] == *again[0]);
}

RC_GTEST_PROP(SgfWriter, PiecesMakeNoDifference, ()) {
    const std::string text = text_of(random_sgf(*rc::gen::arbitrary<std::uint64_t>())) +
                             text_of(random_sgf(*rc::gen::arbitrary<std::uint64_t>()));
    const auto piece_size = *rc::gen::inRange<std::size_t>(1, 20);
    const auto pieces = read_sgf(text, piece_size);
    const auto whole = read_sgf(text);
    RC_ASSERT(pieces.size() == 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        RC_ASSERT(pieces[i].value == whole[i].value);
        RC_ASSERT(pieces[i].faults == whole[i].faults);
    }
}

/// After inserting, removing or changing a byte there is always a document or a fault.
RC_GTEST_PROP(SgfWriter, DamagedTextIsReadOrRefused, ()) {
    std::string text = text_of(random_sgf(*rc::gen::arbitrary<std::uint64_t>()));
    for (int n = *rc::gen::inRange(1, 4); n > 0; --n) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        const char c = *rc::gen::elementOf(std::string("()[];\\:AaBzt0 \n\xE9"));
        if (*rc::gen::arbitrary<bool>()) {
            text.insert(at, 1, c);
        } else {
            text[at] = c;
        }
    }
    for (const auto& document : read_sgf(text)) {
        RC_ASSERT(document.value.has_value() || document.faults.fatal());
        if (!document) continue;
        const auto again = read_sgf(*write_sgf(*document));
        RC_ASSERT(again.size() == 1U);
        RC_ASSERT(again[0].value == *document);
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

#include "core/contract/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/any_document.hpp"
#include "tests/support/faults.hpp"
#include "tests/toy/all_games.hpp"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Words = std::vector<std::string>;

/// 1. e4 (1. d4 d5) 1... e5 2. Nf3, with the nodes 1, 2, 3, 4, 5 in the order of the text.
AnyDocument opening() {
    auto document = AnyDocument::read("1. e4 (1. d4 d5) 1... e5 2. Nf3 *");
    EXPECT_TRUE(document);
    return *document;
}

TEST(Document, NodesStandInATree) {
    const AnyDocument document = opening();
    EXPECT_THAT(document.children(0), ElementsAre(1, 2));
    EXPECT_EQ(document.parent(3), 2U);
    EXPECT_EQ(document.last(), 5U);
    EXPECT_EQ(document.game().history(), (Words{"e4", "e5", "Nf3"}));
    EXPECT_EQ(document.game(3).history(), (Words{"d4", "d5"}));
    EXPECT_EQ(document.game(0).event_count(), 0U);
}

TEST(Document, MovesAreAddedWhereTheyAreLegal) {
    AnyDocument document = opening();
    const auto nc6 = document.add(5, "Nc6");
    ASSERT_TRUE(nc6);
    EXPECT_EQ(document.last(), *nc6);
    EXPECT_EQ(*document.add(0, "d4"), 2U) << "it is there already";
    EXPECT_EQ(document.add(0, "Ke2").error().code->name, "own_piece_there");
    EXPECT_EQ(document.children(0).size(), 2U);
}

TEST(Document, SeveralMovesAreAddedOrNone) {
    AnyDocument document = opening();
    const Words line{"Nc6", "Bb5", "a6"};
    EXPECT_EQ(*document.add(5, line), 8U);
    EXPECT_EQ(*document.add(5, line), 8U) << "they are there already";
    const Words faulty{"Nc6", "Bb5", "d6", "Ke5"};
    EXPECT_EQ(document.add(5, faulty).error().code->name, "piece_cannot_go_there");
    EXPECT_EQ(document.children(7).size(), 1U) << "d6 is not there either";
}

TEST(Document, WhatIsRemovedIsGoneWithAllBelow) {
    AnyDocument document = opening();
    document.remove(4);
    EXPECT_EQ(document.game().history(), (Words{"e4"}));
    EXPECT_FALSE(document.contains(4));
    EXPECT_FALSE(document.contains(5));
    document.remove(0);
    EXPECT_TRUE(document.contains(0)) << "the root stays";
    EXPECT_EQ(*document.add(1, "c5"), 6U) << "an id is given out once";
}

TEST(Document, APromotedNodeComesFirst) {
    AnyDocument document = opening();
    document.promote(2);
    EXPECT_THAT(document.children(0), ElementsAre(2, 1));
    EXPECT_EQ(document.game().history(), (Words{"d4", "d5"}));
    document.promote(2);
    EXPECT_THAT(document.children(0), ElementsAre(2, 1));
    ASSERT_TRUE(document.add(0, "c4"));
    EXPECT_THAT(document.children(0), ElementsAre(2, 1, 6)) << "the last one is found again";
}

TEST(Document, EqualTreesAreEqualWhateverTheirIds) {
    AnyDocument document = opening();
    EXPECT_EQ(document, opening());
    const NodeId extra = *document.add(5, "Nc6");
    EXPECT_NE(document, opening());
    document.remove(extra);
    EXPECT_EQ(document, opening());
    document.promote(2);
    EXPECT_NE(document, opening());
    document.promote(1);
    EXPECT_EQ(document, opening());
    document.set_tag("White", "Ada");
    EXPECT_NE(document, opening());
}

TEST(Document, TheTreeAsJson) {
    const auto document =
        AnyDocument::read("1. e4 $1 {[%clk 0:05:00] best} (1. d5) 1... e5 {[%cal Ge5e4]} 1-0");
    EXPECT_EQ(document->tree().value(),
              R"({"game":"chess","nodes":[{"id":0},)"
              R"({"id":1,"parent":0,"move":"e4","annotations":[{"type":"glyph","number":1},)"
              R"({"type":"time_left","ms":300000},{"type":"comment","text":"best"}]},)"
              R"({"id":3,"parent":1,"move":"e5","annotations":)"
              R"([{"type":"arrow","from":"e5","to":"e4","color":"green"}]},)"
              R"({"id":4,"parent":3,"move":{"action":"conclude","result":"win",)"
              R"("winner":"white","reason":"recorded_result"}},)"
              R"({"id":2,"parent":0,"text":"d5","verdict":"illegal","rejection":)"
              R"({"code":"piece_cannot_go_there","kind":"illegal","sentence":)"
              R"("a pawn on d2 cannot go to d5","data":)"
              R"({"from":"d2","to":"d5","piece":"pawn","legal":["d3","d4"]}}}]})");
    EXPECT_THAT(document->tree("uci").value(), HasSubstr(R"("move":"e2e4")"));
    EXPECT_EQ(document->tree("klingon").error().code, "unknown_notation");
}

TEST(Document, AnnotationsAreReplaced) {
    AnyDocument document = opening();
    const std::vector<Remark> remarks{Glyph{3}, Comment{"good"}, TimeLeft{1000}};
    document.annotate(1, remarks);
    EXPECT_THAT(*document.write("pgn"),
                HasSubstr("1. e4 $3 {good [%clk 0:00:01]} (1. d4 d5) 1... e5"));
    document.annotate(1, {});
    EXPECT_EQ(document, opening());
}

TEST(Document, WhatAFormatOfGamesLeavesOut) {
    const auto document = AnyDocument::read("1. e4 {a} $1 (1. d4) (1. c4) 1... Ke5 *");
    EXPECT_TRUE(document.faults.fatal());
    EXPECT_EQ(document->left_out_by("record"), "2 variations, 2 annotations, 1 word");
    EXPECT_EQ(document->left_out_by("pgn"), "");
    EXPECT_EQ(document->left_out_by("fen"), "2 variations, 2 annotations, 1 word");
    EXPECT_EQ(opening().left_out_by("uci"), "1 variation");
    EXPECT_EQ(document->game().event_count(), 1U);
}

TEST(Document, ErrorsStandBesideADocumentUnlessReadingIsStrict) {
    const std::string_view text = "1. e4 Ke5 *";
    const auto tolerant = AnyDocument::read(text);
    EXPECT_TRUE(tolerant && tolerant.faults.fatal());
    EXPECT_FALSE(AnyDocument::read(text, {.strict = true}));
    EXPECT_FALSE(AnyGame::read(text)) << "a game follows the rules to the letter";
}

TEST(Document, AGameIsALine) {
    const auto game = AnyGame::read(R"({"game": "go", "events": ["D4", "Q16", "pass"]})");
    ASSERT_TRUE(game);
    const AnyDocument document = AnyDocument::of(*game);
    EXPECT_EQ(document.game(), *game);
    EXPECT_EQ(document.last(), 3U);
}

TEST(Remarks, AreJsonAndBack) {
    const std::vector<Remark> remarks{
        Comment{"a", true},
        Glyph{14},
        Mark{Mark::Shape::triangle, "D4", ""},
        Mark{Mark::Shape::colored, "e4", "red"},
        Arrow{"e2", "e4", "green", true},
        Arrow{"A1", "B2", "", false},
        Label{"C3", "x"},
        TimeLeft{1500, Color::black},
        TimeSpent{20},
        Evaluation{-0.5, Evaluation::Unit::points, 7},
        Property{"XX", {"1", "two"}},
    };
    JsonWriter out;
    write_remarks(out, remarks);
    const auto json = read_json(out.text());
    ASSERT_TRUE(json);
    Faults faults;
    EXPECT_EQ(read_remarks(JsonView(*json), faults), remarks);
    EXPECT_TRUE(faults.empty());
}

TEST(Remarks, FaultsStandAtTheirPlace) {
    const auto faults_in = [](std::string_view text) {
        const auto json = read_json(text);
        Faults faults;
        static_cast<void>(read_remarks(JsonView(*json), faults));
        Words words;
        for (const Fault& fault : faults) {
            words.push_back(std::string(fault.code) + " " + to_string(fault.place));
        }
        return words;
    };
    EXPECT_THAT(faults_in(R"({"type": "comment"})"), ElementsAre("wrong_type the document"));
    EXPECT_THAT(faults_in(R"([{"type": "comment"}, 7, {"type": "smell"}])"),
                ElementsAre("missing_key /0", "wrong_type /1", "unknown_remark /2/type"));
    EXPECT_THAT(faults_in(R"([{"type": "mark", "shape": "blob", "place": "e4"}])"),
                ElementsAre("unknown_shape /0/shape"));
    EXPECT_THAT(faults_in(R"([{"type": "time_left", "ms": -1}])"),
                ElementsAre("out_of_range /0/ms"));
}

}  // namespace
}  // namespace arbiter

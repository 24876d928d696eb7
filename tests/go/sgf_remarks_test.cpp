#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/any_document.hpp"
#include "tests/go/sgf_support.hpp"

namespace arbiter::go::testing {
namespace {

using ::testing::ElementsAre;

std::vector<Remark> remarks_of(const Game& game, const std::vector<Annotation>& annotations) {
    std::vector<Remark> all;
    for (const Annotation& annotation : annotations) {
        for (Remark& remark : game.remarks(annotation)) all.push_back(std::move(remark));
    }
    return all;
}

Game nine_by_nine() { return *Game::create({{"size", "9"}}); }

TEST(SgfRemarks, WhatPropertiesSay) {
    const Game game = nine_by_nine();
    EXPECT_THAT(game.remarks(Property{"C", {"a \\] b"}}), ElementsAre(Remark(Comment{"a ] b"})));
    EXPECT_THAT(game.remarks(Property{"TE", {"2"}}), ElementsAre(Remark(Glyph{3})));
    EXPECT_THAT(game.remarks(Property{"DO", {""}}), ElementsAre(Remark(Glyph{6})));
    EXPECT_THAT(game.remarks(Property{"CR", {"aa:ba", "cc"}}),
                ElementsAre(Remark(Mark{Mark::Shape::circle, "A9", {}}),
                            Remark(Mark{Mark::Shape::circle, "B9", {}}),
                            Remark(Mark{Mark::Shape::circle, "C7", {}})));
    EXPECT_THAT(game.remarks(Property{"TW", {"aa"}}),
                ElementsAre(Remark(Mark{Mark::Shape::white_territory, "A9", {}})));
    EXPECT_THAT(game.remarks(Property{"LB", {"aa:x\\:y"}}),
                ElementsAre(Remark(Label{"A9", "x:y"})));
    EXPECT_THAT(game.remarks(Property{"AR", {"aa:ii"}}),
                ElementsAre(Remark(Arrow{"A9", "J1", {}, true})));
    EXPECT_THAT(game.remarks(Property{"LN", {"aa:ii"}}),
                ElementsAre(Remark(Arrow{"A9", "J1", {}, false})));
    EXPECT_THAT(game.remarks(Property{"WL", {"61.25"}}),
                ElementsAre(Remark(TimeLeft{61'250, Color::white})));
}

/// Structure, properties without a remark of their own, and values that mean nothing.
TEST(SgfRemarks, OthersStayAsTheyAre) {
    const Game game = nine_by_nine();
    for (const Property& property :
         {Property{"B", {"tt"}}, Property{"AB", {"aa:cc"}}, Property{"SZ", {"9"}},
          Property{"OB", {"3"}}, Property{"V", {"1.5"}}, Property{"GB", {"1"}},
          Property{"DD", {""}}, Property{"CR", {"aa", "zz"}}, Property{"LB", {"aa"}},
          Property{"AR", {"aa:"}}, Property{"BL", {"soon"}}, Property{"BL", {"-1"}},
          Property{"TE", {"9"}}, Property{"C", {}}}) {
        EXPECT_THAT(game.remarks(property), ElementsAre(Remark(property))) << property.name;
    }
}

TEST(SgfRemarks, BecomePropertiesAgain) {
    const Game game = nine_by_nine();
    const std::vector<Annotation> annotations{
        Comment{"before the game", true}, Property{"B", {"tt"}},
        Property{"C", {"a \\] b"}},       Property{"BM", {"1"}},
        Property{"TR", {"aa", "bb"}},     Property{"TB", {"cc"}},
        Property{"LB", {"aa:x\\]"}},      Property{"AR", {"aa:bb", "cc:dd"}},
        Property{"LN", {"ee:ff"}},        Property{"BL", {"12.5"}},
        Property{"WL", {"600"}},          Property{"KGB", {"x", "y"}},
    };
    EXPECT_EQ(game.annotations(remarks_of(game, annotations)), annotations);
}

TEST(SgfRemarks, OfOneKindAreOneProperty) {
    const std::vector<Remark> remarks{Comment{"a"},
                                      Mark{Mark::Shape::square, "A1", {}},
                                      Comment{"b"},
                                      Mark{Mark::Shape::colored, "B1", "green"},
                                      Mark{Mark::Shape::circle, "Z99", {}},
                                      Evaluation{-2.5, Evaluation::Unit::points, {}},
                                      TimeSpent{1000},
                                      TimeLeft{1000}};
    EXPECT_EQ(nine_by_nine().annotations(remarks),
              (std::vector<Annotation>{Property{"C", {"a\nb"}}, Property{"SQ", {"ai", "bi"}},
                                       Property{"V", {"2.5"}}}));
}

/// Whoever edits a comment does not lose how the move was written.
TEST(SgfRemarks, AnEditedNodeKeepsTheRest) {
    AnyDocument document = *AnyDocument::read("(;GM[1]SZ[9];B[tt]C[old]XY[1];W[aa])");
    const NodeId move = document.children(0)[0];
    auto remarks = document.remarks(move);
    for (Remark& remark : remarks) {
        if (auto* comment = std::get_if<Comment>(&remark)) comment->text = "new";
    }
    document.annotate(move, remarks);
    EXPECT_EQ(*document.write("sgf"), "(;GM[1]CA[UTF-8]SZ[9];B[tt]C[new]XY[1];W[aa])\n");
    document.annotate(move, std::vector<Remark>{Comment{"alone"}});
    EXPECT_EQ(*document.write("sgf"), "(;GM[1]CA[UTF-8]SZ[9];B[]C[alone];W[aa])\n");
}

}  // namespace
}  // namespace arbiter::go::testing

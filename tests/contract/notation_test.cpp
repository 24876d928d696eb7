// A format knows the notation of its moves: what a game that was read from it answers is written so.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/to_json.hpp"

namespace arbiter {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A white stone in the corner with one liberty, and Black to move.
constexpr std::string_view rows_state =
    R"({"board": [["W", "B", null], [null, null, null], [null, null, null]],
        "current_player": "B", "passes": 0})";

AnyGame read(std::string_view text) {
    auto game = AnyGame::read(text);
    EXPECT_TRUE(game) << text;
    return *std::move(game.value);
}

AnyGame squares() { return read(*AnyGame::create("chess")->write("chess-squares")); }

template <class T>
std::string json_of(const T& value) {
    JsonWriter out;
    write(out, value);
    return out.take();
}

std::string refused(const AnyGame& game, std::string_view move) {
    const auto checked = game.check(move);
    EXPECT_FALSE(checked) << move;
    return checked ? "" : json_of(checked.error());
}

TEST(Notation, OfTheFormatIsTheGames) {
    AnyGame rows = read(rows_state);
    EXPECT_EQ(rows.notation().name, "rows");
    EXPECT_THAT(rows.legal(), AllOf(Contains("[1,0]"), Contains("\"pass\"")));
    ASSERT_TRUE(rows.play("[1,1]") && rows.play("pass"));
    EXPECT_THAT(rows.history(), ElementsAre("[1,1]", "\"pass\""));

    AnyGame chess = squares();
    EXPECT_EQ(chess.notation().name, "json");
    EXPECT_THAT(chess.legal(), Contains(R"({"from":"e2","to":"e4","promotion":null})"));
    ASSERT_TRUE(chess.play("e4"));
    EXPECT_THAT(chess.history(), ElementsAre(R"({"from":"e2","to":"e4","promotion":null})"));

    EXPECT_THAT(read("5x5 C3b").history(), ElementsAre("C3b"));
    EXPECT_THAT(read("position startpos moves e2e4").history(), ElementsAre("e2e4"));
    EXPECT_THAT(read("[White \"Ada\"]\n\n1. e4 *").history(), ElementsAre("e4"));
    EXPECT_EQ(AnyGame::create("go")->notation().name, "vertex");
}

TEST(Notation, OfAStreamedFormatIsTheGames) {
    const auto stream = open_stream({.game = "go", .format = "go-rows", .options = {}});
    stream->feed(rows_state);
    stream->finish();
    EXPECT_EQ(stream->next()->value->notation().name, "rows");
}

TEST(Notation, EffectsAreInRows) {
    const AnyGame game = read(rows_state);
    const auto effects = game.check("(1, 0)");
    ASSERT_TRUE(effects);
    EXPECT_EQ(json_of(*effects),
              R"([{"kind":"placed","data":{"point":[1,0],"color":"black"}},)"
              R"({"kind":"captured","data":{"points":[[0,0]],"color":"white"}}])");
}

TEST(Notation, RefusalsAreInRows) {
    const AnyGame game = read(rows_state);
    const std::string occupied = refused(game, "0,1");
    EXPECT_THAT(occupied, HasSubstr("there is already a black stone on [0,1]"));
    EXPECT_THAT(occupied, HasSubstr(R"("point":[0,1])"));
    EXPECT_THAT(refused(game, "[5,0]"), HasSubstr("[5,0] is not on a board of 3x3"));
}

TEST(Notation, OfTheMoveCountsMore) {
    EXPECT_THAT(refused(read(rows_state), "B3"), HasSubstr("stone on B3"));
    EXPECT_THAT(refused(*AnyGame::create("go", {{"size", "3"}, {"stones", "B3w"}}), "[0,1]"),
                HasSubstr("stone on [0,1]"));
    const AnyGame chess = *AnyGame::create("chess");
    EXPECT_THAT(refused(chess, "e2e5"), HasSubstr(R"("legal":["e2e3","e2e4"])"));
    EXPECT_THAT(refused(chess, R"({"from":"e2","to":"e5"})"),
                HasSubstr(R"("legal":[{"from":"e2","to":"e3","promotion":null},)"));
    EXPECT_THAT(refused(chess, "e5"), HasSubstr(R"("legal":["e3","e4"])"));
    EXPECT_THAT(refused(squares(), "e5"), HasSubstr(R"("legal":[{"from":"e2")"));
}

TEST(Notation, ThatWasSetCountsMost) {
    AnyGame game = read(rows_state);
    EXPECT_EQ(game.set_notation("klingon").error().code, "unknown_notation");
    ASSERT_TRUE(game.set_notation("vertex"));
    EXPECT_THAT(game.legal(), Contains("A2"));
    EXPECT_THAT(refused(game, "[0,1]"), HasSubstr("stone on B3"));
    const AnyGame copy = game;
    EXPECT_THAT(refused(copy, "[0,1]"), HasSubstr("stone on B3"));
    EXPECT_EQ(copy, read(rows_state));  // the notation is not part of the game
}

TEST(Notation, OfAnAnswerCanBeChanged) {
    const AnyGame game = read(rows_state);
    const Effects rows = *game.check("[1,0]");
    const Effects vertices = game.spelled(rows, **game.notation_named("vertex"));
    EXPECT_EQ(vertices, *game.check("A2"));
    EXPECT_EQ(game.spelled(vertices, **game.notation_named("rows")), rows);

    const AnyGame chess = *AnyGame::create("chess");
    const Rejection san = chess.check("e5").error();
    EXPECT_EQ(chess
                  .spelled(chess.spelled(san, **chess.notation_named("json")),
                           **chess.notation_named("san"))
                  .data,
              san.data);
}

/// Half a turn cannot be read as a whole one: it stays as it is.
TEST(Notation, WhatIsNotAWholeMoveStays) {
    AnyGame game = *AnyGame::create("backgammon");
    ASSERT_TRUE(game.play("opening 3-1"));
    const std::string half = refused(game, R"({"moves":[{"from":8,"to":5}]})");
    EXPECT_TRUE(read_json(half)) << half;
    EXPECT_THAT(half, HasSubstr("turn_not_finished"));
}

TEST(Questions, EveryGameSaysWhetherItIsOver) {
    for (const GameInfo& info : games()) {
        const auto answer = AnyGame::create(info.name)->ask("over");
        ASSERT_TRUE(answer) << info.name;
        EXPECT_THAT(*answer, HasSubstr(R"("over":false)"));
    }
    EXPECT_THAT(*read("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").ask("over"),
                AllOf(HasSubstr(R"("over":true)"), HasSubstr("White wins by checkmate")));
    EXPECT_THAT(*read("5x5 C3b passw passb").ask("over"),
                AllOf(HasSubstr(R"("awaits":"agreement")"), HasSubstr(R"("score":"B+)")));
}

TEST(Questions, ADryRunListsEventsAsTheNotationDoes) {
    // White takes the corner.
    AnyGame game = read("3x3 A1b A2w C3b");
    EXPECT_THAT(*game.ask("check", "B1"), HasSubstr(R"("events":["B1"])"));
    EXPECT_THAT(*game.ask("check", "B1w"), HasSubstr(R"("events":["B1w","A1c"])"));
    EXPECT_THAT(*game.ask("check", "[2,1]"), HasSubstr(R"("events":[[2,1]])"));
    ASSERT_TRUE(game.set_notation("sgn"));
    EXPECT_THAT(*game.ask("check", "[2,1]"), HasSubstr(R"("events":["B1w","A1c"])"));
    EXPECT_THAT(*game.ask("check", "A2"),
                AllOf(HasSubstr(R"("legal":false)"), HasSubstr("there is already a white stone")));
    EXPECT_EQ(game.event_count(), 3U);
    EXPECT_EQ(game.ask("check").error().code, "missing_argument");
    EXPECT_EQ(game.ask("why").error().code, "unknown_question");
    EXPECT_THAT(*AnyGame::create("chess")->ask("check", "e4"), HasSubstr(R"("events":["e4"])"));
}

TEST(Questions, PlacesAreWrittenAsTheFormatDoes) {
    const AnyGame rows = read(rows_state);
    EXPECT_EQ(*rows.ask("liberties", "0,0"),
              R"({"color":"white","stones":[[0,0]],"liberties":[[1,0]]})");
    EXPECT_EQ(*rows.ask("liberties", "A3"),
              R"({"color":"white","stones":["A3"],"liberties":["A2"]})");
    EXPECT_THAT(*rows.ask("liberties"), HasSubstr(R"("liberties":[[1,0]])"));
    EXPECT_THAT(rows.ask("liberties", "(2, 2)").error().sentence, HasSubstr("no stone on [2,2]"));
    EXPECT_EQ(rows.ask("liberties", "[9,9]").error().code, "point_off_board");
    EXPECT_THAT(*rows.ask("stones"), HasSubstr(R"("moves":[[0,0],[0,1]])"));
    EXPECT_EQ(*read("3x3 A1b A2w").ask("stones"),
              R"({"stones":[{"point":"A1","color":"black"},{"point":"A2","color":"white"}],)"
              R"("moves":["A1b","A2w"]})");
}

TEST(Notation, IsToldOfEveryFormat) {
    for (const GameInfo& info : games()) {
        const AnyGame game = *AnyGame::create(info.name);
        for (const FormatInfo& format : info.formats) {
            const auto& notation = game.notation_with(format.name);
            EXPECT_EQ(notation.name,
                      format.notation.empty() ? info.notations.front().name : format.notation);
        }
        EXPECT_EQ(game.notation_with("unheard of").name, info.notations.front().name);
    }
}

}  // namespace
}  // namespace arbiter

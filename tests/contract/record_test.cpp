#include "core/contract/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/game.hpp"
#include "tests/support/faults.hpp"
#include "tests/toy/nim.hpp"

namespace arbiter {

namespace {

using testing::ElementsAre;

using Nim = nim::Game;
using nim::Take;

template <Game G>
std::vector<std::string> faults_in(std::string_view text) {
    return faults_and_warnings_of(read_record<G>(text, {}).faults);
}

chess::Game chess_game(std::initializer_list<std::string_view> events) {
    chess::Game game;
    for (const auto text : events) {
        const auto event = game.read_event(text);
        EXPECT_TRUE(event && game.play(*event)) << text;
    }
    return game;
}

TEST(Record, HoldsTheSetupAndTheEvents) {
    auto game = Nim::create({{"heap", "7"}});
    ASSERT_TRUE(game->play(Take{3}) && game->play(Take{2}));
    const std::string text = write_record(*game);
    EXPECT_EQ(text, R"({
  "game": "nim",
  "setup": {
    "heap": 7
  },
  "events": [
    "3",
    "2"
  ]
})");
    const auto again = read_record<Nim>(text, {});
    ASSERT_TRUE(again);
    EXPECT_TRUE(again.faults.empty());
    EXPECT_EQ(*again, *game);
}

TEST(Record, BeginsAsTheOptionsSayIfItHasNoSetup) {
    const auto game = read_record<Nim>(R"({"game": "nim", "events": ["4"]})", {{"heap", "5"}});
    ASSERT_TRUE(game);
    EXPECT_EQ(game->hash(), 1);
}

TEST(Record, HoldsMovesAsUciAndActionsAsObjects) {
    chess::Game game = chess_game({"e4", "e5", "offer_draw", "Nf3"});
    game.tags = {{"White", "Anna"}, {"Black", "Bo \"B\" é"}};
    ASSERT_TRUE(game.play(Resign{Color::black}));
    const std::string text = write_record(game);
    EXPECT_EQ(text, R"({
  "game": "chess",
  "setup": {
    "variant": "standard",
    "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  },
  "tags": {
    "White": "Anna",
    "Black": "Bo \"B\" é"
  },
  "events": [
    "e2e4",
    "e7e5",
    {"action":"offer_draw","by":"white"},
    "g1f3",
    {"action":"resign","by":"black"}
  ]
})");
    const auto again = read_record<chess::Game>(text, {});
    ASSERT_TRUE(again);
    EXPECT_TRUE(again.faults.empty());
    EXPECT_EQ(*again, game);
    EXPECT_EQ(again->tags, game.tags);
    EXPECT_EQ(again->outcome(), game.outcome());
}

TEST(Record, WritesATagOnce) {
    chess::Game game;
    game.tags = {{"Event", "first"}, {"Event", "second"}};
    const auto again = read_record<chess::Game>(write_record(game), {});
    ASSERT_TRUE(again);
    EXPECT_THAT(again->tags, ElementsAre(std::pair<std::string, std::string>("Event", "first")));
}

TEST(Record, NamesEachFaultAndItsPlace) {
    struct Case {
        std::string_view text;
        std::vector<std::string> faults;
    };
    const Case cases[]{
        {"", {"json_syntax 1:1"}},
        {"[]", {"wrong_type at the document"}},
        {"{}", {"missing_key at the document", "missing_key at the document"}},
        {R"({"game": "go", "events": []})", {"unknown_game at /game"}},
        {R"({"game": 1, "events": []})", {"wrong_type at /game"}},
        {R"({"game": "nim", "events": {}})", {"wrong_type at /events"}},
        {R"({"game": "nim", "events": ["1", 2, null, ["3"]]})",
         {"wrong_type at /events/1", "wrong_type at /events/2", "wrong_type at /events/3"}},
        {R"({"game": "nim", "events": ["1", "x", "y"]})", {"event_refused at /events/1"}},
        {R"({"game": "nim", "events": ["9", "2", "x"]})", {"event_refused at /events/1"}},
        {R"({"game": "nim", "events": [{"take": 3}]})", {"event_refused at /events/0"}},
        {R"({"game": "nim", "setup": {}, "events": []})", {"missing_key at /setup"}},
        {R"({"game": "nim", "setup": {"heap": "7"}, "events": []})", {"wrong_type at /setup/heap"}},
    };
    for (const auto& [text, faults] : cases) {
        EXPECT_FALSE(read_record<Nim>(text, {})) << text;
        EXPECT_EQ(faults_in<Nim>(text), faults) << text;
    }
}

TEST(Record, NamesFaultsOfTags) {
    EXPECT_THAT(faults_in<chess::Game>(R"({"game": "chess", "tags": [], "events": []})"),
                ElementsAre("wrong_type at /tags"));
    EXPECT_THAT(
        faults_in<chess::Game>(R"({"game": "chess", "tags": {"A": "", "B": 3}, "events": []})"),
        ElementsAre("wrong_type at /tags/B"));
}

TEST(Record, OnlyWarnsOfKeysThatMeanNothing) {
    const std::string_view text = R"({"game": "nim", "events": [], "tags": {}, "version": 2})";
    EXPECT_TRUE(read_record<Nim>(text, {}));
    EXPECT_THAT(faults_in<Nim>(text), ElementsAre("warning unknown_key at /version"));
}

TEST(Record, SaysWhyAnEventIsRefused) {
    const auto reading = read_record<Nim>(R"({"game": "nim", "events": ["9", "2"]})", {});
    ASSERT_EQ(reading.faults.size(), 1);
    EXPECT_EQ(reading.faults.begin()->sentence, "only 1 are left");
}

TEST(Record, LooksLikeOne) {
    const auto likeness = [](std::string_view text) {
        return record_likeness(Glance(text), "nim");
    };
    EXPECT_EQ(likeness(R"({"game": "nim", "events": []})"), Likeness::certain);
    EXPECT_EQ(likeness("\n {\"events\": [], \"game\"\n:\t\"nim\"}"), Likeness::certain);
    EXPECT_EQ(likeness(R"({"game": "chess", "events": []})"), Likeness::faint);
    EXPECT_EQ(likeness(R"({"game": "nimble", "events": []})"), Likeness::faint);
    EXPECT_EQ(likeness(R"({"game": "n"})"), Likeness::none);
    EXPECT_EQ(likeness(R"({"game": ")"), Likeness::none);
    EXPECT_EQ(likeness(R"({"setup": {}, "events": []})"), Likeness{50});
    EXPECT_EQ(likeness(R"({"name": "nim", "game": 1})"), Likeness::none);
    EXPECT_EQ(likeness(R"(["game", "nim"])"), Likeness::none);
    EXPECT_EQ(likeness(R"({"game")"), Likeness::none);
    EXPECT_EQ(likeness(""), Likeness::none);
}

TEST(Record, CanBeVeryLong) {
    auto game = Nim::create({{"heap", "100000"}});
    for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(game->play(Take{1}));
    const auto again = read_record<Nim>(write_record(*game), {});
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *game);
}

}  // namespace

}  // namespace arbiter

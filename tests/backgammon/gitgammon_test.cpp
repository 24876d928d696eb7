#include "core/backgammon/formats/gitgammon.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/backgammon/notations/steps.hpp"
#include "core/base/json.hpp"
#include "tests/backgammon/gitgammon_files.hpp"
#include "tests/support/drawn_backgammon.hpp"

namespace arbiter::backgammon {
namespace {

using ::testing::HasSubstr;

Die die(int pips) { return *Die::showing(pips); }

// ---- gitgammon's examples ----

TEST(Table, ReadsTheExampleOfAnInitialState) {
    const auto table = read_table(initial_state());
    ASSERT_TRUE(table) << told(table.faults);
    EXPECT_EQ(told(table.faults), "");
    EXPECT_EQ(table->turn, 1);
    EXPECT_EQ(table->active_player, Color::white);
    EXPECT_EQ(table->dice, (TableDice{die(3), die(5)}));
    EXPECT_TRUE(table->dice_used.empty());
    EXPECT_EQ(table->board, start_board(StartName::gitgammon));
    EXPECT_FALSE(table->last_move);
    EXPECT_FALSE(table->winner);
    EXPECT_EQ(table->players.white, "alice");
    EXPECT_EQ(table->players.black, "bob");
    ASSERT_EQ(table->messages.size(), 1);
    EXPECT_EQ(table->messages[0], (Message{Message::Type::info, "Game started. White to move.",
                                           "2025-01-21T12:00:00Z"}));
    EXPECT_EQ(table->updated_at, "2025-01-21T12:00:00Z");
}

TEST(Table, ReadsTheExampleOfAMidgameState) {
    const Table table = table_in(midgame_state());
    EXPECT_EQ(table.turn, 12);
    EXPECT_EQ(table.last_move, (MoveFileName{11, Color::white, "a3f2e1"}));
    const auto white = [&](int number) {
        return table.board.count(Color::white, *Spot::point(number));
    };
    const auto black = [&](int number) {
        return table.board.count(Color::black, *Spot::point(number));
    };
    EXPECT_EQ(white(3), 2);   // index 2
    EXPECT_EQ(white(19), 4);  // index 18
    EXPECT_EQ(black(19), 4);  // index 5
    EXPECT_EQ(black(3), 1);   // index 21
    EXPECT_EQ(table.board.count(Color::white, Spot::bar()), 1);
    EXPECT_EQ(table.board.count(Color::black, Spot::off()), 4);
}

TEST(Table, TheExamplesAreWrittenAsTheyStand) {
    for (const std::string& text : {initial_state(), midgame_state()}) {
        const auto written = read_json(write_table(table_in(text)));
        ASSERT_TRUE(written);
        EXPECT_EQ(*written, *read_json(text));
    }
}

TEST(Table, IsLaidOutLikeTheExamples) {
    EXPECT_THAT(write_table(table_in(initial_state())), HasSubstr(R"(  "dice": [3, 5],
  "diceUsed": [],
  "board": [
    2, 0, 0, 0, 0, -5,
    0, -3, 0, 0, 0, 5,
    -5, 0, 0, 0, 3, 0,
    5, 0, 0, 0, 0, -2
  ],
  "bar": { "white": 0, "black": 0 },
  "home": { "white": 0, "black": 0 },
  "lastMove": null,
)"));
}

// ---- broken states ----

struct Broken {
    std::string_view from;
    std::string_view to;
    std::string_view faults;
};

constexpr std::string_view whole = "{";

constexpr Broken broken_initial_states[] = {
    {R"("turn": 1)", R"("turn": 0)", "out_of_range at /turn"},
    {R"("turn": 1)", R"("turn": "1")", "wrong_type at /turn"},
    {R"("turn": 1)", R"("turn": 1.5)", "wrong_type at /turn"},
    {R"("turn": 1)", R"("turn": 2)", "last_move_missing at /lastMove"},
    {R"("turn": 1,)", "", "missing_key at the document"},
    {R"("turn": 1)", R"("turns": 1)", "unknown_key at /turns, missing_key at the document"},
    {R"("turn": 1)", R"("turn": 1, "cube": 2)", "unknown_key at /cube"},
    {R"("turn": 1)", R"("turn": 1, "turn": 1)", "duplicate_key at /turn"},
    {R"("activePlayer": "white")", R"("activePlayer": "White")", "unknown_color at /activePlayer"},
    {"[3, 5]", "[3, 7]", "out_of_range at /dice/1"},
    {"[3, 5]", "[0, 5]", "out_of_range at /dice/0"},
    {"[3, 5]", "[3]", "wrong_length at /dice"},
    {"[3, 5]", "[3, 5, 3]", "not_a_roll at /dice"},
    {"[3, 5]", "[3, 3, 3]", "not_a_roll at /dice"},
    {"[3, 5]", "[3, 3, 3, 5]", "not_a_roll at /dice"},
    {"[3, 5]", "[3, 3, 3, 3, 3]", "wrong_length at /dice"},
    {"[3, 5]", "35", "wrong_type at /dice"},
    {R"("diceUsed": [])", R"("diceUsed": [4])", "die_not_rolled at /diceUsed/0"},
    {R"("diceUsed": [])", R"("diceUsed": [5, 5])", "die_not_rolled at /diceUsed/1"},
    {R"("diceUsed": [])", R"("diceUsed": null)", "wrong_type at /diceUsed"},
    {"2, 0, 0, 0, 0, -5", "3, 0, 0, 0, 0, -5", "wrong_checker_count at /board"},
    {"2, 0, 0, 0, 0, -5", "3, 0, 0, 0, 0, -4",
     "wrong_checker_count at /board, wrong_checker_count at /board"},
    {"2, 0, 0, 0, 0, -5", "2, 0, 0, 0, -5", "wrong_length at /board"},
    {"2, 0, 0, 0, 0, -5", "16, 0, 0, 0, 0, -5", "out_of_range at /board/0"},
    {"2, 0, 0, 0, 0, -5", "2, 0, 0, 0, null, -5", "wrong_type at /board/4"},
    {R"("bar": { "white": 0)", R"("bar": { "white": 1)", "wrong_checker_count at /board"},
    {R"("bar": { "white": 0)", R"("bar": { "white": -1)", "out_of_range at /bar/white"},
    {R"("home": { "white": 0, "black": 0 })", R"("home": { "white": 0 })", "missing_key at /home"},
    {R"("home": { "white": 0,)", R"("home": { "white": 0, "red": 0,)", "unknown_key at /home/red"},
    {R"("lastMove": null)", R"("lastMove": "0001-white-a.json")", "wrong_type at /lastMove"},
    {R"("winner": null)", R"("winner": "white")", "winner_while_playing at /winner"},
    {R"("winner": null)", R"("winner": "nobody")", "unknown_color at /winner"},
    {R"("status": "playing")", R"("status": "completed")", "winner_missing at /winner"},
    {R"("status": "playing")", R"("status": "waiting")", "unknown_status at /status"},
    {R"("white": "alice")", R"("white": "")", "empty_text at /players/white"},
    {R"("black": "bob")", R"("black": "bob", "green": "eve")", "unknown_key at /players/green"},
    {R"("type": "info")", R"("type": "chat")", "unknown_message_type at /messages/0/type"},
    {R"("text": "Game started. White to move.")", R"("text": "")",
     "empty_text at /messages/0/text"},
    {R"("text": "Game started. White to move.",)", "", "missing_key at /messages/0"},
    {R"("timestamp": "2025-01-21T12:00:00Z")", R"("timestamp": "2025-02-30T12:00:00Z")",
     "bad_date_time at /messages/0/timestamp"},
    {R"("updatedAt": "2025-01-21T12:00:00Z")", R"("updatedAt": "yesterday")",
     "bad_date_time at /updatedAt"},
    {whole, "[", "json_syntax at line 2, column 9"},
};

TEST(Table, NamesTheFaultAndItsPlace) {
    for (const auto& [from, to, faults] : broken_initial_states) {
        const auto table = read_table(replaced(initial_state(), from, to));
        EXPECT_FALSE(table) << to;
        EXPECT_EQ(told(table.faults), faults) << to;
    }
}

constexpr Broken broken_midgame_states[] = {
    {R"("sequence": 11)", R"("sequence": 0)", "out_of_range at /lastMove/sequence"},
    {R"("sequence": 11)", R"("sequence": 12)", "file_name_contradicts at /lastMove/file"},
    {R"("sequence": 11,)", "", "missing_key at /lastMove"},
    {R"("sequence": 11)", R"("sequence": 11, "by": "white")", "unknown_key at /lastMove/by"},
    {R"("player": "white")", R"("player": "black")", "file_name_contradicts at /lastMove/file"},
    {R"("player": "white")", R"("player": 1)", "wrong_type at /lastMove/player"},
    {"0011-white-a3f2e1.json", "11-white-a3f2e1.json", "bad_file_name at /lastMove/file"},
    {"0011-white-a3f2e1.json", "0011-white-A3F2E1.json", "bad_file_name at /lastMove/file"},
    {"0011-white-a3f2e1.json", "0011-white-.json", "bad_file_name at /lastMove/file"},
    {"0011-white-a3f2e1.json", "../0011-white-a3f2e1.json", "bad_file_name at /lastMove/file"},
    {R"("black": 4 })", R"("black": 5 })", "wrong_checker_count at /board"},
};

TEST(Table, NamesTheFaultsOfAGameInProgress) {
    for (const auto& [from, to, faults] : broken_midgame_states) {
        const auto table = read_table(replaced(midgame_state(), from, to));
        EXPECT_FALSE(table) << to;
        EXPECT_EQ(told(table.faults), faults) << to;
    }
}

TEST(Table, CollectsFaultsInsteadOfStopping) {
    std::string text = replaced(midgame_state(), "[4, 2]", "[4, 9]");
    text = replaced(text, R"("activePlayer": "black")", R"("activePlayer": 5)");
    text = replaced(text, R"("winner": null)", R"("winner": "black")");
    text = replaced(text, "12:15:32Z", "25:15:32Z");
    EXPECT_EQ(told(read_table(text).faults),
              "wrong_type at /activePlayer, out_of_range at /dice/1, winner_while_playing at "
              "/winner, bad_date_time at /messages/1/timestamp");
}

/// White has borne off all, Black five.
std::string completed_state() {
    std::string text = replaced(midgame_state(), R"(0, 0, 2, 0, 0, -4,
    0, -2, 0, 0, 1, 4,
    -4, 0, 0, 1, 2, 0,
    4, 0, 0, -1, 0, 0)",
                                R"(0, 0, 0, 0, 0, -4,
    0, -2, 0, 0, 0, 0,
    -4, 0, 0, 0, 0, 0,
    0, 0, 0, -1, 0, 0)");
    text = replaced(text, R"("bar": { "white": 1)", R"("bar": { "white": 0)");
    text = replaced(text, R"("home": { "white": 0)", R"("home": { "white": 15)");
    text = replaced(text, R"("activePlayer": "black")", R"("activePlayer": "white")");
    text = replaced(text, R"("status": "playing")", R"("status": "completed")");
    return replaced(text, R"("winner": null)", R"("winner": "white")");
}

TEST(Table, IsCompletedWhenAllAreHome) {
    EXPECT_EQ(table_in(completed_state()).winner, Color::white);
    EXPECT_EQ(
        told(read_table(replaced(completed_state(), R"("winner": "white")", R"("winner": "black")"))
                 .faults),
        "wrong_winner at /winner");
    std::string playing =
        replaced(completed_state(), R"("status": "completed")", R"("status": "playing")");
    playing = replaced(playing, R"("winner": "white")", R"("winner": null)");
    EXPECT_THAT(told(read_table(playing).faults), HasSubstr("not_completed at /status"));
}

TEST(Table, MayBeCompletedByResignation) {
    std::string text =
        replaced(midgame_state(), R"("status": "playing")", R"("status": "completed")");
    text = replaced(text, R"("winner": null)", R"("winner": "black")");
    EXPECT_EQ(table_in(text).winner, Color::black);
}

TEST(Table, NobodyCanEverMove) {
    const std::string text = replaced(midgame_state(), R"(0, 0, 2, 0, 0, -4,
    0, -2, 0, 0, 1, 4,
    -4, 0, 0, 1, 2, 0,
    4, 0, 0, -1, 0, 0)",
                                      R"(2, 2, 2, 2, 2, 4,
    0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0,
    -4, -2, -2, -2, -2, -2)");
    const std::string both = replaced(replaced(text, R"("black": 4 })", R"("black": 0 })"),
                                      R"("white": 1, "black": 0)", R"("white": 1, "black": 1)");
    EXPECT_EQ(told(read_table(both).faults), "deadlock at /bar");
}

TEST(Table, WarnsWhereTheFormatSaysShould) {
    const auto active = read_table(
        replaced(midgame_state(), R"("activePlayer": "black")", R"("activePlayer": "white")"));
    EXPECT_TRUE(active);
    EXPECT_EQ(told(active.faults), "last_move_of_active_player at /lastMove/player?");
    const auto order = read_table(replaced(midgame_state(), "12:15:32Z", "11:15:32Z"));
    EXPECT_TRUE(order);
    EXPECT_EQ(told(order.faults), "messages_out_of_order at /messages/1?");
}

TEST(Table, AfterAPassTheSamePlayerMovesAgain) {
    std::string text =
        replaced(midgame_state(), R"("activePlayer": "black")", R"("activePlayer": "white")");
    text = replaced(text, R"("turn": 12)", R"("turn": 13)");
    EXPECT_EQ(told(read_table(text).faults), "");
}

// ---- dice and messages ----

TEST(Table, DoublesAreFourDice) {
    for (const std::string_view dice : {"[3, 3]", "[3, 3, 3, 3]"}) {
        const Table table = table_in(replaced(initial_state(), "[3, 5]", dice));
        EXPECT_EQ(table.dice.all().size(), 4);
        EXPECT_EQ(table.hand().size(), 4);
        EXPECT_THAT(write_table(table), HasSubstr(R"("dice": [3, 3, 3, 3])"));
    }
}

TEST(Table, KnowsTheDiceThatAreLeft) {
    const std::string used = replaced(initial_state(), R"("diceUsed": [])", R"("diceUsed": [5])");
    const Hand hand = table_in(used).hand();
    ASSERT_EQ(hand.size(), 1);
    EXPECT_EQ(hand[0], die(3));
    EXPECT_THAT(write_table(table_in(used)), HasSubstr(R"("diceUsed": [5])"));
}

TEST(Table, KeepsTheLastTwentyMessages) {
    Table table = table_in(initial_state());
    for (int i = 1; i <= 30; ++i) {
        table.add({Message::Type::warning, std::to_string(i), "2025-01-21T12:00:00Z"});
    }
    ASSERT_EQ(table.messages.size(), 20);
    EXPECT_EQ(table.messages.front().text, "11");
    EXPECT_EQ(table.messages.back().text, "30");

    std::string many;
    for (int i = 1; i <= 25; ++i) {
        many += R"({"type": "error", "text": ")" + std::to_string(i) +
                R"(", "timestamp": "2025-01-21T12:00:00Z"}, )";
    }
    const Table read =
        table_in(replaced(initial_state(), R"("messages": [)", "\"messages\": [" + many));
    ASSERT_EQ(read.messages.size(), 20);
    EXPECT_EQ(read.messages.front().text, "7");
    EXPECT_EQ(read.messages.back().text, "Game started. White to move.");
}

// ---- a game from a table and back ----

TEST(Gitgammon, IsRecognised) {
    const auto likeness = [](std::string_view text) { return gitgammon_likeness(Glance(text)); };
    EXPECT_EQ(likeness(initial_state()), Likeness::certain);
    EXPECT_EQ(likeness("\n " + midgame_state()), Likeness::certain);
    EXPECT_LT(likeness(R"({"board": [], "turn": "white"})"), Likeness{20});
    EXPECT_EQ(likeness("[" + midgame_state()), Likeness::none);
    EXPECT_EQ(likeness(""), Likeness::none);
}

TEST(Gitgammon, IsAGameWithDiceOnTheTable) {
    const auto game = read_gitgammon(midgame_state(), {});
    ASSERT_TRUE(game) << told(game.faults);
    EXPECT_EQ(game->turn(), Color::black);
    EXPECT_EQ(game->position().stage(), Stage::move);
    EXPECT_EQ(game->position().dice(), Dice(die(2), die(4)));
    EXPECT_FALSE(game->outcome());
    const Tags tags{{"White", "alice"},
                    {"Black", "bob"},
                    {"UpdatedAt", "2025-01-21T12:15:32Z"},
                    {"Turn", "12"},
                    {"LastMove", "0011-white-a3f2e1.json"},
                    {"Messages", R"([{"type":"info","text":"Game started. White to move.",)"
                                 R"("timestamp":"2025-01-21T12:00:00Z"},)"
                                 R"({"type":"info","text":"White piece hit on point 21.",)"
                                 R"("timestamp":"2025-01-21T12:15:32Z"}])"}};
    EXPECT_EQ(game->tags, tags);
}

TEST(Gitgammon, KeepsEverything) {
    for (const std::string& text : {initial_state(), midgame_state(), completed_state()}) {
        const Table expected = table_in(text);
        const auto game = read_gitgammon(text, {});
        ASSERT_TRUE(game);
        const auto written = write_gitgammon(*game);
        ASSERT_TRUE(written) << written.error().sentence;
        EXPECT_EQ(*written, write_table(expected));
        EXPECT_EQ(read_gitgammon(*written, {})->hash(), game->hash());
    }
}

TEST(Gitgammon, KnowsWhoWon) {
    const auto game = read_gitgammon(completed_state(), {});
    ASSERT_TRUE(game && game->outcome());
    EXPECT_EQ(*game->outcome(), Outcome::win(Color::white, reasons::single));

    std::string resigned =
        replaced(midgame_state(), R"("status": "playing")", R"("status": "completed")");
    resigned = replaced(resigned, R"("winner": null)", R"("winner": "black")");
    const auto given_up = read_gitgammon(resigned, {});
    ASSERT_TRUE(given_up && given_up->outcome());
    EXPECT_EQ(*given_up->outcome(), Outcome::win(Color::black, reasons::recorded_result));
    EXPECT_EQ(read_json(*write_gitgammon(*given_up))->find("winner")->as<std::string>()[0],
              "black");
}

std::string refusal(const Game& game) {
    const auto written = write_gitgammon(game);
    if (written) return *written;
    EXPECT_EQ(written.error().code, "cannot_express");
    return written.error().sentence;
}

TEST(Gitgammon, SaysWhatItCannotExpress) {
    Game game;
    EXPECT_EQ(refusal(game), "gitgammon cannot express a moment without dice on the table");
    const backgammon::Setup rolled{.stage = Stage::move, .dice = Dice(die(3), die(1))};
    EXPECT_TRUE(write_gitgammon(game_at(rolled)));

    backgammon::Setup doubled = rolled;
    doubled.cube = {.value = 2, .owner = Color::black, .turned = true};
    EXPECT_EQ(refusal(game_at(doubled)), "gitgammon cannot express a cube that has been turned");
    EXPECT_EQ(refusal(game_at(rolled, {.match_length = 5})), "gitgammon cannot express a match");
    backgammon::Setup ahead = rolled;
    ahead.score.black = 3;
    EXPECT_EQ(refusal(game_at(ahead)), "gitgammon cannot express a score");

    Game resigning = game_at(rolled);
    ASSERT_TRUE(resigning.play(OfferResignation{Color::white, Level::single}));
    EXPECT_EQ(refusal(resigning),
              "gitgammon cannot express a resignation that has not been answered");
    Game abandoned = game_at(rolled);
    ASSERT_TRUE(
        abandoned.play(Conclude{{GameResult::no_result, std::nullopt, reasons::abandoned}}));
    EXPECT_EQ(refusal(abandoned), "gitgammon cannot express a game that nobody won");
}

TEST(Gitgammon, CannotExpressWhatATableRefuses) {
    const Board closed_out = drawn(R"(
         .  .  .  .  .  . | 3O | 2O 2O 2O 2O 2O 2O
         .  .  .  .  .  . | 3X | 2X 2X 2X 2X 2X 2X)");
    EXPECT_EQ(
        refusal(game_at({.board = closed_out, .stage = Stage::move, .dice = Dice(die(3), die(1))})),
        "gitgammon cannot express a position in which nobody can ever move");

    const Board both_home = drawn(R"(
         .  .  .  .  .  . |  . |  .  .  .  .  .  .
         .  .  .  .  .  . |  . |  .  .  .  .  .  .)");
    EXPECT_EQ(refusal(game_at({.board = both_home, .stage = Stage::over})),
              "gitgammon cannot express a game that was lost with all checkers home");
}

/// Tags come from anywhere: those that make no sense here are as good as none.
TEST(Gitgammon, BelievesNoTagThatDoesNotFit) {
    Game game = game_at({.stage = Stage::move, .dice = Dice(die(3), die(1))});
    game.tags = {
        {"White", ""}, {"Turn", "5"}, {"LastMove", "0004-white-a.json"}, {"UpdatedAt", "today"}};
    const auto own = table_of(game);
    ASSERT_TRUE(own);
    EXPECT_EQ(own->turn, 1);
    EXPECT_FALSE(own->last_move);
    EXPECT_EQ(own->players.white, "white");
    EXPECT_EQ(own->updated_at, "1970-01-01T00:00:00Z");
    for (const std::string_view turn : {"", "0", "-3", "5x", "99999999999999999999"}) {
        game.tags = {{"Turn", std::string(turn)}, {"LastMove", "0004-black-a.json"}};
        EXPECT_EQ(table_of(game)->turn, 1) << turn;
    }
    game.tags = {{"Turn", "5"}, {"LastMove", "0004-black-a.json"}};
    EXPECT_EQ(table_of(game)->turn, 5);
    game.tags = {{"Dice", "64"}, {"Messages", "[{}]"}};
    EXPECT_EQ(table_of(game)->dice, (TableDice{die(3), die(1)}));
    EXPECT_THAT(table_of(game)->messages, ::testing::IsEmpty());
    game.tags = {{"Dice", "13"}};
    EXPECT_EQ(table_of(game)->dice, (TableDice{die(1), die(3)}));
}

TEST(Gitgammon, KnowsWithWhichDiceAGameWasWon) {
    Game game = game_at({.board = drawn(R"(
                              .  .  .  .  .  . |  . |  .  .  .  .  . 15O
                              .  .  .  .  .  . |  . |  .  .  .  X  .   X)"),
                         .stage = Stage::move,
                         .dice = Dice(die(6), die(1))});
    const auto move = game.read_event("3/off 1/off");
    ASSERT_TRUE(move) << sentence(move.error());
    ASSERT_TRUE(game.play(*move));
    const auto table = table_of(game);
    ASSERT_TRUE(table);
    EXPECT_EQ(table->winner, Color::white);
    EXPECT_EQ(table->turn, 1);
    EXPECT_EQ(table->dice_used, (std::vector{die(6), die(1)}));
    const auto again = read_gitgammon(write_table(*table), {});
    ASSERT_TRUE(again) << told(again.faults);
    EXPECT_EQ(*table_of(*again), *table);
}

TEST(Gitgammon, HasNoMatches) {
    const auto game = read_gitgammon(initial_state(), {{"match", "7"}});
    EXPECT_FALSE(game);
    EXPECT_EQ(told(game.faults), "option_out_of_range at ");
}

TEST(Gitgammon, CountsTurnsAndNamesMoves) {
    Game game;
    for (const std::string_view event : {"opening 31", "8/5 6/5", "64", "24/14"}) {
        const auto read = game.read_event(event);
        ASSERT_TRUE(read) << sentence(read.error());
        ASSERT_TRUE(game.play(*read));
    }
    ASSERT_TRUE(game.play(Roll{Color::white, Dice(die(6), die(6))}));
    const auto table = table_of(game);
    ASSERT_TRUE(table);
    EXPECT_EQ(table->turn, 3);
    EXPECT_EQ(table->active_player, Color::white);
    ASSERT_TRUE(table->last_move);
    EXPECT_EQ(table->last_move->sequence, 2);
    EXPECT_EQ(table->last_move->player, Color::black);
    EXPECT_EQ(table->last_move->hex.size(), 6);
    EXPECT_EQ(table->updated_at, "1970-01-01T00:00:00Z");
    EXPECT_EQ(table->players.white, "white");
    EXPECT_EQ(told(read_table(write_table(*table)).faults), "");
}

}  // namespace
}  // namespace arbiter::backgammon

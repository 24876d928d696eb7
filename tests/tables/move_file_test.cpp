#include "tables/gitgammon/move_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/json.hpp"
#include "tables/fingerprint.hpp"
#include "tables/gitgammon/table_play.hpp"
#include "tests/backgammon/gitgammon_files.hpp"

namespace arbiter::tables::gitgammon {
namespace {

using namespace backgammon;

using ::testing::HasSubstr;

constexpr std::string_view now = "2025-01-21T12:20:00Z";

Die die(int pips) { return *Die::showing(pips); }
TableDice dice(int first, int second) { return {die(first), die(second)}; }

/// Black at gitgammon's example of a mid-game table: index 5 to 9 with the 4, 12 to 14 with the 2.
std::string black_move() { return data_file("0012-black-c0ffee.json"); }
MoveFileName black_name() { return {12, Color::black, "c0ffee"}; }

// ---- names ----

TEST(MoveFileName, IsNumberPlayerAndDigits) {
    const auto name = read_move_file_name("0012-black-a1b2c3.json");
    ASSERT_TRUE(name);
    EXPECT_EQ(*name, (MoveFileName{12, Color::black, "a1b2c3"}));
    EXPECT_EQ(to_string(*name), "0012-black-a1b2c3.json");
    EXPECT_EQ(to_string(MoveFileName{9999, Color::white, "0"}), "9999-white-0.json");
}

TEST(MoveFileName, IsNothingElse) {
    for (const auto* bad : {"",
                            ".json",
                            "12-black-a1.json",
                            "00012-black-a1.json",
                            "0000-black-a1.json",
                            "0012-Black-a1.json",
                            "0012-red-a1.json",
                            "0012-black-.json",
                            "0012-black-A1.json",
                            "0012-black-g1.json",
                            "0012-black-a1",
                            "0012-black-a1.jso",
                            "0012-black-a1.json ",
                            "0012-black-a1.json\n",
                            "-012-black-a1.json",
                            "+012-black-a1.json",
                            "0012black-a1.json",
                            "0012-black-a1/b2.json",
                            "012",
                            "0012",
                            "0012-"}) {
        EXPECT_FALSE(read_move_file_name(bad)) << bad;
    }
}

// ---- reading and writing ----

TEST(MoveFile, CountsAsItsPlayerCounts) {
    const auto file = read_move_file(black_move());
    ASSERT_TRUE(file) << told(file.faults);
    EXPECT_EQ(file->player, Color::black);
    ASSERT_EQ(file->moves.size(), 2);
    EXPECT_EQ(file->moves[0], (Step{{*Spot::point(19), *Spot::point(15)}, die(4)}));
    EXPECT_EQ(file->moves[1], (Step{{*Spot::point(12), *Spot::point(10)}, die(2)}));
    EXPECT_EQ(file->dice_roll, dice(4, 2));
    EXPECT_EQ(file->note.expected_state, fingerprint_of(midgame_state()));
    EXPECT_EQ(file->note.comment, "safe at last");
    EXPECT_FALSE(file->note.commit_sha);
}

TEST(MoveFile, BarAndOff) {
    std::string text = replaced(black_move(), R"("from": 5, "to": 9)", R"("from": -1, "to": 3)");
    text = replaced(text, R"("from": 12, "to": 14)", R"("from": 22, "to": 24)");
    const auto file = read_move_file(text);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->moves[0].move, (CheckerMove{Spot::bar(), *Spot::point(21)}));
    EXPECT_EQ(file->moves[1].move, (CheckerMove{*Spot::point(2), Spot::off()}));

    const auto white = read_move_file(replaced(text, "black", "white"));
    ASSERT_TRUE(white);
    EXPECT_EQ(white->moves[0].move, (CheckerMove{Spot::bar(), *Spot::point(4)}));
    EXPECT_EQ(white->moves[1].move, (CheckerMove{*Spot::point(23), Spot::off()}));
}

TEST(MoveFile, IsWrittenAsItWasRead) {
    const std::string sha = R"("commitSha": "0123456789abcdef0123456789abcdef01234567")";
    std::string entering =
        replaced(black_move(), R"("from": 5, "to": 9)", R"("from": -1, "to": 24)");
    for (const std::string& text :
         {black_move(), entering, replaced(black_move(), R"("commitSha": null)", sha),
          replaced(black_move(), R"("safe at last")", "null")}) {
        const auto file = read_move_file(text);
        ASSERT_TRUE(file) << told(file.faults);
        EXPECT_EQ(*read_json(write_move_file(*file)), *read_json(text));
    }
}

TEST(MoveFile, DoublesAreFourDice) {
    const auto file = read_move_file(replaced(black_move(), "[4, 2]", "[2, 2]"));
    ASSERT_TRUE(file);
    EXPECT_THAT(write_move_file(*file), HasSubstr(R"("diceRoll": [2, 2, 2, 2])"));
}

struct Broken {
    std::string_view from;
    std::string_view to;
    std::string_view faults;
};

constexpr Broken broken_files[] = {
    {R"("player": "black")", R"("player": "B")", "unknown_color at /player"},
    {R"("player": "black",)", "", "missing_key at the document"},
    {R"("player": "black")", R"("player": "black", "resign": true)", "unknown_key at /resign"},
    {R"("from": 5)", R"("from": -2)", "out_of_range at /moves/0/from"},
    {R"("from": 5)", R"("from": 24)", "out_of_range at /moves/0/from"},
    {R"("to": 14)", R"("to": 25)", "out_of_range at /moves/1/to"},
    {R"("to": 14)", R"("to": -1)", "out_of_range at /moves/1/to"},
    {R"("die": 4)", R"("die": 7)", "out_of_range at /moves/0/die"},
    {R"("die": 4)", R"("die": "4")", "wrong_type at /moves/0/die"},
    {R"(, "die": 4)", "", "missing_key at /moves/0"},
    {R"("die": 4)", R"("die": 4, "hit": true)", "unknown_key at /moves/0/hit"},
    {R"({ "from": 5, "to": 9, "die": 4 })", "5", "wrong_type at /moves/0"},
    {"2025-01-21T12:20:00Z", "2025-01-21", "bad_date_time at /timestamp"},
    {R"("expectedState": "bf)", R"("expectedState": "BF)", "bad_hex at /expectedState"},
    {R"("expectedState": "bf)", R"("expectedState": "b)", "bad_hex at /expectedState"},
    {"[4, 2]", "[4]", "wrong_length at /diceRoll"},
    {"[4, 2]", "[4, 2, 4]", "not_a_roll at /diceRoll"},
    {R"("safe at last")", "7", "wrong_type at /comment"},
    {R"("commitSha": null)", R"("commitSha": "abc")", "bad_hex at /commitSha"},
    {R"(,
  "commitSha": null)",
     "", "missing_key at the document"},
};

TEST(MoveFile, NamesTheFaultAndItsPlace) {
    for (const auto& [from, to, faults] : broken_files) {
        const auto file = read_move_file(replaced(black_move(), from, to));
        EXPECT_FALSE(file) << to;
        EXPECT_EQ(told(file.faults), faults) << to;
    }
}

TEST(MoveFile, HasOneToFourMoves) {
    const std::string_view move = R"({ "from": 5, "to": 9, "die": 4 },)";
    const std::string five = std::string(move) + std::string(move) + std::string(move);
    EXPECT_EQ(
        told(read_move_file(replaced(black_move(), R"("moves": [)", "\"moves\": [" + five)).faults),
        "wrong_length at /moves");
    EXPECT_EQ(told(read_move_file(R"({"player": "white", "moves": [], "comment": null,
        "timestamp": "2025-01-21T12:20:00Z", "expectedState": "0000000000000000",
        "diceRoll": [1, 2], "commitSha": null})")
                       .faults),
              "wrong_length at /moves");
}

TEST(MoveFile, CommentsAreCountedInCharacters) {
    std::string comment;
    for (int i = 0; i < 280; ++i) comment += "ä";
    const auto with = [](const std::string& text) {
        return read_move_file(replaced(black_move(), "safe at last", text));
    };
    EXPECT_TRUE(with(comment));
    EXPECT_EQ(told(with(comment + "ä").faults), "too_long at /comment");
}

// ---- playing at a table ----

/// The dice that come next, in order.
class GivenDice {
public:
    explicit GivenDice(std::vector<TableDice> rolls) : rolls_(std::move(rolls)) {}
    TableDice operator()() { return rolls_.at(used_++); }
    std::size_t used() const { return used_; }

private:
    std::vector<TableDice> rolls_;
    std::size_t used_ = 0;
};

MoveFile black_file() { return *read_move_file(black_move()); }

Result<Table> played(const Table& table, const MoveFileName& name, const MoveFile& file) {
    return moved(table, name, file, NextRoll{dice(6, 5), now});
}

std::string code_of(const Result<Table>& refused) {
    return refused ? "accepted" : std::string(refused.error().code->name);
}

TEST(TablePlay, AMoveIsPlayed) {
    const Table before = table_in(midgame_state());
    const auto after = played(before, black_name(), black_file());
    ASSERT_TRUE(after) << sentence(after.error());
    EXPECT_EQ(after->turn, 13);
    EXPECT_EQ(after->active_player, Color::white);
    EXPECT_EQ(after->dice, dice(6, 5));
    EXPECT_TRUE(after->dice_used.empty());
    EXPECT_EQ(after->last_move, black_name());
    EXPECT_EQ(after->updated_at, now);
    EXPECT_EQ(after->messages, before.messages);
    Board board = before.board;
    board.set(Color::black, *Spot::point(19), 3);
    board.set(Color::black, *Spot::point(15), 1);
    board.set(Color::black, *Spot::point(12), 3);
    board.set(Color::black, *Spot::point(10), 1);
    EXPECT_EQ(after->board, board);
    EXPECT_EQ(table_in(write_table(*after)), *after);
}

TEST(TablePlay, WhatIsNotDueIsRefused) {
    const Table table = table_in(midgame_state());
    MoveFileName name = black_name();
    name.player = Color::white;
    EXPECT_EQ(code_of(played(table, name, black_file())), "name_contradicts");
    name = black_name();
    name.sequence = 13;
    EXPECT_EQ(code_of(played(table, name, black_file())), "wrong_sequence");

    MoveFile white = black_file();
    white.player = Color::white;
    EXPECT_EQ(code_of(played(table, {12, Color::white, "1"}, white)), "not_your_turn");
    MoveFile stale = black_file();
    stale.note.expected_state.back() ^= 1;
    EXPECT_EQ(code_of(played(table, black_name(), stale)), "stale_state");
    MoveFile lucky = black_file();
    lucky.dice_roll = dice(6, 6);
    EXPECT_EQ(code_of(played(table, black_name(), lucky)), "other_dice");
    MoveFile turned = black_file();
    turned.dice_roll = dice(2, 4);
    EXPECT_EQ(code_of(played(table, black_name(), turned)), "accepted");

    Table over = table;
    over.winner = Color::white;
    EXPECT_EQ(code_of(played(over, black_name(), black_file())), "game_over");
}

TEST(TablePlay, TheRulesHold) {
    const Table table = table_in(midgame_state());
    MoveFile half = black_file();
    half.moves.pop_back();
    EXPECT_EQ(code_of(played(table, black_name(), half)), "turn_not_finished");
    MoveFile backwards = black_file();
    std::swap(backwards.moves[0].move.from, backwards.moves[0].move.to);
    EXPECT_NE(code_of(played(table, black_name(), backwards)), "accepted");
    MoveFile misnamed = black_file();
    std::swap(misnamed.moves[0].die, misnamed.moves[1].die);
    const auto refused = played(table, black_name(), misnamed);
    ASSERT_EQ(code_of(refused), "wrong_die");
    EXPECT_EQ(sentence(refused.error()), "19/15 is not played with a 2");
}

/// A table where White has to play, with these checkers.
Table white_to_play(const Board& board, TableDice roll) {
    Table table = table_in(midgame_state());
    table.board = board;
    table.active_player = Color::white;
    table.last_move->player = Color::black;
    table.dice = roll;
    return table;
}

MoveFile white_moves(const Table& table, std::vector<Step> steps) {
    return {.player = Color::white,
            .moves = std::move(steps),
            .dice_roll = table.dice,
            .note = {.timestamp = std::string(now),
                     .expected_state = fingerprint_of(write_table(table))}};
}

Step step(Spot from, Spot to, int pips) { return {{from, to}, die(pips)}; }

/// White: two on the ace point, 13 off. Black: 15 on its ace point.
Board nearly_done() {
    Board board;
    board.set(Color::white, *Spot::point(1), 2);
    board.set(Color::white, Spot::off(), 13);
    board.set(Color::black, *Spot::point(1), 15);
    return board;
}

TEST(TablePlay, TheFifteenthCheckerWins) {
    const Table table = white_to_play(nearly_done(), dice(6, 1));
    const Spot ace = *Spot::point(1);
    const MoveFile file =
        white_moves(table, {step(ace, Spot::off(), 1), step(ace, Spot::off(), 6)});
    GivenDice rolls({dice(1, 2), dice(1, 3)});
    const auto after = moved(table, {12, Color::white, "f"}, file, now, std::ref(rolls));
    ASSERT_TRUE(after) << sentence(after.error());
    EXPECT_EQ(after->winner, Color::white);
    EXPECT_EQ(after->turn, table.turn);
    EXPECT_EQ(after->active_player, Color::white);
    EXPECT_EQ(after->dice, table.dice);
    EXPECT_EQ(after->dice_used, (std::vector{die(1), die(6)}));
    EXPECT_EQ(after->messages.back().text, "Game over. White wins.");
    EXPECT_EQ(told(backgammon::read_table(write_table(*after)).faults), "");
}

TEST(TablePlay, ALargerDieBearsOffOnlyFromTheRear) {
    Board board = nearly_done();
    board.set(Color::white, *Spot::point(1), 1);
    board.set(Color::white, *Spot::point(3), 1);
    const Table table = white_to_play(board, dice(6, 1));
    const Spot ace = *Spot::point(1);
    const Spot three = *Spot::point(3);
    const MoveFileName name{12, Color::white, "f"};
    EXPECT_EQ(code_of(played(
                  table, name,
                  white_moves(table, {step(three, Spot::off(), 6), step(ace, Spot::off(), 1)}))),
              "accepted");
    EXPECT_EQ(code_of(played(
                  table, name,
                  white_moves(table, {step(ace, Spot::off(), 6), step(three, Spot::off(), 1)}))),
              "wrong_die");
    // The six is there once.
    EXPECT_EQ(code_of(played(
                  table, name,
                  white_moves(table, {step(three, Spot::off(), 6), step(ace, Spot::off(), 6)}))),
              "wrong_die");
}

/// White holds its home board but for the ace point, where a checker of Black's stands alone.
Board about_to_close() {
    Board board;
    for (int number = 2; number <= 6; ++number) board.set(Color::white, *Spot::point(number), 2);
    board.set(Color::white, *Spot::point(7), 3);
    board.set(Color::white, *Spot::point(8), 2);
    board.set(Color::black, *Spot::point(24), 1);
    board.set(Color::black, *Spot::point(1), 14);
    return board;
}

TEST(TablePlay, WhoIsBlockedPassesAsOftenAsNeeded) {
    const Table table = white_to_play(about_to_close(), dice(6, 6));
    EXPECT_FALSE(is_blocked(table));
    const Spot seven = *Spot::point(7);
    const Spot ace = *Spot::point(1);
    const MoveFile file =
        white_moves(table, {step(seven, ace, 6), step(seven, ace, 6), step(seven, ace, 6),
                            step(*Spot::point(8), *Spot::point(2), 6)});
    GivenDice rolls({dice(6, 5), dice(4, 3)});
    const auto after = moved(table, {12, Color::white, "f"}, file, now, std::ref(rolls));
    ASSERT_TRUE(after) << sentence(after.error());
    EXPECT_EQ(rolls.used(), 2);
    EXPECT_EQ(after->turn, table.turn + 2);
    EXPECT_EQ(after->active_player, Color::white);
    EXPECT_EQ(after->dice, dice(4, 3));
    EXPECT_TRUE(after->dice_used.empty());
    EXPECT_EQ(after->last_move, (MoveFileName{12, Color::white, "f"}));
    ASSERT_GE(after->messages.size(), 2);
    EXPECT_EQ(after->messages[after->messages.size() - 2].text, "Black piece hit on point 1.");
    EXPECT_EQ(after->messages.back(),
              (Message{Message::Type::info, "No legal moves available", std::string(now)}));
    EXPECT_EQ(told(backgammon::read_table(write_table(*after)).faults), "");
}

TEST(TablePlay, ATurnBegunIsFinished) {
    Table table = table_in(midgame_state());
    table.dice_used = {die(4)};
    MoveFile rest = black_file();
    rest.note.expected_state = fingerprint_of(write_table(table));
    EXPECT_EQ(code_of(played(table, black_name(), rest)), "no_such_die");
    rest.moves = {{{*Spot::point(12), *Spot::point(10)}, die(2)}};
    EXPECT_EQ(code_of(played(table, black_name(), rest)), "accepted");
}

}  // namespace
}  // namespace arbiter::tables::gitgammon

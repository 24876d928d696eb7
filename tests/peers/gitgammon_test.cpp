// GitGammon tables over random games: the JSON Schema of the format accepts every state, and another
// program computes the same fingerprints.

#include "core/backgammon/formats/gitgammon.hpp"

#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tables/fingerprint.hpp"
#include "tables/gitgammon/table_play.hpp"
#include "tests/peers/process.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/drawn_backgammon.hpp"

namespace arbiter::backgammon {
namespace {

using namespace tables::gitgammon;
using Generator = std::mt19937_64;

constexpr const char* script = ARBITER_SOURCE_DIR "/tests/peers/gitgammon.mjs";
constexpr std::string_view now = "2025-01-21T12:00:00Z";
const int games_at_tables = test::campaign(200, 1000);
const int games_elsewhere = test::campaign(50, 250);
constexpr int turns_max = 2000;

/// Collects the states of one game for the script.
class Request {
public:
    void add(std::string_view state, std::string_view move) {
        text_ += text_.empty() ? "[" : ",";
        text_.append("{\"state\":").append(in_one_line(state));
        text_.append(",\"move\":").append(in_one_line(move)).append("}");
        ++states_;
    }
    std::string text() const { return text_ + "]"; }
    std::size_t states() const { return states_; }

private:
    /// Inside of strings line breaks are escaped.
    static std::string in_one_line(std::string_view json) {
        std::string line(json);
        std::erase(line, '\n');
        return line;
    }

    std::string text_;
    std::size_t states_ = 0;
};

TableDice roll(Generator& random) {
    std::uniform_int_distribution<int> pips(1, 6);
    const int first = pips(random);
    return {*Die::showing(first), *Die::showing(pips(random))};
}

TableDice opening_roll(Generator& random) {
    TableDice dice = roll(random);
    while (dice.first == dice.second) dice = roll(random);
    return dice;
}

Table new_table(StartName start, Generator& random) {
    const TableDice dice = opening_roll(random);
    return {.turn = 1,
            .active_player = dice.first > dice.second ? Color::white : Color::black,
            .dice = dice,
            .dice_used = {},
            .board = start_board(start),
            .last_move = std::nullopt,
            .winner = std::nullopt,
            .players = {"alice", "böb \"<\\>\""},
            .messages = {},
            .updated_at = std::string(now)};
}

MoveFile random_move(const Table& table, Generator& random) {
    const Color by = table.active_player;
    const auto choices = legal_turns(table.board, by, table.hand());
    const auto& turn = choices[random() % choices.size()].turn;
    MoveFile file{.player = by,
                  .moves = {},
                  .dice_roll = table.dice,
                  .note = {.timestamp = std::string(now),
                           .expected_state = tables::fingerprint_of(write_table(table))}};
    Board board = table.board;
    Hand hand = table.hand();
    for (const CheckerMove move : turn.moves()) {
        const auto die = die_for(board, by, move, hand);
        EXPECT_TRUE(die);
        file.moves.push_back({move, *die});
        hand.use(*die);
        board.move(by, move);
    }
    return file;
}

/// A written table is read back as it is, without faults.
void expect_read_back(const Table& table) {
    const auto again = read_table(write_table(table));
    ASSERT_TRUE(again);
    EXPECT_TRUE(again.faults.empty()) << again.faults.begin()->sentence << write_table(table);
    EXPECT_EQ(*again, table);
}

TEST(GitgammonTables, AreValidAlongRandomGames) {
    testing::Process process({"node", script});
    Generator random(20250121);
    std::size_t states = 0;
    for (int game = 0; game < games_at_tables; ++game) {
        Table table = new_table(game % 2 == 0 ? StartName::gitgammon : StartName::standard, random);
        Request request;
        for (int turn = 0; turn < turns_max && !table.winner; ++turn) {
            const MoveFile file = random_move(table, random);
            request.add(write_table(table), write_move_file(file));
            EXPECT_EQ(*read_move_file(write_move_file(file)), file);
            const int sequence = table.last_move ? table.last_move->sequence + 1 : 1;
            const MoveFileName name{sequence, file.player, file.note.expected_state};
            auto next = moved(table, name, file, now, [&] { return roll(random); });
            ASSERT_TRUE(next) << sentence(next.error()) << write_table(table)
                              << write_move_file(file);
            table = *std::move(next);
            expect_read_back(table);
        }
        EXPECT_TRUE(table.winner);
        request.add(write_table(table), "null");
        states += request.states();
        process.write_line(request.text());
        ASSERT_EQ(process.read_line(), "[]");
    }
    RecordProperty("states", static_cast<int>(states));
    EXPECT_GT(states, 30U * static_cast<unsigned>(games_at_tables));
}

/// The same for games that were not played at a table.
TEST(GitgammonTables, OfGamesAreValid) {
    testing::Process process({"node", script});
    Generator random(20250122);
    for (int number = 0; number < games_elsewhere; ++number) {
        Game game =
            new_game({.start = number % 2 == 0 ? StartName::nackgammon : StartName::standard});
        const TableDice opening = opening_roll(random);
        ASSERT_TRUE(game.play(OpeningRoll{opening.first, opening.second}));
        Request request;
        while (!game.outcome()) {
            const auto state = write_gitgammon(game);
            ASSERT_TRUE(state) << state.error().sentence;
            request.add(*state, "null");
            const auto read = read_gitgammon(*state, {});
            ASSERT_TRUE(read && read.faults.empty()) << *state;
            EXPECT_EQ(read->hash(), game.hash());
            const auto moves = game.legal();
            ASSERT_TRUE(game.play(moves[random() % moves.size()]));
            if (game.outcome()) break;
            ASSERT_TRUE(game.play(Roll{game.turn(), roll(random).sorted()}));
        }
        const auto end = write_gitgammon(game);
        ASSERT_TRUE(end) << end.error().sentence;
        request.add(*end, "null");
        EXPECT_EQ(read_gitgammon(*end, {})->outcome(), game.outcome());
        process.write_line(request.text());
        ASSERT_EQ(process.read_line(), "[]");
    }
}

}  // namespace
}  // namespace arbiter::backgammon

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/board/board.hpp"
#include "core/base/fault.hpp"

/// The table of seed 003, where players send moves as files: what `state.json` holds.
namespace arbiter::backgammon {

/// "0012-black-a1b2c3.json".
struct MoveFileName {
    static constexpr int sequence_max = 9999;

    int sequence;  ///< 1 to `sequence_max`
    Color player;
    std::string hex;  ///< at least one digit, in lower case

    bool operator==(const MoveFileName&) const = default;
};

std::optional<MoveFileName> read_move_file_name(std::string_view text);
std::string to_string(const MoveFileName& name);

/// Two dice in the order in which they were written; `Dice` has none.
struct TableDice {
    Die first;
    Die second;

    Dice sorted() const { return {first, second}; }
    /// Two, or of a double four.
    std::vector<Die> all() const {
        if (first == second) return std::vector<Die>(4, first);
        return {first, second};
    }
    bool operator==(const TableDice&) const = default;
};

struct Message {
    enum class Type : std::uint8_t { error, info, warning };

    Type type;
    std::string text;
    std::string timestamp;  ///< can be read by `read_date_time`, as all times here

    bool operator==(const Message&) const = default;
};

std::string_view to_string(Message::Type type);
std::optional<Message::Type> message_type_named(std::string_view name);

struct Table {
    static constexpr std::int64_t turn_max = 1'000'000'000;
    static constexpr std::size_t messages_max = 20;

    std::int64_t turn;  ///< 1 to `turn_max`
    Color active_player;
    TableDice dice;
    std::vector<Die> dice_used;  ///< some of the dice
    Board board;                 ///< 15 checkers a side
    std::optional<MoveFileName> last_move;
    std::optional<Color> winner;  ///< the game is completed exactly if there is one
    PerColor<std::string> players;
    std::vector<Message> messages;  ///< the newest last, at most `messages_max`
    std::string updated_at;

    /// The dice that are still to be played.
    Hand hand() const;
    /// Of more messages than a table keeps the oldest go.
    void add(Message message);

    bool operator==(const Table&) const = default;
};

/// Whether both sides are on the bar before a closed board, so that neither can ever move. No game
/// comes to that: who is on the bar so cannot have moved last, and neither can the other.
bool is_deadlock(const Board& board);

/// All faults, each at its JSON Pointer. Beside those of every JSON format: `out_of_range`,
/// `wrong_length`, `unknown_color`, `unknown_status`, `unknown_message_type`, `not_a_roll`,
/// `die_not_rolled`, `wrong_checker_count`, `winner_while_playing`, `winner_missing`,
/// `wrong_winner`, `not_completed`, `deadlock`, `last_move_missing`, `bad_file_name`,
/// `file_name_contradicts`, `empty_text`, `bad_date_time`. Warnings: `last_move_of_active_player`,
/// `messages_out_of_order`.
Reading<Table> read_table(std::string_view json);
/// With the seed's keys in the seed's order.
std::string write_table(const Table& table);

/// What a move file calls `expectedState`: the first 16 hex digits of SHA-256 over the table as
/// canonical JSON (keys sorted, no blanks) without `messages` and `updatedAt`.
std::string fingerprint(const Table& table);

}  // namespace arbiter::backgammon

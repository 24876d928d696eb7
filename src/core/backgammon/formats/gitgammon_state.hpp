#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/backgammon/board/board.hpp"
#include "core/backgammon/formats/gitgammon_dice.hpp"
#include "core/contract/table_state.hpp"

/// A table of gitgammon, where players send moves as files: what its `state.json` holds.
namespace arbiter::backgammon {

struct Table {
    static constexpr std::int64_t turn_max = 1'000'000'000;

    std::int64_t turn;  ///< 1 to `turn_max`
    Color active_player;
    TableDice dice;
    std::vector<Die> dice_used;  ///< some of the dice
    Board board;                 ///< 15 checkers a side
    std::optional<MoveFileName> last_move;
    std::optional<Color> winner;  ///< the game is completed exactly if there is one
    PerColor<std::string> players;
    std::vector<Message> messages;  ///< the newest last, at most `table_messages_max`
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

/// As gitgammon writes it: the keys in its order, two blanks per level.
std::string write_table(const Table& table);

}  // namespace arbiter::backgammon

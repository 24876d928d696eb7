// gitgammon: the state.json of a table.

#include "core/backgammon/formats/gitgammon.hpp"
#include "core/backgammon/picture/svg.hpp"
#include "tables/gitgammon/table_play.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::backgammon::gitgammon_fuzz {
namespace {

using namespace tables::gitgammon;
using arbiter::fuzz::require;
using arbiter::fuzz::require_one;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 4096;

int checkers(const Board& board, Color color) {
    int sum = 0;
    for (int i = 0; i <= 25; ++i) sum += board.count(color, *Spot::at(i));
    return sum;
}

/// A blocked table passes, and the next roll may free it: not for ever.
void require_passing(Table table) {
    const auto rolls = all_dice();
    for (std::size_t i = 0; is_blocked(table); ++i) {
        require(i < 2 * rolls.size(), "with some roll somebody can move");
        const Dice dice = rolls[i % rolls.size()];
        const Table after = passed(table, {{dice.high(), dice.low()}, table.updated_at});
        require(after.board == table.board, "a pass moves nothing");
        require(after.active_player != table.active_player, "a pass is the other's turn");
        table = after;
    }
}

void require_carried(const Table& table) {
    const Game game = *game_of(table, {});
    require(game.outcome().has_value() == table.winner.has_value(), "a game is over or is not");
    const auto back = table_of(game);
    require(back.has_value(), "a game from a table is a table");
    require(back->board == table.board && back->dice.sorted() == table.dice.sorted() &&
                back->winner == table.winner && back->players == table.players &&
                back->updated_at == table.updated_at,
            "a game keeps what is on the table");
    const auto again = read_gitgammon(write_table(*back), {});
    require(again && !again.faults.fatal(), "what is written is read");
    require(again->hash() == game.hash(), "a state holds the position");
    require(table_of(*again) == back, "what is read is written as it was");
}

void look_at(std::string_view text) {
    const auto table = read_table(text);
    require_sound(table, text);
    if (!table) return;
    for (const Color color : {Color::white, Color::black}) {
        require(checkers(table->board, color) == checkers_each, "a side has 15 checkers");
    }
    require_one(
        text,
        [&] {
            const auto again = read_table(write_table(*table));
            require(again.value == table.value, "a written table is read as it was");
        },
        [&] {
            const Game game = *game_of(*table, {});
            require(!game.svg({}).empty() && !game.text({}).empty(), "every table can be drawn");
        },
        [&] { require_carried(*table); }, [&] { require_passing(*table); });
}

const arbiter::fuzz::Target target({.name = "gitgammon", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::backgammon::gitgammon_fuzz

// The move files of a GitGammon table: a file, and behind a NUL character the state it is sent to.

#include <algorithm>

#include "core/backgammon/formats/gitgammon_reader.hpp"
#include "tables/fingerprint.hpp"
#include "tables/gitgammon/table_play.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::backgammon::move_file_fuzz {
namespace {

using namespace tables::gitgammon;
using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 4096;
constexpr std::string_view now = "2025-01-21T12:00:00Z";

/// What the rules say of the same checker moves, whatever dice the file names.
bool is_legal(const Table& table, const MoveFile& file) {
    const auto turns = legal_turns(table.board, file.player, table.hand());
    Board after = table.board;
    for (const Step& step : file.moves) {
        if (after.count(file.player, step.move.from) == 0) return false;
        if (step.move.to.is_point() && after.opposing(file.player, step.move.to) > 1) return false;
        after.move(file.player, step.move);
    }
    return std::ranges::any_of(turns, [&](const Choice& choice) { return choice.after == after; });
}

/// The file is made to fit in all but its moves, so that the rules decide.
void send(const Table& table, MoveFile file) {
    file.note.expected_state = tables::fingerprint_of(write_table(table));
    file.dice_roll = table.dice;
    const int sequence = table.last_move ? table.last_move->sequence + 1 : 1;
    const MoveFileName name{sequence, file.player, "0"};
    const auto after = moved(table, name, file, NextRoll{table.dice, now});
    if (!after) {
        require(!sentence(after.error()).empty(), "a refusal has a sentence");
        return;
    }
    require(!table.winner && file.player == table.active_player, "who moves is due");
    require(is_legal(table, file), "a turn that is accepted leads to a legal board");
    require(after->last_move == name, "the table knows its last move");
    require(after->winner || after->turn == table.turn + 1, "a turn is counted");
    if (table.turn < Table::turn_max && sequence <= MoveFileName::sequence_max) {
        require(read_table(write_table(*after)).value == *after, "a table that went on is a table");
    }
}

void look_at(std::string_view text) {
    const std::string_view json = text.substr(0, text.find('\0'));
    const auto file = read_move_file(json);
    require_sound(file, json);
    if (!file) return;
    require(read_move_file(write_move_file(*file)).value == file.value,
            "a written file is read as it was");
    const auto table = read_table(text.substr(std::min(json.size() + 1, text.size())));
    if (table) send(*table, *file);
}

const arbiter::fuzz::Target target({.name = "move_file", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::backgammon::move_file_fuzz

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/formats/gitgammon_dice.hpp"
#include "core/backgammon/rules.hpp"
#include "tables/table_json.hpp"

namespace arbiter::tables::gitgammon {

/// A whole turn as a player sends it to a table. The file counts points by their index, with -1 for
/// the bar and 24 for off; here they are in the player's own numbering.
struct MoveFile {
    Color player;
    std::vector<backgammon::Step> moves;  ///< 1 to 4
    backgammon::TableDice dice_roll;
    MoveNote note{};

    bool operator==(const MoveFile&) const = default;
};

/// All faults, each at its JSON Pointer: those of `read_table`, `bad_hex` and `too_long`.
Reading<MoveFile> read_move_file(std::string_view json);
std::string write_move_file(const MoveFile& file);

}  // namespace arbiter::tables::gitgammon

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/formats/gitgammon_state.hpp"
#include "core/backgammon/rules.hpp"

namespace arbiter::backgammon {

/// A whole turn as a player sends it to a table. The file counts points by their index, with -1 for
/// the bar and 24 for off; here they are in the player's own numbering.
struct MoveFile {
    Color player;
    std::vector<Step> moves;  ///< 1 to 4
    std::string timestamp;
    std::string expected_state;  ///< the table's `fingerprint` when the move was made
    TableDice dice_roll;
    std::optional<std::string> comment{};
    std::optional<std::string> commit_sha{};

    bool operator==(const MoveFile&) const = default;
};

/// All faults, each at its JSON Pointer: those of `read_table`, `bad_hex` and `too_long`.
Reading<MoveFile> read_move_file(std::string_view json);
std::string write_move_file(const MoveFile& file);

}  // namespace arbiter::backgammon

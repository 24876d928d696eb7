#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "tables/play.hpp"

namespace arbiter::tables {

/// What a player sends to a table without dice: the fields of gitgammon's move file without
/// `diceRoll`, and each of the moves in the game's JSON form.
struct BoardMoveFile {
    /// A move with an offer of a draw; all the dead stones of a game of Go.
    static constexpr std::size_t moves_max = 16;

    Color player;
    std::vector<std::string> moves;  ///< each as `AnyGame::play` takes it
    MoveNote note;
};

/// All faults, each at its JSON Pointer: those of `read_move_file`.
Reading<BoardMoveFile> read_board_move(std::string_view json);
std::string write_board_move(const BoardMoveFile& file);

/// The name of an action: "resign" of {"action": "resign"}; empty for what is a move.
std::string action_in(std::string_view move);
/// "Black: offer draw."
Message action_message(Color by, std::string action, const std::string& now);

/// What a file must fit beside the rules.
struct Due {
    bool over;  ///< a game that is over says so, whatever the file's number
    int sequence;
    std::string state;  ///< the fingerprint
};
/// `name_contradicts`, `wrong_sequence`, `stale_state`.
std::expected<void, MoveRejection> is_due(const Due& due, const MoveFileName& name,
                                          const BoardMoveFile& file);

}  // namespace arbiter::tables

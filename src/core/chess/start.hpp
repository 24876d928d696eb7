#pragma once

#include <cstddef>
#include <vector>

#include "core/base/json.hpp"
#include "core/chess/position.hpp"

namespace arbiter::chess {

/// Where a game begins.
struct Start {
    Position position = Position::start();
    Variant variant = Variant::standard;
    /// Earlier positions that count for repetition, oldest first: chess-squares hands them over
    /// without the moves that led through them.
    std::vector<Board> history{};
    /// Whether dead positions, 75 moves and the fifth repetition end the game (FIDE 5.2.2, 9.6).
    /// Not so in a game that was played on after them, as before 2014.
    bool automatic_draws = true;
    /// Whether chess-squares is written with the present position as the last of the earlier ones,
    /// as CheckAI counts them.
    bool history_with_current = false;

    bool operator==(const Start&) const = default;
};

/// More than any game has: the 75-move rule ends the longest before its 18,000th half-move.
inline constexpr std::size_t history_max = 20'000;

/// A position before `present`, at least the first two fields of a FEN. One that leaves out the castling
/// rights is taken to have those that `present` still has, so that it is the same position wherever
/// its pieces are.
Reading<Board> read_earlier_board(std::string_view fen, const Board& present);
/// Leaves out a last entry that is `present` itself, and entries that are listed twice in a row; false
/// if there were such.
bool leave_out_repeated_moments(std::vector<Board>& history, const Board& present);

/// A list of positions before `present`. Faults stand at the list's entries. Repeated moments are left
/// out, with the warning `history_impossible`.
std::vector<Board> read_history(JsonView list, const Board& present, Faults& faults);

}  // namespace arbiter::chess

#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "core/go/game.hpp"

namespace arbiter::go {

/// The longest game that SGF and SGN may hold.
inline constexpr std::size_t moves_in_game_max = 100'000;

/// A move of a record that holds nothing but moves.
struct RecordedMove {
    struct Taken {
        Point point;
        Place place;
    };

    std::variant<Play, Pass> move;
    Place place;
    std::vector<Taken> captures;  ///< what the record says that it takes; not necessarily all
};

/// Plays the moves one after the other. What such a record leaves out is put in: a side that moves
/// twice in a row makes turns free, and moves after the end of play resume it.
///
/// Faults: what the start or a move is refused for, `capture_does_not_happen`, `too_many_moves`.
/// Moves beyond the end are left out with the warning `moves_after_the_end`.
Reading<Game> replay(Start start, const Locate& locate, std::span<const RecordedMove> moves);

}  // namespace arbiter::go

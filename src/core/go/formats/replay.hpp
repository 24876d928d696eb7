#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/go/game.hpp"

namespace arbiter::go {

/// The longest game that SGF and SGN may hold.
inline constexpr std::size_t moves_in_game_max = 100'000;

/// A move of SGN.
struct RecordedMove {
    struct Taken {
        Point point;
        Place place;
    };

    std::variant<Play, Pass, SgnAction> move;
    Place place;
    std::vector<Taken> captures;  ///< the captures that the text names, not necessarily all
};

/// What resumes play so that it is this side's turn.
Resume resuming(const Rules& rules, Color mover);

/// Whose move it is; nothing for a mark that names no side.
std::optional<Color> side_of(const RecordedMove& recorded);

/// Plays the moves. Rules and events that such a format leaves out are added: turns become free if a
/// side moves twice in a row, and moves after two passes resume play.
///
/// Faults: those of the start, the code of a rejected move, `capture_does_not_happen`,
/// `too_many_moves`. Moves after the end are left out with the warning `moves_after_the_end`.
Reading<Game> replay(Start start, const Locate& locate, std::span<const RecordedMove> moves);

}  // namespace arbiter::go

#pragma once

#include "core/backgammon/position.hpp"
#include "core/backgammon/rules.hpp"

namespace arbiter::backgammon {

class Game;

/// Where a game or match begins.
struct Start {
    Rules rules{};
    Position position{};

    bool operator==(const Start&) const = default;
};

/// The game that begins with this setup, unless reading it has found a fatal fault already or
/// `Position::from` finds one.
Reading<Game> game_from(const Setup& setup, const Rules& rules, Faults found, const Place& place);

}  // namespace arbiter::backgammon

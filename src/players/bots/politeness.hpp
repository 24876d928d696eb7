#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "players/player.hpp"

namespace arbiter::players {

/// What every built-in player answers at once: the opponent may take a move back.
inline std::optional<std::string_view> politeness(const Turn& turn) {
    constexpr std::string_view accept_undo = "accept_undo";
    if (std::ranges::find(turn.actions, accept_undo) == turn.actions.end()) return std::nullopt;
    return accept_undo;
}

}  // namespace arbiter::players

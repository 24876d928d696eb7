#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "players/player.hpp"

namespace arbiter::players {

/// The move or action that a model's text means, as it is given to the referee; or why none was
/// understood, in which case nothing may be played. What is set apart as an answer is taken as it
/// stands, legal or not; prose only if it names one legal move. docs/agents.md has the whole contract.
/// `notation` is that of the prompt; empty: the game's first.
Result<std::string> move_meant(std::string_view text, const Turn& turn,
                               std::string_view notation = {});

/// The answer of most; moves that are legal count before those that are not, the earliest of equals.
std::string majority(const std::vector<std::string>& moves, const Turn& turn);

}  // namespace arbiter::players

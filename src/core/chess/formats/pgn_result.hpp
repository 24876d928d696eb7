#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/chess/events.hpp"
#include "core/chess/game.hpp"

/// PGN's result and its Termination tag.
namespace arbiter::chess {

/// A result as PGN writes it, from any of the forms it is found in: 1/2, ½-½, 1:0, 1–0.
std::optional<std::string_view> result_named(std::string_view text);
std::string_view win_of(Color winner);
/// "*" if there is none, or no result.
std::string_view result_of(const std::optional<Outcome>& outcome);

/// The outcome that the result and the Termination tag state: any reason, with blanks. Others may
/// write more around it: "Ada won on time".
std::optional<Outcome> stated_outcome(std::string_view result, std::string_view termination);

/// The event that leads to an outcome on this board; nothing if that takes the earlier positions.
std::optional<Event> ending_on(const Board& board, const Outcome& outcome);
/// The same, with the whole game at hand.
Event ending_of(const Game& game, const Outcome& outcome);

/// States the outcome in the tags. A Termination tag that is already right stays.
void state_outcome(Tags& tags, const std::optional<Outcome>& outcome);

}  // namespace arbiter::chess

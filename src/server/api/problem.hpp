#pragma once

#include "core/games/any_game.hpp"
#include "server/games/move.hpp"
#include "server/http/problem.hpp"

/// The problems of games.
namespace arbiter::server {

/// The store cannot be read; `why` in its own words.
Problem unavailable(std::string_view why);
Problem not_stored(const NotStored& reason);
Problem too_many_events(std::size_t events_max);
/// Nobody is likely to read it.
Problem given_up();
/// The quota of a client is used up.
Response too_much_stored(std::chrono::milliseconds wait);

/// A move or action that was rejected, with the legal moves where they help. `more` writes further
/// members.
Problem refusal(const AnyGame& game, Rejection rejection, const NotationInfo& notation,
                const More& more = {});

/// A text that could not be read, with every fault and its place.
Problem unreadable(std::string_view what, const Faults& faults);
Problem unreadable(const Fault& fault);

}  // namespace arbiter::server

#pragma once

#include <string>
#include <string_view>

#include "referee/referee.hpp"
#include "store/store.hpp"

/// What the server shows of a game.
namespace arbiter::server {

struct ViewOptions {
    std::string_view notation;  ///< of moves; empty: the game's first
    referee::Moment now;        ///< for the clocks
};

/// Everything a player or an agent needs before a move: one JSON object.
void write_view(JsonWriter& out, const referee::Referee& referee, const ViewOptions& options);

/// What changes with every move: the members version, ply, turn, awaits, outcome and clock.
void write_now(JsonWriter& out, const referee::Referee& referee, referee::Moment now);

/// The position as the seeds' JSON, or as the record where no other can express it.
void write_state(JsonWriter& out, const AnyGame& game);

/// A row of a list.
void write_summary(JsonWriter& out, const store::Summary& summary);

}  // namespace arbiter::server

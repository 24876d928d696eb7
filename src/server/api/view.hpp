#pragma once

#include <span>
#include <string>
#include <string_view>

#include "referee/referee.hpp"
#include "server/api/form.hpp"
#include "server/games/bot_host.hpp"
#include "store/store.hpp"

/// What the server shows of a game.
namespace arbiter::server {

struct ViewOptions {
    Form form{};          ///< its format, if it has one, is also that of the state
    referee::Moment now;  ///< for the clocks
};

/// Everything a player or an agent needs before a move: one JSON object.
void write_view(JsonWriter& out, const referee::Referee& referee, const ViewOptions& options);

/// What changes with every move: the members version, ply, turn, awaits, outcome and clock.
void write_now(JsonWriter& out, const referee::Referee& referee, referee::Moment now);

/// What the players can do about the game: the members draw_offer, undo_request, dice (where there
/// are any) and actions.
void write_choices(JsonWriter& out, const referee::Referee& referee);
/// The member actions alone.
void write_actions(JsonWriter& out, const referee::Referee& referee);
void write_players(JsonWriter& out, std::span<const PlayerInfo> players);

/// {"format": ..., "value": ...}: the position in that format; default: in the first JSON format of
/// the game that can express it.
void write_state(JsonWriter& out, const AnyGame& game, std::string_view format = {});

/// What may be played now: no rolls, which are the server's.
void write_legal(JsonWriter& out, const AnyGame& game, const NotationInfo& notation);

/// A row of a list.
void write_summary(JsonWriter& out, const store::Summary& summary);

}  // namespace arbiter::server

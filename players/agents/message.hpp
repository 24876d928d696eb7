#pragma once

#include <string>
#include <string_view>

#include "core/contract/json.hpp"
#include "players/engines/program.hpp"
#include "players/player.hpp"

/// The messages of agents, the same by standard input and output and by HTTP; see docs/players.md
/// and schemas/agent-request.schema.json.
namespace arbiter::players {

/// What an agent wants to be told.
struct AgentTerms {
    std::string format{};  ///< of the state; empty: the game's JSON for agents
    bool legal_moves = true;
    bool history = true;
};

/// chess-squares, go-grid or gitgammon.
std::string_view agent_format(std::string_view game);

/// The state in a format, or in the one for agents if that is empty and can express it, otherwise as
/// the record. The failure is `cannot_play`.
struct Shown {
    std::string format;
    std::string text;
};
Heard<Shown> shown(const AnyGame& game, std::string_view format);

/// What may be played now: no dice, which are not the player's.
std::vector<std::string> playable(const AnyGame& game, std::string_view notation = {});

/// One line of JSON.
Heard<std::string> agent_request(const Turn& turn, const AgentTerms& terms);

/// The move or action in an answer: {"move": "e4"}, {"move": {"from": ...}}, {"action": "resign"}, a
/// move as the game's own JSON, or the bare text of a move.
std::string move_in_answer(std::string_view answer);

}  // namespace arbiter::players

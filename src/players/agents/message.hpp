#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "players/engines/program.hpp"
#include "players/player.hpp"

/// The messages of agents, the same by standard input and output and by HTTP; see docs/players.md
/// and schemas/agent-request.schema.json.
namespace arbiter::players {

/// What an agent wants to be told.
struct AgentTerms {
    std::string format{};    ///< of the state; empty: the game's JSON for agents
    std::string notation{};  ///< of moves and places; empty: the one that goes with the format
    bool legal_moves = true;
    bool history = true;
};

/// The game without the names of its players: nobody is told who the opponent is.
AnyGame blind(const AnyGame& game);

/// The state in the first of these formats that can express it, blind. The error is `cannot_play`.
struct Shown {
    std::string format;
    std::string text;
};
std::expected<Shown, PlayerError> shown(const AnyGame& game, std::span<const AgentFormat> formats);

/// The notation of that name; empty: the one that goes with the format. The error is `cannot_play`.
std::expected<const NotationInfo*, PlayerError> notation_of(const AnyGame& game,
                                                            std::string_view notation,
                                                            std::string_view format);

/// What the player may play now: no rolls, which are the referee's.
std::vector<std::string> playable(const AnyGame& game, std::string_view notation = {});

/// One line of JSON.
std::expected<std::string, PlayerError> agent_request(const Turn& turn, const AgentTerms& terms);

/// The move or action in an answer: {"move": "e4"}, {"move": {"from": ...}}, {"action": "resign"}, a
/// move as the game's own JSON, or the bare text of a move.
std::string move_in_answer(std::string_view answer);

/// The member "score" of an answer, as in `Choice`.
std::optional<int> score_in_answer(std::string_view answer);

}  // namespace arbiter::players

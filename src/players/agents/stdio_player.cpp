#include "players/agents/stdio_player.hpp"

#include "core/base/text.hpp"

namespace arbiter::players {

std::expected<std::string, PlayerError> StdioPlayer::answer(const Turn& turn, Deadline deadline) {
    const auto request = agent_request(turn, terms_);
    if (!request) return request;
    if (auto said = program().say(*request, deadline); !said) {
        return std::unexpected(std::move(said.error()));
    }
    while (true) {
        const auto line = program().hear(deadline);
        if (!line) return line;
        if (trimmed(*line).empty()) continue;
        set_score(score_in_answer(*line));
        return move_in_answer(*line);
    }
}

}  // namespace arbiter::players

#pragma once

#include <string>

#include "players/agents/message.hpp"
#include "players/engines/program_player.hpp"

namespace arbiter::players {

/// An agent that reads one request per line on its standard input, and answers each with a line.
class StdioPlayer final : public ProgramPlayer {
public:
    StdioPlayer(ProgramTerms terms, AgentTerms options, std::string name)
        : ProgramPlayer(std::move(terms)), terms_(std::move(options)), name_(std::move(name)) {}

    std::string_view name() const override { return name_; }

private:
    std::expected<void, PlayerError> greet(Deadline) override { return {}; }
    std::expected<std::string, PlayerError> answer(const Turn& turn, Deadline deadline) override;

    AgentTerms terms_;
    std::string name_;
};

}  // namespace arbiter::players

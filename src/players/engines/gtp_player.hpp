#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/go/game.hpp"
#include "players/engines/program_player.hpp"

namespace arbiter::players {

/// A Go engine that speaks the Go Text Protocol, version 2.
class GtpPlayer final : public ProgramPlayer {
public:
    explicit GtpPlayer(ProgramTerms terms) : ProgramPlayer(std::move(terms)) {}

    std::string_view name() const override { return name_; }

private:
    /// "= D4" or "? unknown command".
    struct Reply {
        bool is_success;
        std::string text;
    };

    Heard<void> greet(Deadline deadline) override;
    Heard<std::string> answer(const Turn& turn, Deadline deadline) override;

    Heard<Reply> ask(std::string_view command, Deadline deadline);
    /// A command that the engine must obey for the game to be played at all.
    Heard<void> order(std::string_view command, Deadline deadline);
    bool knows(std::string_view command) const;

    Heard<void> set_up(const go::Game& game, Deadline deadline);
    Heard<void> put_stones(const go::Start& start, Deadline deadline);
    Heard<void> follow(const go::Game& game, Deadline deadline);
    Heard<void> tell_time(const Turn& turn, Deadline deadline);
    Heard<std::string> generate(const Turn& turn, Deadline deadline);
    Heard<std::string> settle(const Turn& turn, const go::Game& game, Deadline deadline);
    Heard<std::vector<go::Point>> dead_stones(const go::Game& game, Deadline deadline);

    std::string name_ = "GTP engine";
    std::vector<std::string> commands_;
    /// What stands on the engine's board; nothing before a game was set up.
    std::optional<go::Start> start_;
    std::vector<std::string> moves_;
    /// What the engine takes for dead on that board; it thinks long about it.
    std::optional<std::vector<go::Point>> dead_;
};

}  // namespace arbiter::players

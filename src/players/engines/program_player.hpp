#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "players/engines/program.hpp"

namespace arbiter::players {

/// A player that is a program. If it exits during a turn, it is restarted once; if it was silent or
/// broke the protocol, it is restarted for its next turn.
class ProgramPlayer : public Player {
public:
    explicit ProgramPlayer(ProgramTerms terms)
        : program_(std::move(terms.command)), silence_(terms.silence) {}

    /// Starts it and exchanges what the protocol begins with.
    std::expected<void, PlayerError> begin();

    std::expected<Choice, PlayerError> choose(const Turn& turn) final;
    void stop() noexcept final;

protected:
    /// After each start.
    virtual std::expected<void, PlayerError> greet(Deadline deadline) = 0;
    /// The move or action for a turn.
    virtual std::expected<std::string, PlayerError> answer(const Turn& turn, Deadline deadline) = 0;

    Program& program() { return program_; }
    /// What it says of the game with its answer, as in `Choice`.
    void set_score(std::optional<int> score, std::optional<int> depth = {}) {
        score_ = score;
        depth_ = depth;
    }

private:
    std::expected<std::string, PlayerError> attempt(const Turn& turn, Deadline deadline);
    std::expected<void, PlayerError> begin(Deadline deadline);

    Program program_;
    std::chrono::milliseconds silence_;
    std::optional<int> score_;
    std::optional<int> depth_;
    std::atomic<bool> is_stopped_ = false;
};

/// Starts the player; the error says why it cannot be started.
template <class P>
std::expected<std::unique_ptr<Player>, PlayerError> begun(std::unique_ptr<P> player) {
    if (auto begin = player->begin(); !begin) return std::unexpected(std::move(begin.error()));
    return player;
}

}  // namespace arbiter::players

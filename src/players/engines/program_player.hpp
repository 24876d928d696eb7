#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "players/engines/program.hpp"

namespace arbiter::players {

/// A player that is a program. It is started anew once a turn where it ends in the middle of one,
/// and before the next turn where it was silent or not understood.
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
    void set_score(std::optional<int> score) { score_ = score; }

private:
    std::expected<std::string, PlayerError> attempt(const Turn& turn, Deadline deadline);
    std::expected<void, PlayerError> begin(Deadline deadline);

    Program program_;
    std::chrono::milliseconds silence_;
    std::optional<int> score_;
    std::atomic<bool> is_stopped_ = false;
};

/// Brings it to the table; the error says why it cannot.
template <class P>
std::expected<std::unique_ptr<Player>, PlayerError> begun(std::unique_ptr<P> player) {
    if (auto begin = player->begin(); !begin) return std::unexpected(std::move(begin.error()));
    return player;
}

}  // namespace arbiter::players

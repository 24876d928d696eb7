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
    Heard<void> begin();

    std::expected<Choice, Failure> choose(const Turn& turn) final;
    void stop() noexcept final;

protected:
    /// After each start.
    virtual Heard<void> greet(Deadline deadline) = 0;
    /// The move or action for a turn.
    virtual Heard<std::string> answer(const Turn& turn, Deadline deadline) = 0;

    Program& program() { return program_; }
    /// What it says of the game with its answer, as in `Choice`.
    void set_score(std::optional<int> score) { score_ = score; }

private:
    Heard<std::string> attempt(const Turn& turn, Deadline deadline);
    Heard<void> begin(Deadline deadline);

    Program program_;
    std::chrono::milliseconds silence_;
    std::optional<int> score_;
    std::atomic<bool> is_stopped_ = false;
};

/// Brings it to the table; the failure tells why it cannot come.
template <class P>
std::expected<std::unique_ptr<Player>, Failure> begun(std::unique_ptr<P> player) {
    if (auto begin = player->begin(); !begin) return std::unexpected(std::move(begin.error()));
    return player;
}

}  // namespace arbiter::players

#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "players/analyst.hpp"
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

    std::chrono::milliseconds silence() const { return silence_; }
    /// Does the work, once more after a restart if the program ended meanwhile.
    template <class Work>
    std::invoke_result_t<Work> attempt(Deadline deadline, std::vector<Exchange>& exchanges,
                                       const Work& work);

private:
    std::expected<void, PlayerError> begin(Deadline deadline);

    Program program_;
    std::chrono::milliseconds silence_;
    std::optional<int> score_;
    std::optional<int> depth_;
    std::atomic<bool> is_stopped_ = false;
};

/// What an engine is asked about a position.
struct Examination {
    const AnyGame& game;
    const AnalysisTask& task;
    const Budget& budget;
};

/// A program that can also say what moves are worth.
class EnginePlayer : public ProgramPlayer, public Analyst {
public:
    using ProgramPlayer::ProgramPlayer;

    Analyst* analyst() final { return this; }
    std::expected<Analysis, PlayerError> analyse(const AnyGame& game, const AnalysisTask& task,
                                                 const Budget& budget) final;

protected:
    virtual std::expected<Analysis, PlayerError> examine(const Examination& asked,
                                                         Deadline deadline) = 0;
};

/// Starts the player; the error says why it cannot be started.
template <class P>
std::expected<std::unique_ptr<Player>, PlayerError> begun(std::unique_ptr<P> player) {
    if (auto begin = player->begin(); !begin) return std::unexpected(std::move(begin.error()));
    return player;
}

}  // namespace arbiter::players

#include "players/engines/program_player.hpp"

namespace arbiter::players {

std::expected<void, PlayerError> ProgramPlayer::begin() {
    return begin(std::chrono::steady_clock::now() + silence_);
}

std::expected<void, PlayerError> ProgramPlayer::begin(Deadline deadline) {
    if (auto started = program_.start(); !started) return started;
    auto greeted = greet(deadline);
    if (!greeted) program_.end();
    return greeted;
}

template <class Work>
std::invoke_result_t<Work> ProgramPlayer::attempt(Deadline deadline,
                                                  std::vector<Exchange>& exchanges,
                                                  const Work& work) {
    is_stopped_ = false;
    for (bool is_second = false;; is_second = true) {
        std::expected<void, PlayerError> ready;
        if (!program_.is_running()) ready = begin(deadline);
        std::invoke_result_t<Work> answer = std::unexpected(PlayerError{});
        if (ready) answer = work();
        if (!ready) answer = std::unexpected(std::move(ready.error()));
        exchanges.push_back(program_.taken_exchange());
        if (answer) return answer;
        PlayerError error = std::move(answer.error());
        if (is_stopped_) error.kind = PlayerError::Kind::stopped;
        if (error.kind != PlayerError::Kind::cannot_play) program_.end();
        if (error.kind == PlayerError::Kind::crashed && !is_second) continue;
        error.exchanges = std::move(exchanges);
        return std::unexpected(std::move(error));
    }
}

std::expected<Choice, PlayerError> ProgramPlayer::choose(const Turn& turn) {
    const Deadline deadline = deadline_of(turn, silence_);
    std::vector<Exchange> exchanges;
    auto move = attempt(deadline, exchanges, [&] {
        set_score({});
        return answer(turn, deadline);
    });
    if (!move) return std::unexpected(std::move(move.error()));
    return Choice{*std::move(move), std::move(exchanges), score_, depth_};
}

std::expected<Analysis, PlayerError> EnginePlayer::analyse(const AnyGame& game,
                                                           const AnalysisTask& task,
                                                           const Budget& budget) {
    // The move that was played may need a search of its own.
    const auto time = 2 * budget.time.value_or(std::chrono::milliseconds(0));
    const Deadline deadline = std::chrono::steady_clock::now() + silence() + time;
    std::vector<Exchange> exchanges;
    return attempt(deadline, exchanges, [&] { return examine({game, task, budget}, deadline); });
}

void ProgramPlayer::stop() noexcept {
    is_stopped_ = true;
    program_.kill();
}

}  // namespace arbiter::players

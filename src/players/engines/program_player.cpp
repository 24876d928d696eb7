#include "players/engines/program_player.hpp"

namespace arbiter::players {

Heard<void> ProgramPlayer::begin() { return begin(std::chrono::steady_clock::now() + silence_); }

Heard<void> ProgramPlayer::begin(Deadline deadline) {
    if (auto started = program_.start(); !started) return started;
    auto greeted = greet(deadline);
    if (!greeted) program_.end();
    return greeted;
}

Heard<std::string> ProgramPlayer::attempt(const Turn& turn, Deadline deadline) {
    if (!program_.is_running()) {
        if (auto begun = begin(deadline); !begun) return std::unexpected(std::move(begun.error()));
    }
    return answer(turn, deadline);
}

std::expected<Choice, Failure> ProgramPlayer::choose(const Turn& turn) {
    is_stopped_ = false;
    const Deadline deadline = deadline_of(turn, silence_);
    std::vector<Exchange> exchanges;
    for (bool is_second = false;; is_second = true) {
        score_.reset();
        auto move = attempt(turn, deadline);
        exchanges.push_back(program_.taken_exchange());
        if (move) return Choice{*std::move(move), std::move(exchanges), score_};
        Failure failure = std::move(move.error());
        if (is_stopped_) failure.kind = Failure::Kind::stopped;
        if (failure.kind != Failure::Kind::cannot_play) program_.end();
        if (failure.kind == Failure::Kind::crashed && !is_second) continue;
        failure.exchanges = std::move(exchanges);
        return std::unexpected(std::move(failure));
    }
}

void ProgramPlayer::stop() noexcept {
    is_stopped_ = true;
    program_.kill();
}

}  // namespace arbiter::players

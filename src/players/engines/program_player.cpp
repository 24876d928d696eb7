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

std::expected<std::string, PlayerError> ProgramPlayer::attempt(const Turn& turn,
                                                               Deadline deadline) {
    if (!program_.is_running()) {
        if (auto begun = begin(deadline); !begun) return std::unexpected(std::move(begun.error()));
    }
    return answer(turn, deadline);
}

std::expected<Choice, PlayerError> ProgramPlayer::choose(const Turn& turn) {
    is_stopped_ = false;
    const Deadline deadline = deadline_of(turn, silence_);
    std::vector<Exchange> exchanges;
    for (bool is_second = false;; is_second = true) {
        set_score({});
        auto move = attempt(turn, deadline);
        exchanges.push_back(program_.taken_exchange());
        if (move) return Choice{*std::move(move), std::move(exchanges), score_, depth_};
        PlayerError error = std::move(move.error());
        if (is_stopped_) error.kind = PlayerError::Kind::stopped;
        if (error.kind != PlayerError::Kind::cannot_play) program_.end();
        if (error.kind == PlayerError::Kind::crashed && !is_second) continue;
        error.exchanges = std::move(exchanges);
        return std::unexpected(std::move(error));
    }
}

void ProgramPlayer::stop() noexcept {
    is_stopped_ = true;
    program_.kill();
}

}  // namespace arbiter::players

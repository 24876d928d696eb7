#include "players/engines/program.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace arbiter::players {

namespace {

using platform::Dialogue;
using platform::ProcessError;

/// Of each side of an exchange: nobody reads more of it.
constexpr std::size_t exchange_bytes_max = std::size_t{64} << 10U;

PlayerError::Kind kind_of(ProcessError::Kind kind) {
    switch (kind) {
        case ProcessError::Kind::timed_out: return PlayerError::Kind::silent;
        case ProcessError::Kind::too_long: return PlayerError::Kind::protocol;
        case ProcessError::Kind::not_started:
        case ProcessError::Kind::ended:
        case ProcessError::Kind::system: break;
    }
    return PlayerError::Kind::crashed;
}

std::unexpected<PlayerError> failed(ProcessError fault) {
    return players::failed(kind_of(fault.kind), std::move(fault.sentence));
}

/// Debian keeps games out of the PATH of some users.
std::expected<Dialogue, ProcessError> started(const platform::Command& command) {
    auto dialogue = Dialogue::start(command);
    if (dialogue || command.arguments.empty()) return dialogue;
    const std::filesystem::path program = command.arguments.front();
    if (program.has_parent_path()) return dialogue;
    platform::Command elsewhere = command;
    elsewhere.arguments.front() = "/usr/games" / program;
    auto found = Dialogue::start(elsewhere);
    return found ? std::move(found) : std::move(dialogue);
}

void append_line(std::string& text, std::string_view line) {
    if (text.size() + line.size() > exchange_bytes_max) return;
    if (!text.empty()) text += '\n';
    text += line;
}

}  // namespace

Deadline deadline_of(const Turn& turn, std::chrono::milliseconds silence) {
    /// An engine that is told to think for a second answers a little later.
    constexpr std::chrono::milliseconds overtime{5'000};
    auto limit = silence;
    if (turn.budget.time) limit = std::min(limit, *turn.budget.time + overtime);
    if (turn.clock != nullptr && turn.clock->running() == turn.seat) {
        const auto left = turn.clock->face(turn.seat, turn.now).left(turn.clock->control());
        if (left) limit = std::min(limit, *left);
    }
    return std::chrono::steady_clock::now() + limit;
}

std::expected<void, PlayerError> Program::start() {
    end();
    auto dialogue = started(command_);
    if (!dialogue) return failed(std::move(dialogue.error()));
    const std::scoped_lock lock(mutex_);
    dialogue_ = *std::move(dialogue);
    return {};
}

void Program::end() {
    std::optional<Dialogue> old;
    const std::scoped_lock lock(mutex_);
    std::swap(old, dialogue_);
}

std::expected<void, PlayerError> Program::say(std::string_view line, Deadline deadline) {
    if (exchange_.sent.empty()) begin_ = std::chrono::steady_clock::now();
    append_line(exchange_.sent, line);
    auto written = dialogue_->write_line(line, deadline);
    if (!written) return failed(std::move(written.error()));
    return {};
}

std::expected<std::string, PlayerError> Program::overhear(Deadline deadline) {
    auto line = dialogue_->read_line(deadline);
    if (!line) return failed(std::move(line.error()));
    return *std::move(line);
}

std::expected<std::string, PlayerError> Program::hear(Deadline deadline) {
    auto line = overhear(deadline);
    if (line) keep(*line);
    return line;
}

void Program::keep(std::string_view line) { append_line(exchange_.received, line); }

void Program::kill() noexcept {
    const std::scoped_lock lock(mutex_);
    if (dialogue_) dialogue_->kill();
}

Exchange Program::taken_exchange() {
    exchange_.latency = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin_);
    return std::exchange(exchange_, {});
}

}  // namespace arbiter::players

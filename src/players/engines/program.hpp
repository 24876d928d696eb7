#pragma once

#include <chrono>
#include <expected>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "platform/process.hpp"
#include "players/player.hpp"

namespace arbiter::players {

using Deadline = platform::Dialogue::Deadline;

/// What a player that is a program is made of.
struct ProgramTerms {
    platform::Command command;
    /// The longest wait for an answer.
    std::chrono::milliseconds silence{60'000};
};

/// By when a turn must be answered: within the limit on silence, before the clock runs out, and not
/// long after the budget is used up.
Deadline deadline_of(const Turn& turn, std::chrono::milliseconds silence);

/// A program that is spoken to in lines and can be restarted. The exchange is kept until
/// `taken_exchange`.
class Program {
public:
    explicit Program(platform::Command command) : command_(std::move(command)) {}

    bool is_running() const { return dialogue_.has_value(); }
    std::expected<void, PlayerError> start();
    void end();

    std::expected<void, PlayerError> say(std::string_view line, Deadline deadline);
    std::expected<std::string, PlayerError> hear(Deadline deadline);
    /// Hears without keeping it: engines think aloud.
    std::expected<std::string, PlayerError> overhear(Deadline deadline);
    void keep(std::string_view line);

    /// From another thread: a `say` or `hear` that is under way fails.
    void kill() noexcept;

    /// What was said and heard since the last time.
    Exchange taken_exchange();

private:
    platform::Command command_;
    std::mutex mutex_;  // of the dialogue's existence
    std::optional<platform::Dialogue> dialogue_;
    Exchange exchange_;
    std::chrono::steady_clock::time_point begin_{};
};

}  // namespace arbiter::players

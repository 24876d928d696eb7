#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "platform/descriptor.hpp"
#include "platform/process.hpp"

namespace arbiter::platform {

using Deadline = std::chrono::steady_clock::time_point;

/// How long poll() may wait, rounded up: a deadline is not missed by waking too early.
int poll_ms(Deadline deadline);

struct Pipe {
    Descriptor reader;
    Descriptor writer;
};
/// Closed in programs that are started; its ends are never 0, 1 or 2.
std::expected<Pipe, int> make_pipe();

/// A program that was started, in a process group of its own, and our ends of the pipes to it, which
/// never block. Its group is killed with it.
class Child {
public:
    static std::expected<Child, ProcessError> start(const Command& command);
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() { end(); }

    const std::string& program() const { return program_; }
    /// Can be read from once the program has ended.
    const Descriptor& ended() const { return ended_; }
    bool has_ended_by(Deadline deadline) const;

    /// Harmless when it has ended: its id is not given away before `end`.
    void kill() const noexcept;
    /// Kills what is left of the group. 128 and the signal's number if one ended it.
    int end() noexcept;

    ProcessError fault(ProcessError::Kind kind, std::string_view what) const;

    Descriptor input;  ///< its input: we write
    Descriptor output;
    Descriptor errors;

private:
    Child(std::string program, pid_t id, Descriptor ended)
        : program_(std::move(program)), id_(id), ended_(std::move(ended)) {}

    std::string program_;
    pid_t id_;
    Descriptor ended_;
    int exit_code_ = 0;
};

enum class Flow { open, closed };

/// Appends what is there to read, without waiting.
Flow read_some(const Descriptor& from, std::string& to);
/// Removes from the front what could be written without waiting. No signal is raised when nobody
/// reads any more.
Flow write_some(const Descriptor& to, std::string_view& from);

}  // namespace arbiter::platform

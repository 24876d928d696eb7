#include "platform/child.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace arbiter::platform {

namespace {

std::unexpected<ProcessError> not_started(const std::string& program, int error) {
    return std::unexpected(
        ProcessError{ProcessError::Kind::not_started,
                     program + " cannot be started: " + std::string(std::strerror(error))});
}

/// Above those that a program has as its own: there they would be in the way of each other.
Descriptor lifted(Descriptor descriptor) {
    if (descriptor.number() > STDERR_FILENO) return descriptor;
    return Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

bool never_blocks(const Descriptor& descriptor) {
    return ::fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) == 0;
}

/// Our environment with the command's in the place of what has the same name.
std::vector<std::string> environment_of(const Command& command) {
    std::vector<std::string> all;
    all.reserve(command.environment.size());
    for (const auto& [name, value] : command.environment) {
        all.push_back(name);
        all.back() += "=";
        all.back() += value;
    }
    const auto is_given = [&](std::string_view ours) {
        return std::ranges::any_of(command.environment, [&](const auto& given) {
            return ours.substr(0, ours.find('=')) == given.first;
        });
    };
    for (char** ours = environ; *ours != nullptr; ++ours) {
        if (!is_given(*ours)) all.emplace_back(*ours);
    }
    return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// What a program finds when it starts: its group, its signals, its pipes, its folder.
class Surroundings {
public:
    Surroundings() {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        for (const int signal : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD}) {
            ::sigaddset(&signals, signal);
        }
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    }
    ~Surroundings() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    Surroundings(const Surroundings&) = delete;
    Surroundings& operator=(const Surroundings&) = delete;
    Surroundings(Surroundings&&) = delete;
    Surroundings& operator=(Surroundings&&) = delete;

    int give(const Descriptor& ours, int theirs) {
        return ::posix_spawn_file_actions_adddup2(&actions_, ours.number(), theirs);
    }
    int enter(const std::filesystem::path& folder) {
        return folder.empty() ? 0
                              : ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    }
    int start(const Command& command, pid_t& id) const {
        std::vector<std::string> words = command.arguments;
        std::vector<std::string> environment = environment_of(command);
        return ::posix_spawnp(&id, words.front().c_str(), &actions_, &attributes_,
                              pointers_to(words).data(), pointers_to(environment).data());
    }

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

/// Holds SIGPIPE back from this thread, and takes away one that came meanwhile.
class WithoutPipeSignal {
public:
    WithoutPipeSignal() : was_pending_(is_pending()) {
        ::sigemptyset(&pipe_);
        ::sigaddset(&pipe_, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~WithoutPipeSignal() {
        const int error = errno;
        constexpr timespec at_once{};
        while (!was_pending_ && is_pending()) ::sigtimedwait(&pipe_, nullptr, &at_once);
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = error;
    }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal(WithoutPipeSignal&&) = delete;
    WithoutPipeSignal& operator=(WithoutPipeSignal&&) = delete;

private:
    static bool is_pending() {
        sigset_t pending;
        ::sigpending(&pending);
        return ::sigismember(&pending, SIGPIPE) == 1;
    }

    bool was_pending_;
    sigset_t pipe_{};
    sigset_t before_{};
};

}  // namespace

int poll_ms(Deadline deadline) {
    using std::chrono::milliseconds;
    const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
    constexpr milliseconds longest{std::numeric_limits<int>::max()};
    return static_cast<int>(std::clamp(left, milliseconds(0), longest).count());
}

std::expected<Pipe, int> make_pipe() {
    std::array<int, 2> ends;
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(errno);
    Pipe pipe{lifted(Descriptor(ends[0])), lifted(Descriptor(ends[1]))};
    if (!pipe.reader || !pipe.writer) return std::unexpected(errno);
    return pipe;
}

std::expected<void, ProcessError> launch(const Command& command) {
    if (command.arguments.empty()) return not_started("a program without a name", EINVAL);
    const std::string& program = command.arguments.front();
    const Descriptor nothing = lifted(Descriptor(::open("/dev/null", O_RDWR | O_CLOEXEC)));
    if (!nothing) return not_started(program, errno);
    Surroundings surroundings;
    for (const int error :
         {surroundings.give(nothing, STDIN_FILENO), surroundings.give(nothing, STDOUT_FILENO),
          surroundings.give(nothing, STDERR_FILENO), surroundings.enter(command.folder)}) {
        if (error != 0) return not_started(program, error);
    }
    pid_t id = 0;
    if (const int error = surroundings.start(command, id); error != 0) {
        return not_started(program, error);
    }
    return {};
}

std::expected<Child, ProcessError> Child::start(const Command& command) {
    if (command.arguments.empty()) return not_started("a program without a name", EINVAL);
    const std::string& program = command.arguments.front();
    auto input = make_pipe();
    auto output = make_pipe();
    auto errors = make_pipe();
    if (!input || !output || !errors) return not_started(program, errno);
    if (!never_blocks(input->writer) || !never_blocks(output->reader) ||
        !never_blocks(errors->reader)) {
        return not_started(program, errno);
    }
    Surroundings surroundings;
    for (const int error :
         {surroundings.give(input->reader, STDIN_FILENO),
          surroundings.give(output->writer, STDOUT_FILENO),
          surroundings.give(errors->writer, STDERR_FILENO), surroundings.enter(command.folder)}) {
        if (error != 0) return not_started(program, error);
    }
    pid_t id = 0;
    if (const int error = surroundings.start(command, id); error != 0) {
        return not_started(program, error);
    }
    Child child(program, id, Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, id, 0))));
    if (!child.ended_) return not_started(program, errno);
    child.input = std::move(input->writer);
    child.output = std::move(output->reader);
    child.errors = std::move(errors->reader);
    return child;
}

Child::Child(Child&& other) noexcept
    : input(std::move(other.input)),
      output(std::move(other.output)),
      errors(std::move(other.errors)),
      program_(std::move(other.program_)),
      id_(std::exchange(other.id_, 0)),
      ended_(std::move(other.ended_)),
      exit_code_(other.exit_code_) {}

bool Child::has_ended_by(Deadline deadline) const {
    pollfd waiting{ended_.number(), POLLIN, 0};
    int ready = 0;
    do {
        ready = ::poll(&waiting, 1, poll_ms(deadline));
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

void Child::kill() const noexcept {
    if (id_ > 0) ::kill(-id_, SIGKILL);
}

int Child::end() noexcept {
    if (id_ <= 0) return exit_code_;
    kill();
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
    id_ = 0;
    constexpr int by_signal = 128;
    exit_code_ = WIFSIGNALED(status) ? by_signal + WTERMSIG(status) : WEXITSTATUS(status);
    return exit_code_;
}

ProcessError Child::fault(ProcessError::Kind kind, std::string_view what) const {
    return {kind, program_ + " " + std::string(what)};
}

Flow read_some(const Descriptor& from, std::string& to) {
    std::array<char, 1U << 16U> piece;
    const ssize_t got = ::read(from.number(), piece.data(), piece.size());
    if (got < 0) return errno == EAGAIN || errno == EINTR ? Flow::open : Flow::closed;
    to.append(piece.data(), static_cast<std::size_t>(got));
    return got == 0 ? Flow::closed : Flow::open;
}

Flow write_some(const Descriptor& to, std::string_view& from) {
    const WithoutPipeSignal guard;
    const ssize_t written = ::write(to.number(), from.data(), from.size());
    if (written < 0) return errno == EAGAIN || errno == EINTR ? Flow::open : Flow::closed;
    from.remove_prefix(static_cast<std::size_t>(written));
    return Flow::open;
}

}  // namespace arbiter::platform

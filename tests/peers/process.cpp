#include "tests/peers/process.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arbiter::testing {

namespace {

constexpr int answer_timeout_ms = 60'000;

int start(std::vector<char*> arguments, int child_end, pid_t& id) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, child_end, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, child_end, STDOUT_FILENO);
    arguments.push_back(nullptr);
    const int error = posix_spawnp(&id, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

}  // namespace

Process::Process(const std::vector<std::string>& command) : name_(command.at(0)) {
    std::array<int, 2> ends;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        fail(std::strerror(errno));
    }
    socket_ = ends[0];
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const int error = start(std::move(arguments), ends[1], id_);
    close(ends[1]);
    if (error != 0) {
        close(socket_);
        fail(std::strerror(error));
    }
}

Process::~Process() {
    close(socket_);
    kill(id_, SIGTERM);
    waitpid(id_, nullptr, 0);
}

void Process::fail(std::string_view what) const {
    throw std::runtime_error(name_ + ": " + std::string(what));
}

void Process::write_line(std::string_view line) {
    std::string text(line);
    text += '\n';
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent < 0) fail(std::string("cannot be written to: ") + std::strerror(errno));
        rest.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::string Process::read_line() {
    std::size_t end;
    while ((end = received_.find('\n', seen_)) == std::string::npos) {
        seen_ = received_.size();
        pollfd waiting{socket_, POLLIN, 0};
        if (poll(&waiting, 1, answer_timeout_ms) <= 0) fail("gives no answer");
        std::array<char, 65536> buffer;
        const ssize_t count = recv(socket_, buffer.data(), buffer.size(), 0);
        if (count <= 0) fail("has ended");
        received_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    std::string line = received_.substr(0, end);
    received_.erase(0, end + 1);
    seen_ = 0;
    return line;
}

}  // namespace arbiter::testing

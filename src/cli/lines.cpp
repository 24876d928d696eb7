#include "cli/lines.hpp"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

#include "cli/command_error.hpp"

namespace arbiter::cli {

std::optional<std::string> Lines::next() {
    std::string line;
    while (true) {
        const auto end = buffer_.find('\n');
        const std::string_view piece = std::string_view(buffer_).substr(0, end);
        line += piece.substr(0, size_max_ - std::min(line.size(), size_max_));
        if (end != std::string::npos) {
            buffer_.erase(0, end + 1);
            return line;
        }
        buffer_.clear();
        if (!fill()) return line.empty() ? std::nullopt : std::optional(line);
    }
}

bool Lines::is_waiting(std::chrono::milliseconds patience) const {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return !buffer_.empty() || poll(&input, 1, static_cast<int>(patience.count())) > 0;
}

bool Lines::fill() {
    buffer_.resize(std::size_t{16} << 10);
    ssize_t got = -1;
    do {
        got = read(STDIN_FILENO, buffer_.data(), buffer_.size());
    } while (got < 0 && errno == EINTR);
    if (got < 0) throw system_error("read standard input", errno);
    buffer_.resize(static_cast<std::size_t>(got));
    return got > 0;
}

}  // namespace arbiter::cli

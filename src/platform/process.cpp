#include "platform/process.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include <poll.h>

#include "platform/child.hpp"

namespace arbiter::platform {

namespace {

constexpr std::size_t line_bytes_max = 1U << 20U;
/// What is taken while nobody asks for a line, so that a program which talks can be written to.
constexpr std::size_t unread_bytes_max = 2 * line_bytes_max;
constexpr std::size_t errors_kept_bytes = 8U << 10U;
/// For a program that is to end by itself.
constexpr std::chrono::milliseconds grace{500};

using Kind = ProcessError::Kind;

Deadline from_now(std::chrono::milliseconds time) {
    return std::chrono::steady_clock::now() + time;
}

/// What is watched for something to read or to write.
struct Watch {
    const Descriptor& descriptor;
    short events;
    bool is_wanted;
};

/// Which of them are ready; none at the deadline.
template <std::size_t count>
std::array<bool, count> wait_for(const std::array<Watch, count>& watches, Deadline deadline) {
    std::array<pollfd, count> waiting;
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_watched = watches[i].is_wanted && watches[i].descriptor;
        waiting[i] = {is_watched ? watches[i].descriptor.number() : -1, watches[i].events, 0};
    }
    const int ready = ::poll(waiting.data(), waiting.size(), poll_ms(deadline));
    std::array<bool, count> result{};
    for (std::size_t i = 0; i < count; ++i) result[i] = ready > 0 && waiting[i].revents != 0;
    return result;
}

/// Closes it when the other side has.
void read_into(Descriptor& from, std::string& to) {
    if (read_some(from, to) == Flow::closed) from.close();
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::optional<std::vector<std::string>> words_of(std::string_view line) {
    std::vector<std::string> words;
    std::optional<std::string> word;
    std::optional<char> quote;
    for (const char c : line) {
        if (quote == c) {
            quote.reset();
        } else if (quote) {
            *word += c;
        } else if (is_space(c)) {
            if (word) words.push_back(*std::exchange(word, std::nullopt));
        } else {
            if (!word) word.emplace();
            if (c == '"' || c == '\'') {
                quote = c;
            } else {
                *word += c;
            }
        }
    }
    if (quote) return std::nullopt;
    if (word) words.push_back(*std::move(word));
    return words;
}

std::expected<Finished, ProcessError> run(const Command& command, std::string_view input,
                                          const RunLimits& limits) {
    const Deadline deadline = from_now(limits.time);
    auto child = Child::start(command);
    if (!child) return std::unexpected(std::move(child.error()));
    Finished finished{};
    bool has_ended = false;
    while (!has_ended) {
        if (input.empty()) child->input.close();
        const auto [can_write, can_read, has_errors, ended] =
            wait_for<4>({{{child->input, POLLOUT, true},
                          {child->output, POLLIN, true},
                          {child->errors, POLLIN, true},
                          {child->ended(), POLLIN, true}}},
                        deadline);
        if (can_write && write_some(child->input, input) == Flow::closed) input = {};
        if (can_read) read_into(child->output, finished.output);
        if (has_errors) read_into(child->errors, finished.errors);
        if (finished.output.size() + finished.errors.size() > limits.output_bytes) {
            return std::unexpected(
                child->fault(Kind::too_long,
                             "wrote more than " + std::to_string(limits.output_bytes) + " bytes"));
        }
        // What it wrote before it ended is still there to be read.
        has_ended = ended && !can_read && !has_errors;
        if (!has_ended && std::chrono::steady_clock::now() >= deadline) {
            return std::unexpected(child->fault(
                Kind::timed_out,
                "has not ended within " + std::to_string(limits.time.count()) + " ms"));
        }
    }
    finished.exit_code = child->end();
    return finished;
}

struct Dialogue::Child {
    platform::Child program;
    Pipe alarm;  // written to by `kill`
    std::atomic<bool> is_killed = false;
    std::string unread;
    std::size_t begin = 0;  // of the next line
    std::size_t seen = 0;   // no line ends before this
    std::string errors;

    Child(platform::Child started, Pipe pipe)
        : program(std::move(started)), alarm(std::move(pipe)) {}
    ~Child() {
        program.input.close();
        if (!is_killed) program.has_ended_by(from_now(grace));
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&&) = delete;
    Child& operator=(Child&&) = delete;

    enum class Purpose : std::uint8_t { reading, writing };

    std::optional<std::string> next_line();
    std::expected<void, ProcessError> wait(Purpose purpose, Deadline deadline);
    void take_errors();
    ProcessError ended_fault();
};

std::optional<std::string> Dialogue::Child::next_line() {
    const std::size_t end = unread.find('\n', seen);
    const bool is_last = end == std::string::npos && !program.output && begin < unread.size();
    if (end == std::string::npos && !is_last) {
        seen = unread.size();
        return std::nullopt;
    }
    std::string line = unread.substr(begin, end - begin);
    begin = seen = is_last ? unread.size() : end + 1;
    if (line.ends_with('\r')) line.pop_back();
    if (begin >= unread.size() / 2) {
        unread.erase(0, std::exchange(begin, 0));
        seen = 0;
    }
    return line;
}

/// Until there is more to read, or room to write if that is the purpose.
std::expected<void, ProcessError> Dialogue::Child::wait(Purpose purpose, Deadline deadline) {
    const bool has_room = unread.size() - begin < unread_bytes_max;
    const auto [alarmed, can_write, can_read, has_errors] =
        wait_for<4>({{{alarm.reader, POLLIN, true},
                      {program.input, POLLOUT, purpose == Purpose::writing},
                      {program.output, POLLIN, has_room},
                      {program.errors, POLLIN, true}}},
                    deadline);
    if (has_errors) take_errors();
    if (can_read) read_into(program.output, unread);
    if (alarmed || can_write || can_read || has_errors) return {};
    if (std::chrono::steady_clock::now() < deadline) return {};
    return std::unexpected(program.fault(Kind::timed_out, "gives no answer"));
}

void Dialogue::Child::take_errors() {
    read_into(program.errors, errors);
    if (errors.size() > errors_kept_bytes) errors.erase(0, errors.size() - errors_kept_bytes);
}

/// With the last line of its errors: that mostly says why.
ProcessError Dialogue::Child::ended_fault() {
    if (is_killed) return program.fault(Kind::ended, "was stopped");
    const Deadline last_words = from_now(grace);
    while (program.errors && std::chrono::steady_clock::now() < last_words) {
        if (wait_for<1>({{{program.errors, POLLIN, true}}}, last_words)[0]) take_errors();
    }
    std::string_view last = errors;
    while (!last.empty() && is_space(last.back())) last.remove_suffix(1);
    last.remove_prefix(std::min(last.size(), last.rfind('\n') + 1));
    return program.fault(Kind::ended, "has ended" + (last.empty() ? "" : ": " + std::string(last)));
}

std::expected<Dialogue, ProcessError> Dialogue::start(const Command& command) {
    auto child = platform::Child::start(command);
    if (!child) return std::unexpected(std::move(child.error()));
    auto alarm = make_pipe();
    if (!alarm) return std::unexpected(child->fault(Kind::system, std::strerror(alarm.error())));
    return Dialogue(std::make_unique<Child>(*std::move(child), *std::move(alarm)));
}

Dialogue::Dialogue(std::unique_ptr<Child> child) : child_(std::move(child)) {}
Dialogue::Dialogue(Dialogue&&) noexcept = default;
Dialogue& Dialogue::operator=(Dialogue&&) noexcept = default;
Dialogue::~Dialogue() = default;

std::expected<void, ProcessError> Dialogue::write_line(std::string_view line, Deadline deadline) {
    const std::string text = std::string(line) + '\n';
    std::string_view rest = text;
    while (true) {
        if (child_->is_killed || !child_->program.output ||
            write_some(child_->program.input, rest) == Flow::closed) {
            return std::unexpected(child_->ended_fault());
        }
        if (rest.empty()) return {};
        if (auto waited = child_->wait(Child::Purpose::writing, deadline); !waited) return waited;
    }
}

std::expected<std::string, ProcessError> Dialogue::read_line(Deadline deadline) {
    while (true) {
        if (child_->is_killed) return std::unexpected(child_->ended_fault());
        auto line = child_->next_line();
        if ((line ? line->size() : child_->unread.size() - child_->begin) > line_bytes_max) {
            return std::unexpected(child_->program.fault(
                Kind::too_long,
                "wrote a line of more than " + std::to_string(line_bytes_max) + " bytes"));
        }
        if (line) return *std::move(line);
        if (!child_->program.output) return std::unexpected(child_->ended_fault());
        if (auto waited = child_->wait(Child::Purpose::reading, deadline); !waited) {
            return std::unexpected(std::move(waited.error()));
        }
    }
}

std::string Dialogue::recent_errors() const { return child_->errors; }

void Dialogue::kill() noexcept {
    if (child_->is_killed.exchange(true)) return;
    child_->program.kill();
    std::string_view sign = "!";
    write_some(child_->alarm.writer, sign);
}

}  // namespace arbiter::platform

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Other programs. They are started with an argument vector and never through a shell: nothing in a
/// name or a comment can become a command.
namespace arbiter::platform {

struct Command {
    std::vector<std::string> arguments;  ///< the first is the program, looked up in PATH
    std::filesystem::path folder;        ///< where it runs; empty: where we are
    std::vector<std::pair<std::string, std::string>> environment;  ///< besides ours
};

/// The words of a command line as a person writes it, with "..." and '...' around words that have
/// spaces; nothing else is special. Nothing if a quote is left open.
std::optional<std::vector<std::string>> words_of(std::string_view line);

struct ProcessError {
    enum class Kind : std::uint8_t { not_started, ended, timed_out, too_long, system };
    Kind kind;
    std::string sentence;  ///< names the program
};

struct Finished {
    int exit_code;  ///< 128 and the signal's number if one ended it
    std::string output;
    std::string errors;
};

struct RunLimits {
    std::chrono::milliseconds time{60'000};
    std::size_t output_bytes = 64U << 20U;
};

/// Runs a program to its end. A fault where it could not be started, or was stopped for a limit; an
/// exit code is not a fault.
std::expected<Finished, ProcessError> run(const Command& command, std::string_view input = {},
                                          const RunLimits& limits = {});

/// Starts a program that goes on by itself, with nothing to read and nobody to hear it.
std::expected<void, ProcessError> launch(const Command& command);

/// A program that one talks to in lines. When this is destroyed the program gets a moment to end by
/// itself, then it and all that it started is killed.
class Dialogue {
public:
    using Deadline = std::chrono::steady_clock::time_point;

    static std::expected<Dialogue, ProcessError> start(const Command& command);
    Dialogue(Dialogue&&) noexcept;
    Dialogue& operator=(Dialogue&&) noexcept;
    Dialogue(const Dialogue&) = delete;
    Dialogue& operator=(const Dialogue&) = delete;
    ~Dialogue();

    /// Adds the line's end.
    std::expected<void, ProcessError> write_line(std::string_view line, Deadline deadline);
    /// The next line without its end. Lines are at most 1 MiB long.
    std::expected<std::string, ProcessError> read_line(Deadline deadline);
    /// The last of what it wrote to its standard error.
    std::string recent_errors() const;
    /// May be called from another thread: whoever reads or writes gets `ended` at once.
    void kill() noexcept;

private:
    struct Child;
    explicit Dialogue(std::unique_ptr<Child> child);
    std::unique_ptr<Child> child_;
};

}  // namespace arbiter::platform

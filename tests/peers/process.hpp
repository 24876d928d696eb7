#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace arbiter::testing {

/// Another program, spoken to line by line over its standard input and output. Everything that goes
/// wrong is thrown as a std::runtime_error that names the program: a test then fails with it.
class Process {
public:
    /// The first of `command` is looked up in PATH.
    explicit Process(const std::vector<std::string>& command);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void write_line(std::string_view line);
    /// The next line, without its end. Waits for a minute at most.
    std::string read_line();

private:
    [[noreturn]] void fail(std::string_view what) const;

    std::string name_;
    pid_t id_ = 0;
    int socket_ = -1;
    std::string received_;  // not yet handed out
    std::size_t seen_ = 0;  // of that, known to hold no line's end
};

}  // namespace arbiter::testing

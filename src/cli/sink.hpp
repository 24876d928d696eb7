#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <unistd.h>

namespace arbiter::cli {

/// Where output goes: standard output, or a file that is replaced only once everything is written,
/// so that neither a refused move nor a full disk costs the game that was there. Errors are
/// thrown; without `close` nothing is guaranteed.
class Sink {
public:
    /// Empty or "-" is standard output.
    explicit Sink(std::string path = {});
    ~Sink();
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    Sink(Sink&&) = delete;
    Sink& operator=(Sink&&) = delete;

    void write(std::string_view text);
    /// With a newline at the end if there is none.
    void write_line(std::string_view text);
    void flush();
    void close();

private:
    void open_file();

    std::string path_;
    std::string temporary_;  // what becomes the file in the end
    std::string buffer_;
    int descriptor_ = STDOUT_FILENO;
};

/// Writes a whole answer to standard output.
void print(std::string_view text);

/// The `-o FILE` of commands that make something worth keeping.
void add_output(CLI::App& command, std::string& path);

}  // namespace arbiter::cli

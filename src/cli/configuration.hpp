#pragma once

#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

namespace arbiter::cli {

/// The file of options that is read if nobody names one: arbiter.toml in the person's folder of
/// configuration, if it is there.
std::filesystem::path configuration_file();

/// Options of a command that may also be set in the environment or in a file. Flags override the
/// environment, which overrides the file:
///
///     --port 8080          ARBITER_PORT=8080          port = 8080
class Configuration {
public:
    /// Adds `--config` and `--print-config`. The options themselves are added afterwards.
    void add_to(CLI::App& command);

    /// Fills in what the command line left out. Throws a usage error that names the place.
    void complete() const;

    bool asked_to_print() const { return print_; }
    /// Every option as it stands now, as a file that `--config` can read. Without secrets.
    std::string text() const;

    /// "port" -> "ARBITER_PORT"
    static std::string variable(std::string name);

    /// The group of options that hold secrets.
    static constexpr const char* secrets = "Secrets";

private:
    void read_environment() const;
    void read_file() const;

    CLI::App* command_ = nullptr;
    std::string file_;
    bool print_ = false;
};

}  // namespace arbiter::cli

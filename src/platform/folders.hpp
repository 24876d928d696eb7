#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

/// Where a person's programs keep their files (the XDG Base Directory Specification), and where the program
/// has its own.
namespace arbiter::platform {

/// $XDG_DATA_HOME/arbiter, or ~/.local/share/arbiter. Empty where there is no home: here.
std::filesystem::path data_folder();
/// $XDG_CONFIG_HOME/arbiter, or ~/.config/arbiter. Empty where there is no home.
std::filesystem::path configuration_folder();

/// share/arbiter beside the folder of the program that runs: /usr/share/arbiter of /usr/bin/arbiter.
std::filesystem::path share_folder();

/// Where the system finds a program, by PATH.
std::optional<std::filesystem::path> find_program(std::string_view name);

}  // namespace arbiter::platform

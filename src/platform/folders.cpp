#include "platform/folders.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

namespace arbiter::platform {

namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// A variable that is not an absolute path does not count, as the specification asks.
std::filesystem::path own_folder(const char* name, const char* below_home) {
    if (const std::filesystem::path base = variable(name); base.is_absolute()) {
        return base / "arbiter";
    }
    const std::filesystem::path home = variable("HOME");
    return home.is_absolute() ? home / below_home / "arbiter" : std::filesystem::path{};
}

}  // namespace

std::filesystem::path data_folder() { return own_folder("XDG_DATA_HOME", ".local/share"); }
std::filesystem::path configuration_folder() { return own_folder("XDG_CONFIG_HOME", ".config"); }

std::filesystem::path share_folder() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return program.parent_path().parent_path() / "share" / "arbiter";
}

std::optional<std::filesystem::path> find_program(std::string_view name) {
    const std::string folders = variable("PATH");
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        auto path = std::filesystem::path(folders.substr(begin, end - begin)) / name;
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0) {
            return path;
        }
        begin = end + 1;
    }
    return std::nullopt;
}

}  // namespace arbiter::platform

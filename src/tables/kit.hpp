#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a repository needs to be a referee's: files that are built into the program.
namespace arbiter::tables {

/// A file that was built into the program; nothing if there is none of that name.
std::optional<std::string_view> asset(std::string_view name);

struct KitFile {
    std::string path;  ///< from the root of the repository
    std::string content;
    bool is_program = false;
};

/// What runs the referee.
enum class Runner : std::uint8_t {
    github,
    hook,       ///< in a clone, to be copied to the server
    bare_hook,  ///< in the bare repository itself
};

struct KitOptions {
    Runner runner = Runner::github;
    std::string source;   ///< the address of Arbiter's own repository
    std::string version;  ///< of Arbiter
    std::string branch;
};

/// The workflow and the action that installs the program, or a hook; and a word to the players.
std::vector<KitFile> kit(const KitOptions& options);

}  // namespace arbiter::tables

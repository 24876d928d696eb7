#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tables/kit.hpp"

namespace arbiter::tables {

struct PageOptions {
    std::vector<std::string> tables;  ///< which it lists
    std::string source;               ///< where it finds them, seen from the page: "../tables/"
    std::string repository;  ///< where moves are committed: "https://github.com/OWNER/NAME"
    std::string branch;
    std::string
        listing;  ///< where the tables are listed now, as GitHub lists a folder; may be empty
    int interval_s = 15;  ///< between two looks
};

/// A static site that shows tables, follows them and composes move files. Nothing if the program
/// was built without the engine.
std::optional<std::vector<KitFile>> page(const PageOptions& options);

}  // namespace arbiter::tables

#pragma once

#include <map>
#include <string>
#include <vector>

#include "tables/inspection.hpp"
#include "tables/play.hpp"
#include "tables/secret.hpp"
#include "tables/tree.hpp"

namespace arbiter::tables {

/// What one sealed commit says about one table.
struct Step {
    std::string table;
    Texts texts;
    std::map<std::string, Entry> moves;    ///< those that were played, by name
    std::map<std::string, Entry> pending;  ///< those that wait, by name
    std::string message;
};

/// What the first step is put on.
struct Ground {
    std::string head;
    /// Every table that the referee has set up, and the paths of what waits there.
    std::map<std::string, std::vector<std::string>> waiting;
};
/// Puts steps on top of a commit, each as one sealed commit; answers with these.
GitResult<std::vector<std::string>> write_chain(const Repository& repository, const Secret& secret,
                                                Ground ground, const std::vector<Step>& steps);

}  // namespace arbiter::tables

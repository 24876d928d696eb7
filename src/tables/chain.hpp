#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tables/inspection.hpp"
#include "tables/repository.hpp"
#include "tables/secret.hpp"

namespace arbiter::tables {

/// What a sealed commit says about one table.
struct Step {
    std::string table;
    std::map<std::string_view, std::string> files;  ///< the referee's, by name
    std::map<std::string, Entry> moves;             ///< those that were played, by name
    std::map<std::string, Entry> pending;           ///< those that wait, by name
};

/// What a sealed commit is put on.
struct Ground {
    std::string head;
    /// The paths of what waits, by table.
    std::map<std::string, std::vector<std::string>> waiting;
    std::set<std::string> foreign;        ///< folders that are not tables
    Previous previous;                    ///< the last commit about each table of the steps
    std::optional<std::string> readme{};  ///< README.md, where it changes
};

/// As many folders that are not tables may be beside them; what is more is removed.
inline constexpr std::size_t foreign_max = 100;

/// Puts one sealed commit with all steps, one for each table, on top of another commit.
GitResult<std::string> write_commit(const Repository& repository, const Secret& secret,
                                    Ground ground, const std::vector<Step>& steps,
                                    const std::string& message);

}  // namespace arbiter::tables

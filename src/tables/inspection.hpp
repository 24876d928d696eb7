#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tables/judge.hpp"
#include "tables/processor.hpp"
#include "tables/seal.hpp"

namespace arbiter::tables {

/// A file that waits to be judged.
struct Waiting {
    Candidate candidate;
    Entry entry;
};

/// One table as the last sealed commit has it, and what has happened to its folder since.
struct TableCase {
    Texts texts;                           ///< what the referee wrote
    std::map<std::string, Entry> files;    ///< table.json, state.json, record.json
    std::map<std::string, Entry> moves;    ///< those that were played, by name
    std::map<std::string, Entry> pending;  ///< well-named files of other pushes, by name
    std::vector<Waiting> candidates;       ///< those to be judged now, in the order of their names
    std::vector<std::string> tampered;     ///< what else somebody changed
    std::size_t unread = 0;                ///< files above what one push may bring

    bool called = false;  ///< somebody asked for it

    bool has_work() const {
        return called || !candidates.empty() || !tampered.empty() || unread > 0;
    }
};

/// One push may bring as many files; the referee removes what is more unread. As many may wait at
/// one table.
inline constexpr std::size_t push_files_max = 256;

/// What there is to do on a branch.
struct Inspection {
    std::map<std::string, TableCase> tables;  ///< those where anything happened or waits
    std::set<std::string> foreign;
};

/// Compares what the referee last said with what the branch has now. `called`: tables to be read
/// even if nothing has happened there.
GitResult<Inspection> inspect(const Repository& repository, const SealedCommit& base,
                              const std::string& head, const Push& push,
                              const std::vector<std::string>& called);

bool is_move_name(std::string_view name);

}  // namespace arbiter::tables

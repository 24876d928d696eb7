#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/repository.hpp"
#include "tables/secret.hpp"

/// The referee's memory of each table: the ref `refs/arbiter/tables/ID` is the last commit that the
/// referee made about it, and only ever goes forward. A branch that does not contain that commit was
/// rewound. Marks are kept at the remote and in the referee's own clone.
namespace arbiter::tables {

/// "refs/arbiter/tables/duel"
std::string mark_ref(std::string_view id);

/// Commits by table; tables without a mark are left out.
using Marks = std::map<std::string, std::string>;

/// The marks of these tables here, or at a remote.
GitResult<Marks> read_marks(const Repository& repository, const std::optional<std::string>& remote,
                            const std::vector<std::string>& ids);

/// Brings the marks of these tables from a remote. Those that are here only go forward: a mark that
/// somebody set back at the remote stays.
GitResult<void> fetch_marks(const Repository& repository, const std::string& remote,
                            const std::vector<std::string>& ids);

/// What the referee remembers of some tables.
struct Memory {
    Marks marks;     ///< where they are published: here, or at the remote
    Marks previous;  ///< the last commit about each table, as far as a mark tells it
};

/// Fails if the branch does not contain what was marked with this secret. Marks that somebody else
/// has set are ignored.
GitResult<Memory> remembered(const Repository& repository, const Secret& secret,
                             const std::optional<std::string>& remote,
                             const std::vector<std::string>& ids, const std::string& head);

/// The sentence of a table that was rewound.
std::string rewound(std::string_view id, const CommitInfo& lost);

}  // namespace arbiter::tables

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tables/repository.hpp"
#include "tables/secret.hpp"

/// How the referee knows its own commits again. Everybody who plays can push, so everybody could
/// write a state.json; but nobody without the secret can make a commit that counts as the
/// referee's:
///
///     duel: 0003-white-5f0c2a11.json is played
///
///     Arbiter-Table: duel 04c1...
///     Arbiter-Pending: tables/duel/moves/0004-black-77ab01fe.json
///     Arbiter-Foreign: somebodys-own
///     Arbiter-Seal: HMAC-SHA-256(secret, tree, parent, the message above)
///
/// What such a commit has is the truth about the tables. What came after it is what people pushed.
/// Each table that it is about has a line with the commit before it about the same table, so that
/// the history of a table can be read without the history of the others.
namespace arbiter::tables {

/// The commit before, about the same table; empty for a new table.
using Previous = std::map<std::string, std::string, std::less<>>;

struct SealedCommit {
    std::string id;
    Previous tables;  ///< those that it is about
    /// Move files in it that nobody has judged yet.
    std::vector<std::string> pending;
    /// Folders beside the tables that look like one and were not set up by the referee.
    std::vector<std::string> foreign;
};

/// What a commit is about to hold.
struct Sealing {
    std::string tree;
    std::string parent;
    std::string text;  ///< what people read
    Previous tables;
    std::vector<std::string> pending;  ///< paths of well-formed names only
    std::vector<std::string> foreign;  ///< well-formed names only
};
std::string sealed_message(const Sealing& sealing, const Secret& secret);

/// What a message says, without a look at its seal. Nothing if it has no seal.
std::optional<SealedCommit> claimed(const CommitInfo& commit);
/// Nothing if the message has no seal or a false one.
std::optional<SealedCommit> opened(const CommitInfo& commit, const Secret& secret);

inline constexpr std::string_view seal_line = "Arbiter-Seal: ";
inline constexpr std::string_view table_line = "Arbiter-Table: ";

/// The last commit of the referee about a table. Without the secret its seal is not looked at.
GitResult<std::optional<SealedCommit>> last_about(const Repository& repository,
                                                  const std::string& head, std::string_view id,
                                                  const std::optional<Secret>& secret);

/// The last commit of the referee that leads to `head`.
GitResult<std::optional<SealedCommit>> last_sealed(const Repository& repository,
                                                   const std::string& head, const Secret& secret);

}  // namespace arbiter::tables

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tables/git.hpp"
#include "tables/secret.hpp"

/// How the referee knows its own commits again. Everybody who plays can push, so everybody could
/// write a state.json; but nobody without the secret can make a commit that counts as the
/// referee's:
///
///     duel: 0003-white-5f0c2a11.json is played
///
///     Arbiter-Pending: tables/duel/moves/0004-black-77ab01fe.json
///     Arbiter-Foreign: somebodys-own
///     Arbiter-Seal: HMAC-SHA-256(secret, tree, parent, the message above)
///
/// What such a commit has is the truth about the tables. What came after it is what people pushed.
namespace arbiter::tables {

struct SealedCommit {
    std::string id;
    /// Move files in it that nobody has judged yet.
    std::vector<std::string> pending;
    /// Folders beside the tables that look like one and were not set up by the referee.
    std::vector<std::string> foreign;
};

/// What a commit is about to hold.
struct Sealing {
    std::string tree;
    std::string parent;
    std::string text;                  ///< what people read
    std::vector<std::string> pending;  ///< paths of well-formed names only
    std::vector<std::string> foreign;  ///< well-formed names only
};
std::string sealed_message(const Sealing& sealing, const Secret& secret);

/// Nothing if the message has no seal or a false one.
std::optional<SealedCommit> opened(const CommitInfo& commit, const Secret& secret);

inline constexpr std::string_view seal_line = "Arbiter-Seal: ";

/// The last commit of the referee that leads to `head`.
GitResult<std::optional<SealedCommit>> last_sealed(const Repository& repository,
                                                   const std::string& head, const Secret& secret);

}  // namespace arbiter::tables

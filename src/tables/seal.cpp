#include "tables/seal.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace arbiter::tables {

namespace {

constexpr std::string_view pending_line = "Arbiter-Pending: ";
constexpr std::string_view foreign_line = "Arbiter-Foreign: ";
constexpr std::string_view nothing = "none";
constexpr char line_break = '\n';

/// "duel 04c1..."
void add_table(SealedCommit& sealed, std::string_view words) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    const std::string_view commit = words.substr(std::min(blank + 1, words.size()));
    sealed.tables.emplace(words.substr(0, blank), commit == nothing ? std::string_view() : commit);
}

std::string seal_of(const std::string& tree, const std::string& parent, std::string_view message,
                    const Secret& secret) {
    std::string text = tree;
    text += '\0';
    text += parent;
    text += '\0';
    text += message;
    return secret.seal(text);
}

}  // namespace

std::string sealed_message(const Sealing& sealing, const Secret& secret) {
    std::string message = sealing.text + "\n\n";
    const auto add = [&](std::string_view line, const std::string& words) {
        message += std::string(line) + words + "\n";
    };
    for (const auto& [id, commit] : sealing.tables) {
        add(table_line, id + " " + (commit.empty() ? std::string(nothing) : commit));
    }
    for (const std::string& path : sealing.pending) add(pending_line, path);
    for (const std::string& id : sealing.foreign) add(foreign_line, id);
    add(seal_line, seal_of(sealing.tree, sealing.parent, message, secret));
    return message;
}

std::optional<SealedCommit> claimed(const CommitInfo& commit) {
    const std::size_t at = commit.message.rfind(line_break + std::string(seal_line));
    if (at == std::string::npos) return std::nullopt;
    const std::string_view message = std::string_view(commit.message).substr(0, at + 1);
    SealedCommit sealed{.id = commit.id, .tables = {}, .pending = {}, .foreign = {}};
    for (const std::string_view line : pieces(message, line_break)) {
        if (line.starts_with(table_line)) add_table(sealed, line.substr(table_line.size()));
        if (line.starts_with(pending_line)) {
            sealed.pending.emplace_back(line.substr(pending_line.size()));
        }
        if (line.starts_with(foreign_line)) {
            sealed.foreign.emplace_back(line.substr(foreign_line.size()));
        }
    }
    return sealed;
}

std::optional<SealedCommit> opened(const CommitInfo& commit, const Secret& secret) {
    const std::size_t at = commit.message.rfind(line_break + std::string(seal_line));
    if (at == std::string::npos) return std::nullopt;
    const std::string_view message = std::string_view(commit.message).substr(0, at + 1);
    const std::string_view seal =
        trimmed(std::string_view(commit.message).substr(at + 1 + seal_line.size()));
    if (seal != seal_of(commit.tree, commit.parents, message, secret)) return std::nullopt;
    return claimed(commit);
}

namespace {

/// The newest commit with such a line that `open` accepts.
template <class Open>
GitResult<std::optional<SealedCommit>> newest(const Repository& repository, const std::string& head,
                                              const std::string& line, Open open) {
    // Nearly always the newest one is it; whoever puts false seals in front only costs time.
    for (const std::size_t count : {std::size_t{8}, std::size_t{1'000'000}}) {
        const auto commits = repository.commits_with({head, line, count});
        if (!commits) return std::unexpected(commits.error());
        for (const CommitInfo& commit : *commits) {
            if (auto sealed = open(commit)) return sealed;
        }
        if (commits->size() < count) break;
    }
    return std::nullopt;
}

}  // namespace

GitResult<std::optional<SealedCommit>> last_about(const Repository& repository,
                                                  const std::string& head, std::string_view id,
                                                  const std::optional<Secret>& secret) {
    const std::string line = std::string(table_line) + std::string(id) + " ";
    return newest(repository, head, line, [&](const CommitInfo& commit) {
        return secret ? opened(commit, *secret) : claimed(commit);
    });
}

GitResult<std::optional<SealedCommit>> last_sealed(const Repository& repository,
                                                   const std::string& head, const Secret& secret) {
    return newest(repository, head, std::string(seal_line),
                  [&](const CommitInfo& commit) { return opened(commit, secret); });
}

}  // namespace arbiter::tables

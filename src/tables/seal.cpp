#include "tables/seal.hpp"

#include "core/base/text.hpp"

namespace arbiter::tables {

namespace {

constexpr std::string_view pending_line = "Arbiter-Pending: ";
constexpr std::string_view foreign_line = "Arbiter-Foreign: ";

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
    for (const std::string& path : sealing.pending) {
        message += std::string(pending_line) + path + "\n";
    }
    for (const std::string& id : sealing.foreign) {
        message += std::string(foreign_line) + id + "\n";
    }
    const std::string seal = seal_of(sealing.tree, sealing.parent, message, secret);
    return message + std::string(seal_line) + seal + "\n";
}

std::optional<SealedCommit> opened(const CommitInfo& commit, const Secret& secret) {
    const std::size_t at = commit.message.rfind("\n" + std::string(seal_line));
    if (at == std::string::npos) return std::nullopt;
    const std::string_view message = std::string_view(commit.message).substr(0, at + 1);
    const std::string_view seal =
        trimmed(std::string_view(commit.message).substr(at + 1 + seal_line.size()));
    if (seal != seal_of(commit.tree, commit.parents, message, secret)) return std::nullopt;
    SealedCommit sealed{commit.id, {}, {}};
    for (std::size_t start = 0; start < message.size();) {
        const std::size_t end = message.find('\n', start);
        const std::string_view line = message.substr(start, end - start);
        if (line.starts_with(pending_line)) {
            sealed.pending.emplace_back(line.substr(pending_line.size()));
        }
        if (line.starts_with(foreign_line)) {
            sealed.foreign.emplace_back(line.substr(foreign_line.size()));
        }
        start = end + 1;
    }
    return sealed;
}

GitResult<std::optional<SealedCommit>> last_sealed(const Repository& repository,
                                                   const std::string& head, const Secret& secret) {
    // Nearly always the newest one is it; whoever puts false seals in front only costs time.
    for (const std::size_t count : {std::size_t{8}, std::size_t{1'000'000}}) {
        const auto commits = repository.commits_with({head, seal_line, count});
        if (!commits) return std::unexpected(commits.error());
        for (const CommitInfo& commit : *commits) {
            if (auto sealed = opened(commit, secret)) return sealed;
        }
        if (commits->size() < count) break;
    }
    return std::nullopt;
}

}  // namespace arbiter::tables

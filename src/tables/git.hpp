#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "platform/process.hpp"
#include "tables/repository.hpp"

namespace arbiter::tables {

/// A repository through the user's own `git`. Commands are argument vectors, answers are separated
/// by zero bytes, hooks are off, and nobody is asked for a password. Only `publish` touches the
/// working files. It is for one thread: two processes of git stay open.
class GitRepository final : public Repository {
public:
    /// The repository that a folder is in.
    static GitResult<GitRepository> open(const std::filesystem::path& folder);

    bool is_bare() const { return bare_; }
    /// Where the working files begin; the repository itself if it has none.
    const std::filesystem::path& root() const { return root_; }
    /// The branch that is checked out.
    GitResult<std::string> current_branch() const;
    /// Runs git here: for what this class has no words for.
    GitResult<std::string> git(std::vector<std::string> arguments,
                               std::string_view input = {}) const;

    using Repository::read_blobs;
    std::optional<std::string> commit_named(std::string_view revision) const override;
    bool is_ancestor(const std::string& older, const std::string& newer) const override;
    bool contains(const std::string& head, const std::vector<std::string>& commits) const override;
    GitResult<std::optional<CommitInfo>> commit_info(const std::string& id) const override;
    GitResult<std::vector<CommitInfo>> commits_with(const Search& search) const override;
    GitResult<std::vector<Change>> changes(const std::string& from, const std::string& to,
                                           std::string_view folder) const override;
    GitResult<std::vector<std::string>> touched(const std::string& range,
                                                std::string_view folder) const override;
    GitResult<std::map<std::string, Entry>> files(
        const std::string& commit, const std::vector<std::string>& folders) const override;
    GitResult<std::vector<Blob>> read_blobs(const std::vector<Wanted>& wanted) const override;
    GitResult<std::vector<std::string>> write_blobs(
        const std::vector<std::string>& contents) const override;
    bool is_same_file(const std::string& a, const std::string& b,
                      const std::string& path) const override;
    GitResult<Listing> list(const std::string& commit, std::string_view folder) const override;
    GitResult<std::string> write_tree(const Listing& listing) const override;
    GitResult<std::string> commit(const std::string& tree, const std::string& parent,
                                  const std::string& message, Author author) const override;
    GitResult<std::string> branch_head(const std::optional<std::string>& remote,
                                       const std::string& branch) const override;
    GitResult<bool> publish(const std::optional<std::string>& remote, const std::string& branch,
                            const Range& commits, const Companions& companions) const override;
    GitResult<void> set_refs(const Companions& refs, const std::string& commit) const override;
    GitResult<std::map<std::string, std::string>> refs(
        const std::optional<std::string>& remote,
        const std::vector<std::string>& names) const override;
    void fetch_refs(const std::string& remote, const std::vector<std::string>& refs) const override;

private:
    explicit GitRepository(std::filesystem::path folder) : root_(std::move(folder)) {}
    platform::Command command(std::vector<std::string> arguments) const;
    GitResult<platform::Finished> run(std::vector<std::string> arguments,
                                      std::string_view input = {}) const;
    /// A process that is started when it is first asked.
    GitResult<platform::Dialogue*> dialogue(std::optional<platform::Dialogue>& process,
                                            std::vector<std::string> arguments) const;
    GitResult<std::string> fetch(const std::string& remote, const std::string& branch) const;
    GitResult<bool> push(const std::string& remote, const std::string& branch,
                         const std::string& commit, const Companions& companions) const;
    /// Moves a branch that nobody has checked out. False: it was no longer at `before`.
    GitResult<bool> move_branch(const std::string& branch, const Range& commits,
                                const Companions& companions) const;
    /// The checked-out branch and its files, where nothing stands in the way.
    GitResult<void> forward_working_files(const std::string& to) const;

    std::filesystem::path root_;
    bool bare_ = false;
    mutable std::optional<platform::Dialogue> cat_file_;
    mutable std::optional<platform::Dialogue> mktree_;
};

}  // namespace arbiter::tables

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tables/repository.hpp"

namespace arbiter::tables {

/// A repository that is nothing but maps: the referee at work without git. It has no remotes.
class MemoryRepository final : public Repository {
public:
    MemoryRepository();

    /// A commit of somebody on top of a branch. A path without a content is removed.
    struct File {
        std::string path;
        std::optional<std::string> content;
        std::string mode = std::string(file_mode);
    };
    std::string push(const std::string& branch, const std::vector<File>& files,
                     const std::string& message = "Something");
    std::string head(const std::string& branch) const { return refs_.at("refs/heads/" + branch); }
    /// Sets any ref, as somebody who may push can.
    void set(const std::string& ref, const std::string& commit) { refs_[ref] = commit; }
    void remove(const std::string& ref) { refs_.erase(ref); }
    std::string content(const std::string& commit, const std::string& path) const;

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
    void fetch_refs(const std::string&, const std::vector<std::string>&) const override {}

private:
    using Flat = std::map<std::string, Entry>;
    Flat below(const std::string& commit, std::string_view folder) const;
    void flatten(const std::string& tree, const std::string& prefix, Flat& found) const;
    std::string tree_of(const Flat& files) const;
    std::vector<CommitInfo> leading_to(const std::string& head) const;
    std::optional<Entry> at(const std::string& commit, const std::string& path) const;

    mutable std::map<std::string, std::string> blobs_;
    mutable std::map<std::string, Listing> trees_;
    mutable std::map<std::string, CommitInfo> commits_;
    mutable std::map<std::string, std::string> refs_;
};

}  // namespace arbiter::tables

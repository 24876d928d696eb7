#pragma once

#include <map>
#include <string>

#include "tables/git.hpp"

namespace arbiter::tables {

/// Makes the folders of new commits. It goes around the index and the working files: what a commit
/// says about names can neither follow a link nor fail for a name that a file system would not
/// take.
class TreeMaker {
public:
    static GitResult<TreeMaker> start(const Repository& repository);

    /// Names as `git ls-tree` quotes them.
    using Listing = std::map<std::string, Entry>;
    /// One folder of a commit; empty if there is none there.
    GitResult<Listing> list(const std::string& commit, std::string_view folder) const;
    /// The folder's object.
    GitResult<std::string> write(const Listing& listing);

private:
    TreeMaker(const Repository& repository, platform::Dialogue mktree)
        : repository_(&repository), mktree_(std::move(mktree)) {}

    const Repository* repository_;
    platform::Dialogue mktree_;
};

}  // namespace arbiter::tables

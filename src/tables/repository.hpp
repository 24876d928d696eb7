#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What tables need of a repository. The real one is `GitRepository`; the tests have one in memory.
namespace arbiter::tables {

struct GitError {
    std::string sentence;
};
template <class T>
using GitResult = std::expected<T, GitError>;

/// A path that differs between two commits.
struct Change {
    std::string path;
    std::string mode;    ///< of the newer one, "000000" where the path is gone
    std::string object;  ///< of the newer one
    bool is_new;         ///< the older commit has nothing of that name
};

/// The pieces of a text that end with this character, as git's answers do.
std::vector<std::string_view> pieces(std::string_view text, char end);

/// Only zeros: how git writes that there is no such object.
bool is_nothing(std::string_view object);

/// One line of a folder in a commit.
struct Entry {
    std::string mode;
    std::string type;  ///< "blob", "tree", "commit"
    std::string object;

    bool operator==(const Entry&) const = default;
};
inline constexpr std::string_view file_mode = "100644";
inline constexpr std::string_view folder_mode = "040000";

/// A commit as the referee looks at it.
struct CommitInfo {
    std::string id;
    std::string tree;
    std::string parents;  ///< separated by blanks
    std::string message;
};

class Repository {
public:
    virtual ~Repository() = default;

    virtual std::optional<std::string> commit_named(std::string_view revision) const = 0;
    virtual bool is_ancestor(const std::string& older, const std::string& newer) const = 0;
    /// Whether all of these lead to `head`. False, too, where one of them is not here.
    virtual bool contains(const std::string& head,
                          const std::vector<std::string>& commits) const = 0;
    /// Nothing if there is no such commit.
    virtual GitResult<std::optional<CommitInfo>> commit_info(const std::string& id) const = 0;
    /// Commits that lead to `head`, the newest first, whose message has a line that begins so.
    struct Search {
        std::string head;
        std::string_view line;
        std::size_t count_max;
        /// Only those that touch something below it; empty: all.
        std::string folder{};
    };
    virtual GitResult<std::vector<CommitInfo>> commits_with(const Search& search) const = 0;

    /// Every path below `folder` that differs.
    virtual GitResult<std::vector<Change>> changes(const std::string& from, const std::string& to,
                                                   std::string_view folder) const = 0;
    /// The paths below `folder` that the commits of a range touch: "A..B", or all that lead to "B".
    virtual GitResult<std::vector<std::string>> touched(const std::string& range,
                                                        std::string_view folder) const = 0;
    /// The files below some folders of a commit, by path.
    virtual GitResult<std::map<std::string, Entry>> files(
        const std::string& commit, const std::vector<std::string>& folders) const = 0;

    /// The sizes and contents of files; a file of more than `bytes_max` has a size alone.
    struct Wanted {
        std::string object;  ///< or "COMMIT:path"
        std::size_t bytes_max;
    };
    struct Blob {
        std::size_t size = 0;
        std::string content;
    };
    virtual GitResult<std::vector<Blob>> read_blobs(const std::vector<Wanted>& wanted) const = 0;
    GitResult<std::vector<Blob>> read_blobs(const std::vector<std::string>& objects,
                                            std::size_t bytes_max) const;
    virtual GitResult<std::vector<std::string>> write_blobs(
        const std::vector<std::string>& contents) const = 0;
    /// Whether a path is the same file in two commits.
    virtual bool is_same_file(const std::string& a, const std::string& b,
                              const std::string& path) const = 0;

    /// Names as `git ls-tree` quotes them.
    using Listing = std::map<std::string, Entry>;
    /// One folder of a commit; empty if there is none there.
    virtual GitResult<Listing> list(const std::string& commit, std::string_view folder) const = 0;
    /// Makes a folder for a new commit, and gives its object. It goes around the index and the working
    /// files: what a commit says about names can neither follow a link nor fail for a name that a file
    /// system would not take.
    virtual GitResult<std::string> write_tree(const Listing& listing) const = 0;
    /// Who signs a commit: Arbiter, or the one whom the repository's configuration names.
    enum class Author : std::uint8_t { referee, user };
    virtual GitResult<std::string> commit(const std::string& tree, const std::string& parent,
                                          const std::string& message, Author author) const = 0;

    /// Where the branch is now: at the remote, or here if there is none.
    virtual GitResult<std::string> branch_head(const std::optional<std::string>& remote,
                                               const std::string& branch) const = 0;
    /// Two commits of a branch.
    struct Range {
        std::string before;  ///< only zeros where the branch is new
        std::string after;
    };
    /// A ref that moves along with a branch.
    struct Companion {
        std::string ref;
        std::string before;  ///< where it must be now; empty: nowhere
    };
    using Companions = std::vector<Companion>;
    /// Makes a commit the branch's newest, at the remote if there is one. False: somebody was quicker,
    /// and nothing was moved.
    virtual GitResult<bool> publish(const std::optional<std::string>& remote,
                                    const std::string& branch, const Range& commits,
                                    const Companions& companions) const = 0;
    /// Sets refs, wherever they are.
    virtual GitResult<void> set_refs(const Companions& refs, const std::string& commit) const = 0;
    /// Where these refs are, here or at a remote; those that are not there are left out.
    virtual GitResult<std::map<std::string, std::string>> refs(
        const std::optional<std::string>& remote, const std::vector<std::string>& names) const = 0;
    /// Brings refs from a remote, "REF" without setting it here, "REF:REF" if that goes forward. It does
    /// not say whether it could.
    virtual void fetch_refs(const std::string& remote,
                            const std::vector<std::string>& refs) const = 0;
};

}  // namespace arbiter::tables

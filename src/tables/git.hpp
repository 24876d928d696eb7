#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/process.hpp"

/// A repository through the user's own `git`. Commands are argument vectors, answers are separated
/// by zero bytes, hooks are off, and nobody is asked for a password. Nothing here touches the
/// working files except `forward_working_files`.
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

/// A commit as the referee looks at it.
struct CommitInfo {
    std::string id;
    std::string tree;
    std::string parents;  ///< separated by blanks
    std::string message;
};

class Repository {
public:
    /// The repository that a folder is in.
    static GitResult<Repository> open(const std::filesystem::path& folder);

    bool is_bare() const { return bare_; }
    /// Where the working files begin; the repository itself if it has none.
    const std::filesystem::path& root() const { return root_; }

    /// The branch that is checked out.
    GitResult<std::string> current_branch() const;
    std::optional<std::string> commit_named(std::string_view revision) const;
    bool is_ancestor(const std::string& older, const std::string& newer) const;
    /// Whether all of these lead to `head`. False, too, where one of them is not here.
    bool contains(const std::string& head, const std::vector<std::string>& commits) const;

    /// Every path below `folder` that differs.
    GitResult<std::vector<Change>> changes(const std::string& from, const std::string& to,
                                           std::string_view folder) const;
    /// The paths below `folder` that the commits of a range touch: "A..B", or all that lead to "B".
    GitResult<std::vector<std::string>> touched(const std::string& range,
                                                std::string_view folder) const;
    /// The files below some folders of a commit, by path.
    GitResult<std::map<std::string, Entry>> files(const std::string& commit,
                                                  const std::vector<std::string>& folders) const;
    /// Commits that lead to `head`, the newest first, whose message has a line that begins so.
    struct Search {
        std::string head;
        std::string_view line;
        std::size_t count_max;
        /// Only those that touch something below it; empty: all.
        std::string folder{};
    };
    GitResult<std::vector<CommitInfo>> commits_with(const Search& search) const;

    /// The sizes and contents of files; a file of more than `bytes_max` has a size alone.
    struct Wanted {
        std::string object;
        std::size_t bytes_max;
    };
    struct Blob {
        std::size_t size = 0;
        std::string content;
    };
    GitResult<std::vector<Blob>> read_blobs(const std::vector<Wanted>& wanted) const;
    GitResult<std::vector<Blob>> read_blobs(const std::vector<std::string>& objects,
                                            std::size_t bytes_max) const;
    GitResult<std::vector<std::string>> write_blobs(const std::vector<std::string>& contents) const;

    /// Who signs a commit: Arbiter, or the one whom the repository's configuration names.
    enum class Author : std::uint8_t { referee, user };
    GitResult<std::string> commit(const std::string& tree, const std::string& parent,
                                  const std::string& message, Author author) const;

    /// Where the branch is now at the remote.
    GitResult<std::string> fetch(const std::string& remote, const std::string& branch) const;
    /// The same where there is a remote; otherwise where it is here.
    GitResult<std::string> branch_head(const std::optional<std::string>& remote,
                                       const std::string& branch) const;
    /// A ref that moves along with a branch.
    struct Companion {
        std::string ref;
        std::string before;  ///< where it must be now; empty: nowhere
    };
    using Companions = std::vector<Companion>;
    /// Whether the branch and the companions are there now. False: somebody else was quicker, and
    /// none of them was moved.
    GitResult<bool> push(const std::string& remote, const std::string& branch,
                         const std::string& commit, const Companions& companions) const;
    /// Moves a branch that nobody has checked out. False: it was no longer at `from`.
    GitResult<bool> move_branch(const std::string& branch, const std::string& from,
                                const std::string& to, const Companions& companions) const;
    /// Sets refs, wherever they are.
    GitResult<void> set_refs(const Companions& refs, const std::string& commit) const;
    /// The checked-out branch and its files, where nothing stands in the way.
    GitResult<void> forward_working_files(const std::string& to) const;

    /// Runs git here: for what this class has no words for.
    GitResult<std::string> git(std::vector<std::string> arguments,
                               std::string_view input = {}) const;
    platform::Command command(std::vector<std::string> arguments) const;

private:
    explicit Repository(std::filesystem::path folder) : root_(std::move(folder)) {}
    GitResult<platform::Finished> run(std::vector<std::string> arguments,
                                      std::string_view input = {}) const;

    std::filesystem::path root_;
    bool bare_ = false;
};

/// Reads commits one after the other from a single process.
class CommitReader {
public:
    static GitResult<CommitReader> start(const Repository& repository);
    /// Nothing if there is no such commit.
    GitResult<std::optional<CommitInfo>> read(const std::string& id);

private:
    explicit CommitReader(platform::Dialogue git) : git_(std::move(git)) {}
    platform::Dialogue git_;
};

}  // namespace arbiter::tables

#include "tables/tree.hpp"

namespace arbiter::tables {

namespace {

constexpr std::chrono::seconds tree_patience{60};

std::unexpected<GitError> fault(const platform::ProcessError& problem) {
    return std::unexpected(GitError{problem.sentence});
}

platform::Dialogue::Deadline deadline() { return std::chrono::steady_clock::now() + tree_patience; }

}  // namespace

GitResult<TreeMaker> TreeMaker::start(const Repository& repository) {
    auto mktree = platform::Dialogue::start(repository.command({"mktree", "--batch"}));
    if (!mktree) return fault(mktree.error());
    return TreeMaker(repository, std::move(*mktree));
}

GitResult<TreeMaker::Listing> TreeMaker::list(const std::string& commit,
                                              std::string_view folder) const {
    const std::string prefix = folder.empty() ? "" : std::string(folder) + "/";
    std::vector<std::string> arguments{"ls-tree", "--full-tree", commit};
    if (!prefix.empty()) arguments.push_back(prefix);
    auto output = repository_->git(std::move(arguments));
    if (!output) return std::unexpected(std::move(output.error()));
    Listing listing;
    for (const std::string_view line : pieces(*output, '\n')) {
        const std::size_t mode_end = line.find(' ');
        const std::size_t type_end = line.find(' ', mode_end + 1);
        const std::size_t tab = line.find('\t');
        // A name in quotes has the folder inside of them.
        std::string name(line.substr(tab + 1));
        name.erase(name.starts_with('"') ? 1 : 0, prefix.size());
        listing.emplace(std::move(name),
                        Entry{std::string(line.substr(0, mode_end)),
                              std::string(line.substr(mode_end + 1, type_end - mode_end - 1)),
                              std::string(line.substr(type_end + 1, tab - type_end - 1))});
    }
    return listing;
}

GitResult<std::string> TreeMaker::write(const Listing& listing) {
    for (const auto& [name, entry] : listing) {
        const auto written = mktree_.write_line(
            entry.mode + " " + entry.type + " " + entry.object + "\t" + name, deadline());
        if (!written) return fault(written.error());
    }
    if (const auto ended = mktree_.write_line("", deadline()); !ended) return fault(ended.error());
    auto object = mktree_.read_line(deadline());
    if (!object) return fault(object.error());
    return std::move(*object);
}

}  // namespace arbiter::tables

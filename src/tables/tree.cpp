#include "tables/tree.hpp"

#include <algorithm>

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
    const std::string place = commit + ":" + std::string(folder);
    const auto kind = repository_->git({"cat-file", "-t", place});
    if (!kind || !kind->starts_with("tree")) return Listing();
    auto output = repository_->git({"ls-tree", "--full-tree", place});
    if (!output) return std::unexpected(std::move(output.error()));
    Listing listing;
    std::string_view rest = *output;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::size_t mode_end = line.find(' ');
        const std::size_t type_end = line.find(' ', mode_end + 1);
        const std::size_t tab = line.find('\t');
        listing.emplace(line.substr(tab + 1),
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

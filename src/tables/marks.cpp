#include "tables/marks.hpp"

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "tables/seal.hpp"

namespace arbiter::tables {

namespace {

constexpr std::string_view marks_folder = "refs/arbiter/tables/";
constexpr std::size_t short_id = 12;

/// The commit, fetched if only the remote has it; nothing if nobody has it any more.
GitResult<std::optional<CommitInfo>> marked_commit(const Repository& repository,
                                                   const std::optional<std::string>& remote,
                                                   const std::string& id,
                                                   const std::string& commit) {
    if (remote && !repository.commit_named(commit)) {
        repository.fetch_refs(*remote, {mark_ref(id)});
    }
    return repository.commit_info(commit);
}

/// Takes the marks of one place into account.
GitResult<void> recall(const Repository& repository, const Secret& secret,
                       const std::optional<std::string>& remote, const std::string& head,
                       const Marks& marks, Marks& previous) {
    std::vector<std::string> commits;
    for (const auto& [id, commit] : marks) commits.push_back(commit);
    if (repository.contains(head, commits)) {
        for (const auto& [id, commit] : marks) previous[id] = commit;
        return {};
    }
    for (const auto& [id, commit] : marks) {
        if (repository.contains(head, {commit})) {
            previous[id] = commit;
            continue;
        }
        const auto lost = marked_commit(repository, remote, id, commit);
        if (!lost) return std::unexpected(lost.error());
        if (!*lost || !opened(**lost, secret)) continue;
        return std::unexpected(
            GitError{rewound(id, **lost) + "; push that commit to the branch again"});
    }
    return {};
}

}  // namespace

std::string mark_ref(std::string_view id) { return std::string(marks_folder) + std::string(id); }

GitResult<Marks> read_marks(const Repository& repository, const std::optional<std::string>& remote,
                            const std::vector<std::string>& ids) {
    Marks marks;
    if (ids.empty()) return marks;
    std::vector<std::string> names;
    for (const std::string& id : ids) names.push_back(mark_ref(id));
    const auto refs = repository.refs(remote, names);
    if (!refs) return std::unexpected(refs.error());
    for (const auto& [ref, commit] : *refs) {
        if (ref.starts_with(marks_folder)) marks.emplace(ref.substr(marks_folder.size()), commit);
    }
    return marks;
}

GitResult<void> fetch_marks(const Repository& repository, const std::string& remote,
                            const std::vector<std::string>& ids) {
    const auto there = read_marks(repository, remote, ids);
    if (!there) return std::unexpected(there.error());
    if (there->empty()) return {};
    std::vector<std::string> refs;
    for (const auto& [id, commit] : *there) refs.push_back(mark_ref(id) + ":" + mark_ref(id));
    repository.fetch_refs(remote, refs);
    return {};
}

GitResult<Memory> remembered(const Repository& repository, const Secret& secret,
                             const std::optional<std::string>& remote,
                             const std::vector<std::string>& ids, const std::string& head) {
    Memory memory;
    for (const auto& place : {std::optional<std::string>(), remote}) {
        auto marks = read_marks(repository, place, ids);
        if (!marks) return std::unexpected(std::move(marks.error()));
        const bool news = *marks != memory.marks;
        memory.marks = std::move(*marks);
        if (news) {
            auto known = recall(repository, secret, remote, head, memory.marks, memory.previous);
            if (!known) return std::unexpected(std::move(known.error()));
        }
        if (!remote) break;
    }
    return memory;
}

std::string rewound(std::string_view id, const CommitInfo& lost) {
    const std::string subject = lost.message.substr(0, lost.message.find('\n'));
    return "table " + std::string(id) + " was rewound: the branch does not contain commit " +
           lost.id.substr(0, short_id) + " of the referee, " + in_quotes(excerpt(subject, 100));
}

}  // namespace arbiter::tables

#include "tests/tables/memory_repository.hpp"

#include <algorithm>

#include "core/base/sha256.hpp"

namespace arbiter::tables {

namespace {

std::string object_id(std::string_view kind, const std::string& text) {
    return to_hex(sha256(std::string(kind) + "\n" + text)).substr(0, 40);
}

bool is_below(std::string_view path, std::string_view folder) {
    return folder.empty() ||
           (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

}  // namespace

MemoryRepository::MemoryRepository() {
    refs_["refs/heads/main"] = *commit(*write_tree({}), "", "A club\n", Author::user);
}

std::string MemoryRepository::push(const std::string& branch, const std::vector<File>& files,
                                   const std::string& message) {
    std::string& head = refs_.at("refs/heads/" + branch);
    Flat all = below(head, "");
    for (const auto& [path, content, mode] : files) {
        if (content) {
            all[path] = {mode, "blob", write_blobs({*content})->front()};
        } else {
            all.erase(path);
        }
    }
    head = *commit(tree_of(all), head, message, Author::user);
    return head;
}

std::string MemoryRepository::content(const std::string& commit, const std::string& path) const {
    const auto entry = at(commit, path);
    return entry ? blobs_.at(entry->object) : std::string();
}

void MemoryRepository::flatten(const std::string& tree, const std::string& prefix,
                               Flat& found) const {
    for (const auto& [name, entry] : trees_.at(tree)) {
        if (entry.type == "tree") {
            flatten(entry.object, prefix + name + "/", found);
        } else {
            found.emplace(prefix + name, entry);
        }
    }
}

MemoryRepository::Flat MemoryRepository::below(const std::string& commit,
                                               std::string_view folder) const {
    Flat all;
    flatten(commits_.at(commit).tree, "", all);
    std::erase_if(all, [&](const auto& file) { return !is_below(file.first, folder); });
    return all;
}

std::string MemoryRepository::tree_of(const Flat& files) const {
    Listing listing;
    std::map<std::string, Flat> folders;
    for (const auto& [path, entry] : files) {
        const auto slash = path.find('/');
        if (slash == std::string::npos) {
            listing.emplace(path, entry);
        } else {
            folders[path.substr(0, slash)].emplace(path.substr(slash + 1), entry);
        }
    }
    for (const auto& [name, inside] : folders) {
        listing[name] = {std::string(folder_mode), "tree", tree_of(inside)};
    }
    return *write_tree(listing);
}

/// Every commit here has one parent, or none.
std::vector<CommitInfo> MemoryRepository::leading_to(const std::string& head) const {
    std::vector<CommitInfo> found;
    for (std::string id = head; commits_.contains(id); id = found.back().parents) {
        found.push_back(commits_.at(id));
    }
    return found;
}

std::optional<Entry> MemoryRepository::at(const std::string& commit,
                                          const std::string& path) const {
    if (!commits_.contains(commit)) return std::nullopt;
    const Flat all = below(commit, "");
    const auto found = all.find(path);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> MemoryRepository::commit_named(std::string_view revision) const {
    const std::string name(revision);
    if (const auto ref = refs_.find(name); ref != refs_.end()) return ref->second;
    return commits_.contains(name) ? std::optional(name) : std::nullopt;
}

bool MemoryRepository::is_ancestor(const std::string& older, const std::string& newer) const {
    return contains(newer, {older});
}

bool MemoryRepository::contains(const std::string& head,
                                const std::vector<std::string>& commits) const {
    const auto all = leading_to(head);
    return std::ranges::all_of(commits, [&](const std::string& id) {
        return std::ranges::find(all, id, &CommitInfo::id) != all.end();
    });
}

GitResult<std::optional<CommitInfo>> MemoryRepository::commit_info(const std::string& id) const {
    const auto found = commits_.find(id);
    if (found == commits_.end()) return std::nullopt;
    return found->second;
}

GitResult<std::vector<CommitInfo>> MemoryRepository::commits_with(const Search& search) const {
    std::vector<CommitInfo> found;
    for (const CommitInfo& commit : leading_to(search.head)) {
        const auto lines = pieces(commit.message, '\n');
        const bool has_line = std::ranges::any_of(
            lines, [&](std::string_view line) { return line.starts_with(search.line); });
        const bool touches =
            search.folder.empty() || commit.parents.empty() ||
            below(commit.id, search.folder) != below(commit.parents, search.folder);
        if (has_line && touches && found.size() < search.count_max) found.push_back(commit);
    }
    return found;
}

GitResult<std::vector<Change>> MemoryRepository::changes(const std::string& from,
                                                         const std::string& to,
                                                         std::string_view folder) const {
    const Flat before = below(from, folder);
    const Flat after = below(to, folder);
    std::vector<Change> found;
    for (const auto& [path, entry] : after) {
        const auto old = before.find(path);
        if (old != before.end() && old->second == entry) continue;
        found.push_back({path, entry.mode, entry.object, old == before.end()});
    }
    for (const auto& [path, entry] : before) {
        if (!after.contains(path)) found.push_back({path, "000000", std::string(40, '0'), false});
    }
    return found;
}

GitResult<std::vector<std::string>> MemoryRepository::touched(const std::string& range,
                                                              std::string_view folder) const {
    const auto dots = range.find("..");
    const std::string from = dots == std::string::npos ? "" : range.substr(0, dots);
    std::vector<std::string> paths;
    for (const CommitInfo& commit :
         leading_to(dots == std::string::npos ? range : range.substr(dots + 2))) {
        if (commit.id == from) break;
        if (commit.parents.empty()) continue;
        const auto changed = changes(commit.parents, commit.id, folder);
        for (const Change& change : *changed) paths.push_back(change.path);
    }
    return paths;
}

GitResult<std::map<std::string, Entry>> MemoryRepository::files(
    const std::string& commit, const std::vector<std::string>& folders) const {
    std::map<std::string, Entry> found;
    for (const std::string& folder : folders) found.merge(below(commit, folder));
    return found;
}

GitResult<std::vector<Repository::Blob>> MemoryRepository::read_blobs(
    const std::vector<Wanted>& wanted) const {
    std::vector<Blob> found;
    for (const auto& [object, bytes_max] : wanted) {
        const auto colon = object.find(':');
        const auto entry =
            colon == std::string::npos
                ? Entry{"", "", object}
                : at(object.substr(0, colon), object.substr(colon + 1)).value_or(Entry{});
        const auto blob = blobs_.find(entry.object);
        found.emplace_back();
        if (blob == blobs_.end()) continue;
        found.back().size = blob->second.size();
        if (blob->second.size() <= bytes_max) found.back().content = blob->second;
    }
    return found;
}

GitResult<std::vector<std::string>> MemoryRepository::write_blobs(
    const std::vector<std::string>& contents) const {
    std::vector<std::string> objects;
    for (const std::string& content : contents) {
        objects.push_back(object_id("blob", content));
        blobs_[objects.back()] = content;
    }
    return objects;
}

bool MemoryRepository::is_same_file(const std::string& a, const std::string& b,
                                    const std::string& path) const {
    const auto one = at(a, path);
    return one && one == at(b, path);
}

GitResult<Repository::Listing> MemoryRepository::list(const std::string& commit,
                                                      std::string_view folder) const {
    std::string tree = commits_.at(commit).tree;
    for (const std::string_view part : pieces(folder, '/')) {
        const Listing& listing = trees_.at(tree);
        const auto entry = listing.find(std::string(part));
        if (entry == listing.end() || entry->second.type != "tree") return Listing();
        tree = entry->second.object;
    }
    return trees_.at(tree);
}

GitResult<std::string> MemoryRepository::write_tree(const Listing& listing) const {
    std::string text;
    for (const auto& [name, entry] : listing) {
        text += entry.mode + " " + entry.object + " " + name + "\n";
    }
    const std::string id = object_id("tree", text);
    trees_[id] = listing;
    return id;
}

GitResult<std::string> MemoryRepository::commit(const std::string& tree, const std::string& parent,
                                                const std::string& message, Author) const {
    const std::string id = object_id("commit", tree + "\n" + parent + "\n" + message);
    commits_[id] = {id, tree, parent, message};
    return id;
}

GitResult<std::string> MemoryRepository::branch_head(const std::optional<std::string>&,
                                                     const std::string& branch) const {
    const auto head = commit_named("refs/heads/" + branch);
    if (!head) return std::unexpected(GitError{"there is no branch " + branch});
    return *head;
}

GitResult<bool> MemoryRepository::publish(const std::optional<std::string>&,
                                          const std::string& branch, const Range& commits,
                                          const Companions& companions) const {
    std::string& head = refs_["refs/heads/" + branch];
    const bool is_free = std::ranges::all_of(companions, [&](const Companion& one) {
        return commit_named(one.ref).value_or("") == one.before;
    });
    if (head != commits.before || !is_free) return false;
    head = commits.after;
    static_cast<void>(set_refs(companions, commits.after));
    return true;
}

GitResult<void> MemoryRepository::set_refs(const Companions& refs,
                                           const std::string& commit) const {
    for (const Companion& one : refs) refs_[one.ref] = commit;
    return {};
}

GitResult<std::map<std::string, std::string>> MemoryRepository::refs(
    const std::optional<std::string>&, const std::vector<std::string>& names) const {
    std::map<std::string, std::string> found;
    for (const std::string& name : names) {
        if (const auto ref = refs_.find(name); ref != refs_.end()) found.insert(*ref);
    }
    return found;
}

}  // namespace arbiter::tables

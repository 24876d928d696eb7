#include "tables/git.hpp"

#include <algorithm>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"

namespace arbiter::tables {

namespace {

using platform::Finished;

constexpr std::size_t output_max = std::size_t{256} << 20U;
constexpr std::chrono::minutes git_patience{5};

std::unexpected<GitError> fault(std::string sentence) {
    return std::unexpected(GitError{std::move(sentence)});
}

/// What git says of a failure, without the rest of its advice.
std::string complaint(const Finished& finished) {
    for (const std::string_view line : pieces(finished.errors, '\n')) {
        for (const std::string_view prefix : {"fatal: ", "error: "}) {
            if (line.starts_with(prefix)) return excerpt(line.substr(prefix.size()), 300);
        }
    }
    return excerpt(trimmed(finished.errors), 300);
}

std::size_t number_in(std::string_view text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

std::vector<std::string_view> pieces(std::string_view text, char end) {
    std::vector<std::string_view> found;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find(end), text.size());
        found.push_back(text.substr(0, length));
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return found;
}

bool is_nothing(std::string_view object) {
    return object.find_first_not_of('0') == std::string_view::npos;
}

GitResult<GitRepository> GitRepository::open(const std::filesystem::path& folder) {
    GitRepository repository(folder.empty() ? std::filesystem::path(".") : folder);
    // A bare repository has no top level: the last question fails there, after the other answers.
    const auto answers = repository.run(
        {"rev-parse", "--is-bare-repository", "--absolute-git-dir", "--show-toplevel"});
    if (!answers) return std::unexpected(answers.error());
    const auto lines = pieces(answers->output, '\n');
    repository.bare_ = !lines.empty() && lines[0] == "true";
    if (lines.size() < (repository.bare_ ? 2U : 3U)) {
        return fault("there is no git repository in " + repository.root_.string() +
                     ": git rev-parse: " + complaint(*answers));
    }
    repository.root_ = std::string(lines[repository.bare_ ? 1 : 2]);
    return repository;
}

platform::Command GitRepository::command(std::vector<std::string> arguments) const {
    platform::Command command{
        .arguments = {"git", "--literal-pathspecs", "-c", "core.hooksPath=/dev/null", "-c",
                      "core.fsmonitor=false", "-c", "protocol.ext.allow=never", "-c",
                      "commit.gpgSign=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false"},
        .folder = root_,
        .environment = {
            {"GIT_TERMINAL_PROMPT", "0"}, {"LC_ALL", "C"}, {"GIT_OPTIONAL_LOCKS", "0"}}};
    std::ranges::move(arguments, std::back_inserter(command.arguments));
    return command;
}

GitResult<Finished> GitRepository::run(std::vector<std::string> arguments,
                                       std::string_view input) const {
    auto finished = platform::run(command(std::move(arguments)), input,
                                  {.time = git_patience, .output_bytes = output_max});
    if (!finished) return fault(finished.error().sentence);
    return std::move(*finished);
}

GitResult<std::string> GitRepository::git(std::vector<std::string> arguments,
                                          std::string_view input) const {
    const std::string name = arguments.front();
    auto finished = run(std::move(arguments), input);
    if (!finished) return std::unexpected(std::move(finished.error()));
    if (finished->exit_code != 0) return fault("git " + name + ": " + complaint(*finished));
    return std::move(finished->output);
}

GitResult<std::string> GitRepository::current_branch() const {
    auto name = git({"symbolic-ref", "--quiet", "--short", "HEAD"});
    if (!name) return fault("no branch is checked out");
    return std::string(trimmed(*name));
}

std::optional<std::string> GitRepository::commit_named(std::string_view revision) const {
    auto commit = git({"rev-parse", "--verify", "--quiet", "--end-of-options",
                       std::string(revision) + "^{commit}"});
    if (!commit) return std::nullopt;
    return std::string(trimmed(*commit));
}

bool GitRepository::is_ancestor(const std::string& older, const std::string& newer) const {
    const auto finished = run({"merge-base", "--is-ancestor", older, newer});
    return finished && finished->exit_code == 0;
}

bool GitRepository::contains(const std::string& head,
                             const std::vector<std::string>& commits) const {
    if (commits.empty()) return true;
    std::vector<std::string> arguments{"rev-list", "--max-count=1"};
    arguments.insert(arguments.end(), commits.begin(), commits.end());
    arguments.insert(arguments.end(), {"--not", head, "--"});
    const auto missing = git(std::move(arguments));
    return missing && missing->empty();
}

GitResult<std::vector<Change>> GitRepository::changes(const std::string& from,
                                                      const std::string& to,
                                                      std::string_view folder) const {
    auto output = git({"diff-tree", "-r", "-z", "--no-renames", "--end-of-options", from, to, "--",
                       std::string(folder)});
    if (!output) return std::unexpected(std::move(output.error()));
    std::vector<Change> changes;
    const auto parts = pieces(*output, '\0');
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
        // ":100644 100644 OBJECT OBJECT M", then the path.
        const auto words = pieces(parts[i], ' ');
        if (words.size() < 5) return fault("git diff-tree answers what nobody understands");
        changes.push_back({std::string(parts[i + 1]), std::string(words[1]), std::string(words[3]),
                           is_nothing(words[2])});
    }
    return changes;
}

GitResult<std::vector<std::string>> GitRepository::touched(const std::string& range,
                                                           std::string_view folder) const {
    auto output = git({"log", "-c", "--format=", "--name-only", "-z", "--no-renames",
                       "--end-of-options", range, "--", std::string(folder)});
    if (!output) return std::unexpected(std::move(output.error()));
    std::vector<std::string> paths;
    for (const std::string_view path : pieces(*output, '\0')) {
        if (!path.empty()) paths.emplace_back(path);
    }
    return paths;
}

GitResult<std::map<std::string, Entry>> GitRepository::files(
    const std::string& commit, const std::vector<std::string>& folders) const {
    if (folders.empty()) return std::map<std::string, Entry>();
    std::vector<std::string> arguments{"ls-tree", "-r", "-z", "--full-tree", commit, "--"};
    for (const std::string& folder : folders) arguments.push_back(folder + "/");
    auto output = git(std::move(arguments));
    if (!output) return std::unexpected(std::move(output.error()));
    std::map<std::string, Entry> files;
    for (const std::string_view line : pieces(*output, '\0')) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string_view::npos) continue;
        const auto words = pieces(line.substr(0, tab), ' ');
        if (words.size() != 3) continue;
        files.emplace(line.substr(tab + 1),
                      Entry{std::string(words[0]), std::string(words[1]), std::string(words[2])});
    }
    return files;
}

GitResult<std::vector<CommitInfo>> GitRepository::commits_with(const Search& search) const {
    std::vector<std::string> arguments{"log",
                                       "-z",
                                       "--topo-order",
                                       "--format=%H%n%T%n%P%n%B",
                                       "--max-count=" + std::to_string(search.count_max),
                                       "--grep=^" + std::string(search.line),
                                       "--end-of-options",
                                       search.head,
                                       "--"};
    if (!search.folder.empty()) arguments.push_back(search.folder);
    auto output = git(std::move(arguments));
    if (!output) return std::unexpected(std::move(output.error()));
    std::vector<CommitInfo> commits;
    for (std::string_view text : pieces(*output, '\0')) {
        CommitInfo commit;
        for (std::string* part : {&commit.id, &commit.tree, &commit.parents}) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            *part = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        commit.message = text;
        commits.push_back(std::move(commit));
    }
    return commits;
}

GitResult<std::vector<Repository::Blob>> Repository::read_blobs(
    const std::vector<std::string>& objects, std::size_t bytes_max) const {
    std::vector<Wanted> wanted;
    for (const std::string& object : objects) wanted.push_back({object, bytes_max});
    return read_blobs(wanted);
}

GitResult<std::vector<GitRepository::Blob>> GitRepository::read_blobs(
    const std::vector<Wanted>& wanted) const {
    std::vector<Blob> blobs(wanted.size());
    if (wanted.empty()) return blobs;
    std::string all;
    for (const Wanted& one : wanted) all += one.object + "\n";
    auto sizes = git({"cat-file", "--batch-check=%(objecttype) %(objectsize)"}, all);
    if (!sizes) return std::unexpected(std::move(sizes.error()));
    const auto lines = pieces(*sizes, '\n');
    std::vector<Blob*> small;
    std::string names;
    for (std::size_t i = 0; i < blobs.size() && i < lines.size(); ++i) {
        constexpr std::string_view blob = "blob ";
        if (!lines[i].starts_with(blob)) continue;
        blobs[i].size = number_in(lines[i].substr(blob.size()));
        if (blobs[i].size > wanted[i].bytes_max) continue;
        small.push_back(&blobs[i]);
        names += wanted[i].object + "\n";
    }
    if (small.empty()) return blobs;
    auto contents = git({"cat-file", "--batch=%(objecttype)"}, names);
    if (!contents) return std::unexpected(std::move(contents.error()));
    std::string_view rest = *contents;
    for (Blob* blob : small) {
        rest.remove_prefix(std::min(rest.find('\n') + 1, rest.size()));
        blob->content = rest.substr(0, blob->size);
        rest.remove_prefix(std::min(blob->size + 1, rest.size()));
    }
    return blobs;
}

GitResult<std::vector<std::string>> GitRepository::write_blobs(
    const std::vector<std::string>& contents) const {
    std::string stream;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        const std::string mark = ":" + std::to_string(i + 1);
        stream += "blob\nmark " + mark + "\ndata " + std::to_string(contents[i].size()) + "\n" +
                  contents[i] + "\nget-mark " + mark + "\n";
    }
    auto output = git({"fast-import", "--quiet", "--done"}, stream + "done\n");
    if (!output) return std::unexpected(std::move(output.error()));
    std::vector<std::string> objects;
    for (const std::string_view line : pieces(*output, '\n')) objects.emplace_back(line);
    if (objects.size() != contents.size()) return fault("git fast-import has not kept every file");
    return objects;
}

GitResult<std::string> GitRepository::commit(const std::string& tree, const std::string& parent,
                                             const std::string& message, Author author) const {
    auto order = command({"commit-tree", tree, "-p", parent, "-F", "-"});
    if (author == Author::referee) {
        for (const char* role : {"AUTHOR", "COMMITTER"}) {
            order.environment.emplace_back("GIT_" + std::string(role) + "_NAME", "Arbiter");
            order.environment.emplace_back("GIT_" + std::string(role) + "_EMAIL",
                                           "arbiter@noreply.invalid");
        }
    }
    auto finished = platform::run(order, message);
    if (!finished) return fault(finished.error().sentence);
    if (finished->exit_code != 0) return fault("git commit-tree: " + complaint(*finished));
    return std::string(trimmed(finished->output));
}

GitResult<std::string> GitRepository::fetch(const std::string& remote,
                                            const std::string& branch) const {
    auto fetched = git({"fetch", "--quiet", "--no-tags", "--end-of-options", remote,
                        "+refs/heads/" + branch + ":refs/remotes/" + remote + "/" + branch});
    if (!fetched) return std::unexpected(std::move(fetched.error()));
    auto head = commit_named("refs/remotes/" + remote + "/" + branch);
    if (!head) return fault("there is no branch " + in_quotes(branch) + " at " + remote);
    return std::move(*head);
}

GitResult<std::string> GitRepository::branch_head(const std::optional<std::string>& remote,
                                                  const std::string& branch) const {
    if (remote) return fetch(*remote, branch);
    auto head = commit_named("refs/heads/" + branch);
    if (!head) return fault("there is no branch " + in_quotes(branch) + " with a commit");
    return std::move(*head);
}

GitResult<bool> GitRepository::push(const std::string& remote, const std::string& branch,
                                    const std::string& commit, const Companions& companions) const {
    std::vector<std::string> arguments{"push", "--porcelain", "--quiet"};
    if (!companions.empty()) arguments.emplace_back("--atomic");
    for (const auto& [ref, before] : companions) {
        arguments.push_back("--force-with-lease=" + ref + ":" + before);
    }
    arguments.insert(arguments.end(),
                     {"--end-of-options", remote, commit + ":refs/heads/" + branch});
    for (const auto& [ref, before] : companions) arguments.push_back(commit + ":" + ref);
    const auto finished = run(std::move(arguments));
    if (!finished) return std::unexpected(finished.error());
    if (finished->exit_code == 0) return true;
    // "!	COMMIT:refs/heads/main	[rejected] (fetch first)"; the last two are of a server whose
    // branch moved while it took our objects.
    for (const std::string_view sign :
         {"[rejected]", "cannot lock ref", "failed to update ref", "incorrect old value"}) {
        if (finished->output.contains(sign) || finished->errors.contains(sign)) return false;
    }
    return fault("git push: " + complaint(*finished));
}

GitResult<bool> GitRepository::move_branch(const std::string& branch, const Range& commits,
                                           const Companions& companions) const {
    const auto& [from, to] = commits;
    const std::string name = "refs/heads/" + branch;
    std::string order = "update " + name + " " + to + " " + from + "\n";
    for (const auto& [ref, before] : companions) {
        order += before.empty() ? "create " + ref + " " + to + "\n"
                                : "update " + ref + " " + to + " " + before + "\n";
    }
    const auto finished = run({"update-ref", "--stdin"}, order);
    if (!finished) return std::unexpected(finished.error());
    if (finished->exit_code == 0) return true;
    if (commit_named(name) != from) return false;
    return fault("git update-ref: " + complaint(*finished));
}

GitResult<void> GitRepository::set_refs(const Companions& refs, const std::string& commit) const {
    std::string order;
    for (const Companion& one : refs) order += "update " + one.ref + " " + commit + "\n";
    if (auto set = git({"update-ref", "--stdin"}, order); !set) {
        return std::unexpected(std::move(set.error()));
    }
    return {};
}

GitResult<void> GitRepository::forward_working_files(const std::string& to) const {
    auto merged = git({"merge", "--quiet", "--ff-only", "--no-verify", to});
    if (!merged) return std::unexpected(std::move(merged.error()));
    return {};
}

bool GitRepository::is_same_file(const std::string& a, const std::string& b,
                                 const std::string& path) const {
    const auto objects = git({"rev-parse", a + ":" + path, b + ":" + path});
    return objects &&
           objects->substr(0, objects->size() / 2) == objects->substr(objects->size() / 2);
}

GitResult<Repository::Listing> GitRepository::list(const std::string& commit,
                                                   std::string_view folder) const {
    const std::string prefix = folder.empty() ? "" : std::string(folder) + "/";
    std::vector<std::string> arguments{"ls-tree", "--full-tree", commit};
    if (!prefix.empty()) arguments.push_back(prefix);
    auto output = git(std::move(arguments));
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

GitResult<std::string> GitRepository::write_tree(const Listing& listing) const {
    const auto mktree = dialogue(mktree_, {"mktree", "--batch"});
    if (!mktree) return std::unexpected(mktree.error());
    const auto deadline = std::chrono::steady_clock::now() + git_patience;
    std::string lines;
    for (const auto& [name, entry] : listing) {
        lines += entry.mode + " " + entry.type + " " + entry.object + "\t" + name + "\n";
    }
    if (const auto written = (*mktree)->write_line(lines, deadline); !written) {
        return fault(written.error().sentence);
    }
    auto object = (*mktree)->read_line(deadline);
    if (!object) return fault(object.error().sentence);
    return std::move(*object);
}

GitResult<bool> GitRepository::publish(const std::optional<std::string>& remote,
                                       const std::string& branch, const Range& commits,
                                       const Companions& companions) const {
    const bool is_checked_out = !is_bare() && current_branch().value_or("") == branch;
    if (remote) {
        const auto pushed = push(*remote, branch, commits.after, companions);
        // The working files follow where they can; the branch at the remote is what counts.
        if (pushed && *pushed && is_checked_out) {
            static_cast<void>(forward_working_files(commits.after));
        }
        return pushed;
    }
    if (!is_checked_out) return move_branch(branch, commits, companions);
    if (auto forwarded = forward_working_files(commits.after); !forwarded) {
        return std::unexpected(std::move(forwarded.error()));
    }
    if (auto set = set_refs(companions, commits.after); !set) {
        return std::unexpected(std::move(set.error()));
    }
    return true;
}

GitResult<std::map<std::string, std::string>> GitRepository::refs(
    const std::optional<std::string>& remote, const std::vector<std::string>& names) const {
    std::vector<std::string> arguments{"for-each-ref", "--format=%(objectname)%09%(refname)"};
    if (remote) arguments = {"ls-remote", "--quiet", "--refs", *remote};
    arguments.insert(arguments.end(), names.begin(), names.end());
    const auto output = git(std::move(arguments));
    if (!output) return std::unexpected(output.error());
    std::map<std::string, std::string> found;
    // "OBJECT<tab>refs/arbiter/tables/duel"
    for (const std::string_view line : pieces(*output, '\n')) {
        const std::size_t tab = std::min(line.find('\t'), line.size());
        found.emplace(line.substr(std::min(tab + 1, line.size())), line.substr(0, tab));
    }
    return found;
}

void GitRepository::fetch_refs(const std::string& remote,
                               const std::vector<std::string>& refs) const {
    std::vector<std::string> arguments{"fetch", "--quiet", "--no-tags", "--end-of-options", remote};
    arguments.insert(arguments.end(), refs.begin(), refs.end());
    static_cast<void>(git(std::move(arguments)));
}

GitResult<platform::Dialogue*> GitRepository::dialogue(std::optional<platform::Dialogue>& process,
                                                       std::vector<std::string> arguments) const {
    if (!process) {
        auto started = platform::Dialogue::start(command(std::move(arguments)));
        if (!started) return fault(started.error().sentence);
        process.emplace(std::move(*started));
    }
    return &*process;
}

GitResult<std::optional<CommitInfo>> GitRepository::commit_info(const std::string& id) const {
    const auto git = dialogue(cat_file_, {"cat-file", "--batch=%(objecttype) %(objectsize)"});
    if (!git) return std::unexpected(git.error());
    const auto deadline = std::chrono::steady_clock::now() + git_patience;
    if (const auto asked = (*git)->write_line(id, deadline); !asked) {
        return fault(asked.error().sentence);
    }
    const auto header = (*git)->read_line(deadline);
    if (!header) return fault(header.error().sentence);
    constexpr std::string_view kind = "commit ";
    // "... missing" has no content; whatever else is there would have one that is no commit's.
    if (header->ends_with(" missing")) return std::nullopt;
    if (!header->starts_with(kind)) return fault(id + " is not a commit");
    const std::size_t size = number_in(std::string_view(*header).substr(kind.size()));
    std::string text;
    while (text.size() <= size) {
        const auto line = (*git)->read_line(deadline);
        if (!line) return fault(line.error().sentence);
        text += *line + "\n";
    }
    text.resize(size);
    CommitInfo commit{.id = id, .tree = {}, .parents = {}, .message = {}};
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    for (const std::string_view line : pieces(std::string_view(text).substr(0, end), '\n')) {
        if (line.starts_with("tree ")) commit.tree = line.substr(5);
        if (!line.starts_with("parent ")) continue;
        commit.parents += (commit.parents.empty() ? "" : " ") + std::string(line.substr(7));
    }
    commit.message = text.substr(std::min(end + 2, text.size()));
    return commit;
}

}  // namespace arbiter::tables

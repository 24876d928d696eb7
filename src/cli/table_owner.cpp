#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/sink.hpp"
#include "cli/table_commands.hpp"
#include "cli/table_place.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "platform/files.hpp"
#include "tables/folder.hpp"
#include "tables/kit.hpp"
#include "tables/names.hpp"
#include "tables/page.hpp"

namespace arbiter::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kit_file_max = std::size_t{1} << 20U;

CommandError cannot_write(const std::string& sentence) {
    return CommandError({.kind = "system", .code = "system", .sentence = sentence});
}

/// Writes files below a folder, and makes the folders they need.
void write_all(const fs::path& root, const std::vector<tables::KitFile>& files) {
    for (const auto& [path, content, is_program] : files) {
        const fs::path place = root / path;
        std::error_code problem;
        fs::create_directories(place.parent_path(), problem);
        if (problem) {
            throw cannot_write(
                fmt::format("cannot make {}: {}", place.parent_path().string(), problem.message()));
        }
        if (auto written = platform::write_file(place, content); !written) {
            throw cannot_write(written.error().sentence);
        }
        if (is_program) {
            using enum fs::perms;
            fs::permissions(place, owner_exec | group_exec | others_exec, fs::perm_options::add,
                            problem);
        }
    }
}

void tell_files(const Console& console, const std::vector<tables::KitFile>& files,
                const std::string& next) {
    if (console.json) {
        JsonWriter out;
        out.object([&] {
            out.key("files");
            out.array([&] {
                for (const tables::KitFile& file : files) out.value(file.path);
            });
        });
        return print(out.take());
    }
    std::string text;
    for (const tables::KitFile& file : files) text += file.path + "\n";
    print(text + next);
}

struct Init {
    fs::path folder;
    std::string source;
    std::string forge = "github";
    std::string version = ARBITER_VERSION;
    std::string branch;
    bool force = false;

    void add_to(CLI::App& command) {
        command.add_option("REPOSITORY", folder, "A folder of the repository")->required();
        command
            .add_option("--source", source,
                        "Where Arbiter itself is: https://github.com/OWNER/NAME")
            ->type_name("ADDRESS");
        command
            .add_option("--forge", forge,
                        "What runs the referee: github, by a workflow, or hook, a post-receive "
                        "hook of any git server")
            ->check(one_of({"github", "hook"}))
            ->capture_default_str();
        command.add_option("--version", version, "The release of Arbiter to use")
            ->capture_default_str();
        command.add_option("--branch", branch, "The branch of the tables; absent: the present one")
            ->type_name("BRANCH");
        command.add_flag("--force", force, "Replace files that are there and differ");
    }

    void run(const Console& console) const {
        auto repository = tables::GitRepository::open(folder);
        if (!repository) throw git_error(repository.error());
        const tables::Runner runner = chosen_runner(*repository);
        require_plain(version, "a version");
        const auto files = tables::kit({.runner = runner,
                                        .source = source,
                                        .version = version,
                                        .branch = chosen_branch(*repository)});
        if (!force) refuse_to_replace(repository->root(), files);
        write_all(repository->root(), files);
        tell_files(console, files, std::string(next_steps(runner)));
    }

private:
    tables::Runner chosen_runner(const tables::GitRepository& repository) const {
        using enum tables::Runner;
        if (forge == "hook") return repository.is_bare() ? bare_hook : hook;
        if (repository.is_bare()) {
            throw usage_error("this is a bare repository; the files go into a clone of it");
        }
        if (source.empty()) throw usage_error("--source is required");
        require_plain(source, "an address");
        return github;
    }

    static std::string_view next_steps(tables::Runner runner) {
        switch (runner) {
            case tables::Runner::github:
                return "\nCommit these files and push them. Then give the referee its secret:\n"
                       "  openssl rand -hex 32 | gh secret set ARBITER_TABLE_SECRET\n";
            case tables::Runner::hook:
                return "\nCopy tables/post-receive into the folder hooks of the server's "
                       "repository, and put the referee's secret beside that folder:\n"
                       "  openssl rand -hex 32 > arbiter-secret && chmod 600 arbiter-secret\n";
            case tables::Runner::bare_hook:
                return "\nPut the referee's secret where only the hook can read it:\n"
                       "  openssl rand -hex 32 > arbiter-secret && chmod 600 arbiter-secret\n";
        }
        return {};
    }

    /// These words go into YAML.
    static void require_plain(const std::string& text, std::string_view what) {
        constexpr std::string_view fine =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:~+";
        if (!text.empty() && text.find_first_not_of(fine) == std::string::npos) return;
        throw usage_error(fmt::format("\"{}\" is not {}", text, what));
    }

    std::string chosen_branch(const tables::GitRepository& repository) const {
        std::string name = branch_or_current(branch, repository);
        require_plain(name, "a branch that a workflow can name");
        return name;
    }

    static void refuse_to_replace(const fs::path& root, const std::vector<tables::KitFile>& files) {
        for (const auto& [path, content, is_program] : files) {
            if (!fs::exists(fs::symlink_status(root / path))) continue;
            const auto present = platform::read_file(root / path, kit_file_max);
            if (present && *present == content) continue;
            throw CommandError({.kind = "invalid_input",
                                .code = "file_exists",
                                .sentence = path + " is there already, and differs",
                                .hint = "--force replaces it"});
        }
    }
};

/// "https://github.com/OWNER/NAME" of how git knows it: git@github.com:OWNER/NAME.git, or as it is.
std::string web_address(std::string remote) {
    constexpr std::string_view ssh = "git@github.com:";
    constexpr std::string_view ending = ".git";
    if (remote.starts_with(ssh)) remote.replace(0, ssh.size(), "https://github.com/");
    if (remote.ends_with(ending)) remote.erase(remote.size() - ending.size());
    return remote.starts_with("https://") ? remote : "";
}

/// GitHub's list of what is in the folder of the tables; empty for another host.
std::string listing_of(const std::string& repository, const std::string& branch) {
    constexpr std::string_view web = "https://github.com/";
    if (!repository.starts_with(web)) return {};
    return fmt::format("https://api.github.com/repos/{}/contents/{}?ref={}",
                       repository.substr(web.size()), tables::tables_folder, branch);
}

struct Page {
    fs::path folder = "page";
    std::string source = "../tables/";
    std::string address;
    std::string branch;
    std::string listing;
    int interval = 15;
    TablePlace place;

    void add_to(CLI::App& command) {
        command
            .add_option("FOLDER", folder, "The folder to write, from the root of the repository")
            ->capture_default_str();
        command.add_option("--source", source, "Where the page finds the tables")
            ->type_name("ADDRESS")
            ->capture_default_str();
        command
            .add_option("--address", address,
                        "Where moves are committed: https://github.com/OWNER/NAME; absent: origin")
            ->type_name("ADDRESS");
        command.add_option("--branch", branch, "The branch of the tables; absent: the present one")
            ->type_name("BRANCH");
        command.add_option("--interval", interval, "Seconds between checks")
            ->check(whole_number(1, 86'400))
            ->capture_default_str();
        command
            .add_option("--listing", listing,
                        "Where the folder of the tables is listed, as GitHub's API does; absent: "
                        "GitHub, if the repository is there")
            ->type_name("ADDRESS");
        place.add_to(command);
    }

    void run(const Console& console) const {
        tables::PageOptions options{.tables = tables::table_ids(place.root()),
                                    .source = source.ends_with('/') ? source : source + "/",
                                    .repository = address,
                                    .branch = branch,
                                    .interval_s = interval};
        const auto repository = tables::GitRepository::open(place.root());
        if (repository && branch.empty()) {
            options.branch = repository->current_branch().value_or("main");
        }
        if (repository && address.empty()) {
            const auto remote = repository->git({"remote", "get-url", "origin"});
            if (remote) options.repository = web_address(std::string(trimmed(*remote)));
        }
        options.listing =
            listing.empty() ? listing_of(options.repository, options.branch) : listing;
        const auto files = tables::page(options);
        if (!files) {
            throw CommandError({.kind = "system",
                                .code = "no_engine",
                                .sentence = "this program was built without the engine for pages",
                                .hint = "`make build` builds it with"});
        }
        write_all(folder.is_absolute() ? folder : place.root() / folder, *files);
        tell_files(console, *files, "");
    }
};

}  // namespace

void add_table_owner_commands(CLI::App& table, const Console& console) {
    add_command<Init>(table, console,
                      {"init", "Put the referee's workflow or hook into a repository",
                       "Examples:\n"
                       "  arbiter table init . --source https://github.com/OWNER/arbiter\n"
                       "  arbiter table init /srv/git/club.git --forge hook"});
    add_command<Page>(table, console,
                      {"page", "Write a static site that shows the tables and composes moves",
                       "Examples:\n"
                       "  arbiter table page\n"
                       "  arbiter table page site --source https://example.com/tables/"});
}

}  // namespace arbiter::cli

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/sink.hpp"
#include "cli/table_commands.hpp"
#include "cli/table_place.hpp"
#include "core/contract/json.hpp"
#include "platform/files.hpp"
#include "tables/kit.hpp"

namespace arbiter::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kit_file_max = std::size_t{1} << 20U;

Failure cannot_write(const std::string& sentence) {
    return Failure({.kind = "system", .code = "system", .sentence = sentence});
}

/// Writes files below a folder, and makes the folders they need.
void write_all(const fs::path& root, const std::vector<tables::KitFile>& files) {
    for (const auto& [path, content] : files) {
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
    std::string version = ARBITER_VERSION;
    std::string branch;
    bool force = false;

    void add_to(CLI::App& command) {
        command.add_option("REPOSITORY", folder, "A folder of the repository")->required();
        command
            .add_option("--source", source,
                        "Where Arbiter itself is: https://github.com/OWNER/NAME")
            ->type_name("ADDRESS")
            ->required();
        command.add_option("--version", version, "Which release of it")->capture_default_str();
        command.add_option("--branch", branch, "The branch of the tables; absent: the present one")
            ->type_name("BRANCH");
        command.add_flag("--force", force, "Replace files that are there and differ");
    }

    void run(const Console& console) const {
        auto repository = tables::Repository::open(folder);
        if (!repository) throw git_trouble(repository.error());
        if (repository->is_bare()) {
            throw usage_error("this is a bare repository; the files go into a clone of it");
        }
        require_plain(source, "an address");
        require_plain(version, "a version");
        const auto files = tables::kit({source, version, chosen_branch(*repository)});
        if (!force) refuse_to_replace(repository->root(), files);
        write_all(repository->root(), files);
        tell_files(console, files,
                   "\nCommit these files and push them. Then give the referee its secret:\n"
                   "  openssl rand -hex 32 | gh secret set ARBITER_TABLE_SECRET\n");
    }

private:
    /// These words go into YAML.
    static void require_plain(const std::string& text, std::string_view what) {
        constexpr std::string_view fine =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:~+";
        if (!text.empty() && text.find_first_not_of(fine) == std::string::npos) return;
        throw usage_error(fmt::format("\"{}\" is not {}", text, what));
    }

    std::string chosen_branch(const tables::Repository& repository) const {
        std::string name = branch;
        if (name.empty()) {
            const auto current = repository.current_branch();
            if (!current) throw git_trouble(current.error());
            name = *current;
        }
        require_plain(name, "a branch that a workflow can name");
        return name;
    }

    static void refuse_to_replace(const fs::path& root, const std::vector<tables::KitFile>& files) {
        for (const auto& [path, content] : files) {
            if (!fs::exists(fs::symlink_status(root / path))) continue;
            const auto present = platform::read_file(root / path, kit_file_max);
            if (present && *present == content) continue;
            throw Failure({.kind = "invalid_input",
                           .code = "file_exists",
                           .sentence = path + " is there already, and differs",
                           .hint = "--force replaces it"});
        }
    }
};

}  // namespace

void add_table_owner_commands(CLI::App& table, const Console& console) {
    add_command<Init>(table, console,
                      {"init", "Put the referee's workflow into a repository",
                       "Example:\n"
                       "  arbiter table init . --source https://github.com/OWNER/arbiter"});
}

}  // namespace arbiter::cli

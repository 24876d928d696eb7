#include "cli/table_place.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "platform/files.hpp"
#include "tables/folder.hpp"
#include "tables/names.hpp"

namespace arbiter::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* secret_variable = "ARBITER_TABLE_SECRET";
constexpr std::size_t secret_file_max = 4096;

/// The secret must not be committed by mistake.
bool is_inside(const fs::path& file, const fs::path& folder) {
    std::error_code ignored;
    const fs::path relative = fs::weakly_canonical(file, ignored)
                                  .lexically_relative(fs::weakly_canonical(folder, ignored));
    return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

CommandError git_error(const tables::GitError& fault) {
    return CommandError({.kind = "system", .code = "git", .sentence = fault.sentence});
}

CommandError table_refusal(const tables::MoveRejection& refusal, const std::string& move) {
    return CommandError(
        {.kind = "illegal", .code = refusal.code, .sentence = refusal.sentence, .move = move});
}

void TablePlace::add_to(CLI::App& command) {
    command.add_option("-C,--repository", folder_, "The repository; default: the current folder")
        ->type_name("FOLDER");
}

tables::GitRepository TablePlace::repository() const {
    auto repository = tables::GitRepository::open(folder_);
    if (!repository) throw git_error(repository.error());
    return std::move(*repository);
}

fs::path TablePlace::root() const {
    if (fs::is_directory(folder_ / tables::tables_folder)) return folder_;
    const auto repository = tables::GitRepository::open(folder_);
    return repository ? repository->root() : folder_;
}

tables::Table TablePlace::table(const std::string& id) const {
    const fs::path place = root();
    auto table = tables::read_table(place, id);
    if (table) return std::move(*table);
    const bool missing = table.faults.begin()->code == "no_such_table";
    throw invalid_input(tables::folder_of(id), table.faults,
                        missing ? "`arbiter table list` shows those there are" : "");
}

std::string branch_or_current(const std::string& name, const tables::GitRepository& repository) {
    if (!name.empty()) return name;
    auto current = repository.current_branch();
    if (!current) throw git_error(current.error());
    return std::move(*current);
}

void TableBranch::add_to(CLI::App& command) {
    command.add_option("--branch", branch_, "The branch; default: the one that is checked out")
        ->type_name("BRANCH");
    command.add_flag("--push", push_, "Work on the branch at the remote, and push to it");
    command.add_option("--remote", remote_, "The remote")
        ->type_name("REMOTE")
        ->capture_default_str();
}

std::string TableBranch::name(const tables::GitRepository& repository,
                              const std::string& otherwise) const {
    return branch_or_current(branch_.empty() ? otherwise : branch_, repository);
}

std::optional<std::string> TableBranch::remote() const {
    if (!push_) return std::nullopt;
    return remote_;
}

void RefereeSecret::add_to(CLI::App& command) {
    command
        .add_option("--secret-file", file_,
                    fmt::format("The referee's secret; default: ${}", secret_variable))
        ->type_name("FILE");
}

std::optional<tables::Secret> RefereeSecret::given(const tables::GitRepository& repository) const {
    const char* variable = std::getenv(secret_variable);
    std::string text = variable == nullptr ? "" : variable;
    if (!file_.empty()) {
        if (!repository.is_bare() && is_inside(file_, repository.root())) {
            throw usage_error(fmt::format("{} is inside of the repository", file_),
                              "a secret that can be committed by mistake is none");
        }
        auto content = platform::read_file(file_, secret_file_max);
        if (!content) {
            throw CommandError(
                {.kind = "system", .code = "system", .sentence = content.error().sentence});
        }
        text = std::move(*content);
    }
    if (text.empty()) return std::nullopt;
    auto secret = tables::Secret::of(text);
    if (!secret) {
        throw CommandError(
            {.kind = "invalid_input", .code = "weak_secret", .sentence = secret.error()});
    }
    return std::move(*secret);
}

tables::Secret RefereeSecret::required(const tables::GitRepository& repository) const {
    if (auto secret = given(repository)) return std::move(*secret);
    throw CommandError(
        {.kind = "invalid_input",
         .code = "no_secret",
         .sentence = "a referee needs its secret, or anybody could foretell its dice",
         .hint = fmt::format("put the output of `openssl rand -hex 32` into ${}, or into a file "
                             "outside of the repository (--secret-file)",
                             secret_variable)});
}

}  // namespace arbiter::cli

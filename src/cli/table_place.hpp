#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/command_error.hpp"
#include "tables/git.hpp"
#include "tables/secret.hpp"
#include "tables/table.hpp"

/// What the commands about tables share: where the tables are, and who may speak for the referee.
namespace arbiter::cli {

/// The repository that a command works in.
class TablePlace {
public:
    void add_to(CLI::App& command);

    /// An error if it is not a repository.
    tables::GitRepository repository() const;
    /// The folder that has `tables`: the one that was named, or the root of its repository.
    std::filesystem::path root() const;
    /// As the working files have it.
    tables::Table table(const std::string& id) const;

private:
    std::filesystem::path folder_{"."};
};

/// The branch of that name; if it is empty the one that is checked out.
std::string branch_or_current(const std::string& name, const tables::GitRepository& repository);

/// The branch, and where commits go.
class TableBranch {
public:
    void add_to(CLI::App& command);

    /// `otherwise` if none was named; if that is empty the one that is checked out.
    std::string name(const tables::GitRepository& repository,
                     const std::string& otherwise = {}) const;
    std::optional<std::string> remote() const;

private:
    std::string branch_;
    std::string remote_ = "origin";
    bool push_ = false;
};

/// The referee's secret: in the environment, or in a file outside of the repository.
class RefereeSecret {
public:
    void add_to(CLI::App& command);

    tables::Secret required(const tables::GitRepository& repository) const;
    std::optional<tables::Secret> given(const tables::GitRepository& repository) const;

private:
    std::string file_;
};

CommandError git_error(const tables::GitError& fault);
CommandError table_refusal(const tables::MoveRejection& refusal, const std::string& move = {});

}  // namespace arbiter::cli

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// How arguments are checked and explained.
namespace arbiter::cli {

/// "must be a whole number from 0 to 20"
CLI::Validator whole_number(std::int64_t least, std::int64_t most);

/// "must be one of white, black"
CLI::Validator one_of(std::vector<std::string> names);

/// The names that `one_of` allows for an option; none if it takes others too.
std::vector<std::string> choices(CLI::Option& option);

/// CLI11 would split [2,3], a move in Go, at the comma; a blank before the bracket keeps it whole.
std::string protected_from_splitting(std::string argument);
/// Takes that blank away again.
CLI::Validator as_it_was();

/// Help in the words of its author: names and meanings, without the parser's own remarks.
class HelpFormatter final : public CLI::Formatter {
public:
    HelpFormatter();
    std::string make_option(const CLI::Option* option, bool positional) const override;
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;
};

}  // namespace arbiter::cli

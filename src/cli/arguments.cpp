#include "cli/arguments.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/console.hpp"

namespace arbiter::cli {

namespace {

/// Stands before the choices in the name of a validator.
constexpr std::string_view one_of_mark = "one of ";

}  // namespace

CLI::Validator whole_number(std::int64_t least, std::int64_t most) {
    const auto complaint = [=](const std::string& text) -> std::string {
        std::int64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [read, error] = std::from_chars(text.data(), end, number);
        const bool good = error == std::errc() && read == end && number >= least && number <= most;
        return good ? ""
                    : fmt::format("\"{}\" is not a whole number from {} to {}", text, least, most);
    };
    return CLI::Validator(complaint, "");
}

CLI::Validator one_of(std::vector<std::string> names) {
    const std::string listed = fmt::format("{}", fmt::join(names, " "));
    const auto complaint = [names = std::move(names)](const std::string& text) -> std::string {
        if (std::ranges::find(names, text) != names.end()) return "";
        return fmt::format("\"{}\" is none of {}", text, fmt::join(names, ", "));
    };
    return CLI::Validator(complaint, "").name(std::string(one_of_mark) + listed);
}

std::vector<std::string> choices(CLI::Option& option) {
    try {
        const std::string& name = option.get_validator(0)->get_name();
        if (!name.starts_with(one_of_mark)) return {};
        return words_of(name.substr(one_of_mark.size()));
    } catch (const CLI::OptionNotFound&) {
        return {};  // nothing checks it
    }
}

std::string protected_from_splitting(std::string argument) {
    if (argument.starts_with('[') && argument.ends_with(']')) argument.insert(0, " ");
    return argument;
}

CLI::Validator as_it_was() {
    const auto restore = [](std::string& text) -> std::string {
        if (text.starts_with(" [")) text.erase(0, 1);
        return "";
    };
    return CLI::Validator(restore, "");
}

HelpFormatter::HelpFormatter() {
    column_width(26);
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool positional) const {
    std::string name = make_option_name(option, positional);
    const std::string type = option->get_type_name();
    if (!positional && !type.empty()) name += " " + type;
    std::string meaning = make_option_desc(option);
    if (const std::string value = option->get_default_str(); !value.empty()) {
        meaning += " [" + value + "]";
    }
    std::stringstream out;
    CLI::detail::format_help(out, name, meaning, get_column_width());
    return out.str();
}

/// One empty line between groups is enough.
std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
    std::string text = Formatter::make_help(app, std::move(name), mode);
    constexpr std::string_view gap = "\n\n\n";
    for (auto at = text.find(gap); at != text.npos; at = text.find(gap)) text.erase(at, 1);
    return text;
}

}  // namespace arbiter::cli

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"

/// Manual pages in the language of man(7), made from the commands themselves.
namespace arbiter::cli {

namespace {

/// A text that troff takes as it stands.
std::string troff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool begins_line = out.empty() || out.back() == '\n';
        if (begins_line && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string in_capitals(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string section_title(std::string_view words) { return fmt::format(".SH {}\n", words); }

std::string manual_entry(std::string_view name, std::string_view meaning) {
    return fmt::format(".TP\n.B {}\n{}\n", troff(name), troff(meaning));
}

/// "-i,--input FILE", or as an argument without a name "FILE".
std::string shown_name(const CLI::Option& option, bool positional) {
    const std::string type = option.get_type_name();
    if (positional) return option.get_name(true, false);
    return option.get_name(false, true) + (type.empty() ? "" : " " + type);
}

std::string manual_options(const CLI::App& app, bool positional) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        if (!(positional ? option->get_positional() : option->nonpositional())) continue;
        const std::string value = option->get_default_str();
        text += manual_entry(
            shown_name(*option, positional),
            option->get_description() + (value.empty() ? "" : " (default: " + value + ")"));
    }
    return text;
}

std::string synopsis(const CLI::App& app, const std::string& name) {
    std::string text = fmt::format(".B {}\n", troff(name));
    if (!app.get_options([](const CLI::Option* option) { return option->nonpositional(); })
             .empty()) {
        text += "[OPTIONS]\n";
    }
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) continue;
        const bool several = option->get_items_expected_max() > 1;
        const std::string word = option->get_name(true, false) + (several ? "..." : "");
        text += troff(option->get_required() ? word : "[" + word + "]") + "\n";
    }
    if (!app.get_subcommands([](const CLI::App*) { return true; }).empty()) text += "COMMAND\n";
    return text;
}

/// What a command has under its own name; commands below it follow as subsections.
std::string manual_body(const CLI::App& app, const std::string& name) {
    std::string text;
    if (const auto rows = manual_options(app, true); !rows.empty())
        text += section_title("ARGUMENTS") + rows;
    if (const auto rows = manual_options(app, false); !rows.empty())
        text += section_title("OPTIONS") + rows;
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    const bool is_program = app.get_parent() == nullptr;
    if (!commands.empty()) text += section_title("COMMANDS");
    for (const CLI::App* command : commands) {
        text += manual_entry(
            is_program ? "arbiter-" + command->get_name() + "(1)" : command->get_name(),
            command->get_description());
    }
    if (const std::string footer = app.get_footer(); !footer.empty()) {
        text += section_title("NOTES") + ".nf\n" + troff(footer) + "\n.fi\n";
    }
    if (is_program) return text;
    for (const CLI::App* command : commands) {
        const std::string below = name + " " + command->get_name();
        std::string part = synopsis(*command, below) + ".P\n" + manual_body(*command, below);
        for (auto at = part.find(".SH "); at != part.npos; at = part.find(".SH ", at)) {
            part.replace(at, 4, ".SS ");
        }
        text += section_title(in_capitals(below)) + troff(command->get_description()) + ".\n.P\n" +
                part;
    }
    return text;
}

std::string manual_page(const CLI::App& app) {
    const bool is_program = app.get_parent() == nullptr;
    const std::string name = is_program ? "arbiter" : "arbiter " + app.get_name();
    const std::string page_name = is_program ? name : "arbiter-" + app.get_name();
    std::string text = fmt::format(".TH {} 1 \"\" \"arbiter {}\" \"User Commands\"\n",
                                   troff(in_capitals(page_name)), ARBITER_VERSION);
    text += section_title("NAME") +
            fmt::format("{} \\- {}\n", troff(page_name), troff(app.get_description()));
    text += section_title("SYNOPSIS") + synopsis(app, name) + manual_body(app, name);
    if (!is_program) text += section_title("SEE ALSO") + ".BR arbiter (1)\n";
    return text;
}

struct Manual {
    CLI::App* program = nullptr;
    std::string command;

    void add_to(CLI::App& app) {
        program = app.get_parent();
        app.add_option("COMMAND", command, "The command; default: the program");
    }

    void run(const Console&) const {
        if (command.empty()) return print(manual_page(*program));
        std::vector<std::string> names;
        for (const CLI::App* one : program->get_subcommands([](const CLI::App*) { return true; })) {
            names.push_back(one->get_name());
        }
        require_known("command", command,
                      std::vector<std::string_view>(names.begin(), names.end()));
        print(manual_page(*program->get_subcommand(command)));
    }
};

}  // namespace

void add_manual_command(CLI::App& program, const Console& console) {
    add_command<Manual>(program, console,
                        {"manual", "Print a manual page",
                         "Examples:\n"
                         "  arbiter manual serve > arbiter-serve.1\n"
                         "  arbiter manual | man -l -"});
}

}  // namespace arbiter::cli

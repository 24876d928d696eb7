#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/sink.hpp"

/// Completions for shells, made from the commands themselves. Each script follows the words that
/// were typed from command to command ("arbiter table move"), and offers what can come next.
namespace arbiter::cli {

namespace {

struct CompletionOffer {
    std::string word;  ///< a command, or an option with its dashes
    std::string meaning;
    bool takes_value = false;
    std::vector<std::string> values{};  ///< where there are only a few
};

struct CommandPlace {
    std::string path;  ///< "arbiter table"
    std::vector<CompletionOffer> offers;
};

void collect_places(CLI::App& app, const std::string& path, std::vector<CommandPlace>& places) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    CommandPlace place{path, {}};
    for (const CLI::App* command : commands) {
        place.offers.push_back({command->get_name(), command->get_description()});
    }
    for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
        for (const std::string& name : option->get_lnames()) {
            place.offers.push_back({"--" + name, option->get_description(),
                                    option->get_items_expected_max() > 0, choices(*option)});
        }
    }
    places.push_back(std::move(place));
    for (CLI::App* command : commands)
        collect_places(*command, path + " " + command->get_name(), places);
}

/// A text between the single quotes of bash and zsh.
std::string quoted_word(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string quoted_for_fish(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + "'";
}

/// Every path but the program's own: what a typed word can lead to.
std::string paths_below(const std::vector<CommandPlace>& places, std::string_view separator) {
    std::vector<std::string> paths;
    for (std::size_t i = 1; i < places.size(); ++i) paths.push_back(quoted_word(places[i].path));
    return fmt::format("{}", fmt::join(paths, separator));
}

void each_choice(const std::vector<CommandPlace>& places,
                 const std::function<void(const CommandPlace&, const CompletionOffer&)>& visit) {
    for (const CommandPlace& place : places) {
        for (const CompletionOffer& offer : place.offers) {
            if (!offer.values.empty()) visit(place, offer);
        }
    }
}

std::string for_bash(const std::vector<CommandPlace>& places) {
    std::string text = fmt::format(R"(# bash completion for arbiter
_arbiter() {{
    local path=arbiter word offers=
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$path $word" in
        {}) path="$path $word" ;;
        esac
    done
    case $path in
)",
                                   paths_below(places, " | "));
    for (const CommandPlace& place : places) {
        std::vector<std::string> words;
        for (const CompletionOffer& offer : place.offers) words.push_back(offer.word);
        text += fmt::format("    {}) offers={} ;;\n", quoted_word(place.path),
                            quoted_word(fmt::format("{}", fmt::join(words, " "))));
    }
    text += "    esac\n    case \"$path ${COMP_WORDS[COMP_CWORD-1]}\" in\n";
    each_choice(places, [&](const CommandPlace& place, const CompletionOffer& offer) {
        text += fmt::format("    {}) offers={} ;;\n", quoted_word(place.path + " " + offer.word),
                            quoted_word(fmt::format("{}", fmt::join(offer.values, " "))));
    });
    return text + R"(    esac
    mapfile -t COMPREPLY < <(compgen -W "$offers" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _arbiter arbiter
)";
}

std::string for_zsh(const std::vector<CommandPlace>& places) {
    std::string text = fmt::format(R"(#compdef arbiter
_arbiter() {{
    local at=arbiter word
    local -a offers
    for word in "${{(@)words[2,CURRENT-1]}}"; do
        case "$at $word" in
        ({}) at="$at $word" ;;
        esac
    done
    case "$at ${{words[CURRENT-1]}}" in
)",
                                   paths_below(places, " | "));
    each_choice(places, [&](const CommandPlace& place, const CompletionOffer& offer) {
        text += fmt::format("    ({}) offers=({}) ;;\n", quoted_word(place.path + " " + offer.word),
                            fmt::join(offer.values, " "));
    });
    text += "    esac\n    if (( ! $#offers )); then\n        case $at in\n";
    for (const CommandPlace& place : places) {
        std::vector<std::string> words;
        for (const CompletionOffer& offer : place.offers) {
            words.push_back(quoted_word(offer.word + ":" + offer.meaning));
        }
        text += fmt::format("        ({}) offers=(\n            {}) ;;\n", quoted_word(place.path),
                            fmt::join(words, "\n            "));
    }
    return text + R"(        esac
    fi
    _describe arbiter offers || _files
}
if [[ $funcstack[1] == _arbiter ]]; then _arbiter "$@"; else compdef _arbiter arbiter; fi
)";
}

std::string for_fish(const std::vector<CommandPlace>& places) {
    std::string text = fmt::format(R"(# fish completion for arbiter
function __arbiter_at
    set -l at arbiter
    for word in (commandline -opc)[2..]
        if contains -- "$at $word" {}
            set at "$at $word"
        end
    end
    test "$at" = "$argv"
end
)",
                                   paths_below(places, " "));
    for (const CommandPlace& place : places) {
        for (const CompletionOffer& offer : place.offers) {
            const bool is_option = offer.word.starts_with("--");
            text += fmt::format("complete -c arbiter -n '__arbiter_at {}' {} {} -d {}", place.path,
                                is_option ? "-l" : "-f -a", offer.word.substr(is_option ? 2 : 0),
                                quoted_for_fish(offer.meaning));
            if (!offer.values.empty()) {
                text += fmt::format(" -x -a '{}'", fmt::join(offer.values, " "));
            } else if (offer.takes_value) {
                text += " -r";
            }
            text += '\n';
        }
    }
    return text;
}

struct Completion {
    CLI::App* program = nullptr;
    std::string shell;

    void add_to(CLI::App& command) {
        program = command.get_parent();
        command.add_option("SHELL", shell, "bash, zsh or fish")
            ->required()
            ->check(one_of({"bash", "zsh", "fish"}));
    }

    void run(const Console&) const {
        std::vector<CommandPlace> places;
        collect_places(*program, "arbiter", places);
        print(shell == "bash"  ? for_bash(places)
              : shell == "zsh" ? for_zsh(places)
                               : for_fish(places));
    }
};

}  // namespace

void add_completion_command(CLI::App& program, const Console& console) {
    add_command<Completion>(program, console,
                            {"completion", "Print the completions for a shell",
                             "Examples:\n"
                             "  source <(arbiter completion bash)\n"
                             "  arbiter completion fish | source"});
}

}  // namespace arbiter::cli

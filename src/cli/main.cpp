#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <new>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "core/base/processor.hpp"

/// Read by jemalloc, where the program has it: thousands of games and connections fit into fewer
/// entries of the processor's address tables.
extern "C" {
extern const char* const malloc_conf;
const char* const malloc_conf = "thp:always,metadata_thp:always";
}

namespace arbiter::cli {

std::string version_text() { return fmt::format("arbiter {} ({})", ARBITER_VERSION, code_path()); }

namespace {

constexpr std::string_view examples =
    "Examples:\n"
    "  arbiter demo\n"
    "  arbiter new chess > game.json\n"
    "  arbiter play -i game.json -o game.json e4 e5\n"
    "  arbiter new chess | arbiter play e4 e5 Nf3 | arbiter render --svg > board.svg\n"
    "\n"
    "`arbiter COMMAND --help` explains a command. Exit: 0 done, 1 refused or invalid,\n"
    "2 wrong usage.";

void set_up(CLI::App& program, const Console& console) {
    program.name("arbiter");
    program.set_version_flag("--version", version_text(), "Print the version");
    program.require_subcommand(0, 1);
    program.formatter(std::make_shared<HelpFormatter>());
    program.set_help_flag("-h,--help", "Print this help");
    program.footer(std::string(examples));
    add_play_commands(program, console);
    add_look_commands(program, console);
    add_render_command(program, console);
    add_analyse_command(program, console);
    add_text_commands(program, console);
    add_catalogue_commands(program, console);
    add_dice_command(program, console);
    add_gtp_command(program, console);
    add_uci_command(program, console);
    add_mcp_command(program, console);
    add_store_command(program, console);
    add_table_command(program, console);
    add_serve_command(program, console);
    add_prompt_command(program, console);
    add_arena_command(program, console);
    add_demo_command(program, console);
    add_doctor_command(program, console);
    add_simulate_command(program, console);
    add_completion_command(program, console);
    add_manual_command(program, console);
}

/// The command that was being read, or the program.
const CLI::App& at_hand(const CLI::App& program) {
    const auto commands = program.get_subcommands();
    return commands.empty() ? program : at_hand(*commands.front());
}

/// "arbiter", "arbiter table move"
std::string full_name(const CLI::App& program) {
    const auto commands = program.get_subcommands();
    return program.get_name() + (commands.empty() ? "" : " " + full_name(*commands.front()));
}

/// The commands one can give, or the options of the command at hand.
std::vector<std::string> known_words(const CLI::App& program) {
    std::vector<std::string> words;
    const CLI::App& command = at_hand(program);
    for (const auto* one : command.get_subcommands({})) words.push_back(one->get_name());
    for (const auto* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    }
    return words;
}

std::string about_unknown(const std::string& word, const CLI::App& program) {
    const bool for_command = !at_hand(program).get_subcommands({}).empty();
    const std::vector<std::string> words = known_words(program);
    const std::vector<std::string_view> known(words.begin(), words.end());
    std::string text = fmt::format("there is no command \"{}\"", word);
    if (!for_command) text = fmt::format("\"{}\" is one argument too many", word);
    if (word.starts_with('-')) text = fmt::format("there is no option \"{}\"", word);
    const auto close = nearest(word, known);
    if (close == word) return text + "; put it after the subcommand";
    if (close) text += fmt::format("; did you mean {}?", *close);
    return text;
}

CommandError misuse(const CLI::App& program, const CLI::ParseError& error) {
    auto unknown = program.remaining(true);
    std::erase(unknown, "--");
    return usage_error(unknown.empty() ? error.what() : about_unknown(unknown.front(), program),
                       fmt::format("`{} --help` tells how it is used", full_name(program)));
}

/// CLI11 takes its arguments last first.
std::vector<std::string> prepared(std::vector<std::string> arguments) {
    std::ranges::transform(arguments, arguments.begin(), protected_from_splitting);
    std::ranges::reverse(arguments);
    return arguments;
}

/// The fastest one is chosen already; tests and measurements ask for another.
void choose_code_path() {
    const char* name = std::getenv("ARBITER_CODE_PATH");
    if (name == nullptr || use_code_path(name)) return;
    throw usage_error(fmt::format("there is no code path \"{}\" for this processor", name),
                      "unset ARBITER_CODE_PATH: the fastest one is chosen");
}

void run(const std::vector<std::string>& arguments, const Console& console) {
    choose_code_path();
    CLI::App program("A referee for board games");
    set_up(program, console);
    try {
        if (arguments.empty()) return print(program.help());
        program.parse(prepared(arguments));
    } catch (const CLI::CallForHelp&) {
        print(program.help());
    } catch (const CLI::CallForVersion& version) {
        print(version.what());
    } catch (const CLI::ParseError& error) {
        throw misuse(program, error);
    }
}

Exit guarded(const std::vector<std::string>& arguments, const Console& console) {
    const auto failed = [&](const ErrorDetails& details) {
        report(details, console);
        return details.exit;
    };
    try {
        run(arguments, console);
    } catch (const CommandError& error) {
        return failed(error.details());
    } catch (const AlreadyReported&) {
        return Exit::refused;
    } catch (const ClosedPipe&) {
        return Exit::done;
    } catch (const std::bad_alloc&) {
        return failed({.kind = "system", .code = "system", .sentence = "out of memory"});
    } catch (const std::exception& error) {
        return failed({.kind = "system", .code = "system", .sentence = error.what()});
    }
    return Exit::done;
}

}  // namespace

}  // namespace arbiter::cli

int main(int count, char** values) {
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is seen where it is written to
    const std::vector<std::string> arguments(values + std::min(count, 1), values + count);
    const auto console = arbiter::cli::Console::of(arguments);
    return static_cast<int>(arbiter::cli::guarded(arguments, console));
}

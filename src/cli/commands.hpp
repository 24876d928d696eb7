#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/console.hpp"

namespace arbiter::cli {

// Each adds commands to the program.
void add_play_commands(CLI::App& program, const Console& console);   // new play check undo
void add_look_commands(CLI::App& program, const Console& console);   // show legal outcome ask perft
void add_render_command(CLI::App& program, const Console& console);  // render
void add_analyse_command(CLI::App& program, const Console& console);     // analyse
void add_text_commands(CLI::App& program, const Console& console);       // convert validate
void add_catalogue_commands(CLI::App& program, const Console& console);  // formats rules
void add_dice_command(CLI::App& program, const Console& console);        // dice
void add_gtp_command(CLI::App& program, const Console& console);         // gtp
void add_uci_command(CLI::App& program, const Console& console);         // uci
void add_mcp_command(CLI::App& program, const Console& console);         // mcp
void add_store_command(CLI::App& program, const Console& console);       // store
void add_table_command(CLI::App& program, const Console& console);       // table
void add_serve_command(CLI::App& program, const Console& console);       // serve
void add_prompt_command(CLI::App& program, const Console& console);      // prompt
void add_arena_command(CLI::App& program, const Console& console);       // arena
void add_demo_command(CLI::App& program, const Console& console);        // demo
void add_doctor_command(CLI::App& program, const Console& console);      // doctor
void add_simulate_command(CLI::App& program, const Console& console);    // simulate
void add_completion_command(CLI::App& program, const Console& console);  // completion
void add_manual_command(CLI::App& program, const Console& console);      // manual

/// "arbiter 0.2.0 (AVX-512)": with the processors that its code is for.
std::string version_text();

struct CommandInfo {
    std::string name;
    std::string meaning;
    std::string examples;
};

/// Adds one command, whose `Options` offer `add_to(CLI::App&)` and `run(const Console&)`.
template <class Options>
void add_command(CLI::App& program, const Console& console, const CommandInfo& info) {
    auto options = std::make_shared<Options>();
    CLI::App& command = *program.add_subcommand(info.name, info.meaning);
    command.group("Commands");
    command.footer(info.examples);
    const std::string json_meaning = "Answer, and complain, in JSON";
    command.add_flag("--json", json_meaning);  // seen by Console::of, before everything else
    options->add_to(command);
    command.callback([options, &console] { options->run(console); });
}

}  // namespace arbiter::cli

#include "cli/commands.hpp"
#include "cli/table_commands.hpp"

namespace arbiter::cli {

void add_table_command(CLI::App& program, const Console& console) {
    CLI::App& table = *program.add_subcommand(
        "table", "Play by correspondence, with a git repository as referee");
    table.group("Commands");
    table.require_subcommand(1);
    table.footer(
        "Examples:\n"
        "  arbiter table new duel backgammon --white alice --black bob --push\n"
        "  arbiter table move duel 8/5 6/5 --push\n"
        "\n"
        "`arbiter table COMMAND --help` explains a command.");
    add_table_referee_commands(table, console);
    add_table_player_commands(table, console);
    add_table_owner_commands(table, console);
}

}  // namespace arbiter::cli

#pragma once

#include <CLI/CLI.hpp>

#include "cli/console.hpp"

namespace arbiter::cli {

// The commands of `arbiter table`, in three groups.
void add_table_referee_commands(CLI::App& table, const Console& console);  // new process verify
void add_table_player_commands(CLI::App& table,
                               const Console& console);  // list show legal move watch
void add_table_owner_commands(CLI::App& table, const Console& console);  // init page

}  // namespace arbiter::cli

#pragma once

#include <string_view>

#include "core/backgammon/formats/gitgammon_state.hpp"
#include "core/base/fault.hpp"
#include "core/base/json.hpp"
#include "core/contract/likeness.hpp"

namespace arbiter::backgammon {

Likeness gitgammon_likeness(const Glance& glance);

/// All faults, each at its JSON Pointer. Beside those of every JSON format: `out_of_range`,
/// `wrong_length`, `unknown_color`, `unknown_status`, `unknown_message_type`, `not_a_roll`,
/// `die_not_rolled`, `wrong_checker_count`, `winner_while_playing`, `winner_missing`,
/// `wrong_winner`, `not_completed`, `deadlock`, `last_move_missing`, `bad_file_name`,
/// `file_name_contradicts`, `empty_text`, `bad_date_time`. Warnings: `last_move_of_active_player`,
/// `messages_out_of_order`.
Reading<Table> read_table(std::string_view json);
Reading<Table> read_table(const Json& document);

}  // namespace arbiter::backgammon

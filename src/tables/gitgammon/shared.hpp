#pragma once

#include "core/backgammon/formats/gitgammon_json.hpp"
#include "tables/gitgammon/table_play.hpp"

/// What the tables of all games take over from gitgammon: names of move files, messages, the JSON of
/// both, and the codes of refusals.
namespace arbiter::tables {

using backgammon::Message;
using backgammon::MoveFileName;
using backgammon::MoveNote;
using backgammon::read_move_file_name;
using backgammon::TableJsonReader;
using backgammon::to_string;
using backgammon::write_messages;
using backgammon::write_move_reference;
using backgammon::write_optional;
namespace table_codes = backgammon::table_codes;

inline constexpr std::size_t messages_max = backgammon::Table::messages_max;

}  // namespace arbiter::tables

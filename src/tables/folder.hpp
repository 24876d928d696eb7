#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "tables/table.hpp"

/// Tables as files in a folder. Nothing here follows a symbolic link.
namespace arbiter::tables {

/// The tables below `root`, in the order of the alphabet, by the names of their folders.
std::vector<std::string> table_ids(const std::filesystem::path& root);

/// What cannot be read is a fault of code `unreadable_file`; see also `Table::read`.
Reading<Table> read_table(const std::filesystem::path& root, const std::string& id);

/// Puts a move file in its place and gives its path from the root.
std::expected<std::string, std::string> write_move(const std::filesystem::path& root,
                                                   const std::string& id, const std::string& name,
                                                   const std::string& content);

/// A name for the table's next move that nobody else will choose.
std::string next_file_name(const Table& table, Color by, const std::string& content);

}  // namespace arbiter::tables

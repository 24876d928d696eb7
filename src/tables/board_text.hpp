#pragma once

#include <string>
#include <string_view>

#include "tables/table.hpp"

/// A table in Markdown, for an issue and for the repository's README: who is to move, the board as a
/// picture, and a link for each legal move, which opens an issue that only has to be submitted.
namespace arbiter::tables {

/// "@bob", so that the forge notifies him; in quotes if it is not a name of the forge's.
std::string mention(const std::string& player);

/// `picture` is the address of board.svg, `web` that of the repository: "https://github.com/owner/name".
std::string board_text(const Table& table, const std::string& picture, const std::string& web);

/// A small picture for a README: the table's name, and whose turn it is or who has won.
std::string badge(const Table& table);

/// An issue that is filled in: "https://github.com/owner/name/issues/new?title=...".
std::string issue_link(const std::string& web, const std::string& title, const std::string& body);

/// The text with this table first between the two marks; at most eight tables are kept there. The
/// text as it is if it has no marks:
///
///     <!-- arbiter:tables -->
///     <!-- /arbiter:tables -->
std::string with_table(std::string readme, const Table& table, const std::string& web);

}  // namespace arbiter::tables

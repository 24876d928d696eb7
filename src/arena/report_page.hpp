#pragma once

#include <filesystem>
#include <string>

#include "arena/ledger.hpp"
#include "arena/results.hpp"

/// The report: one HTML file without anything outside of it.
namespace arbiter::arena {

/// `games` stands below the tables.
std::string to_html(const Results& results, const std::string& games);

/// The games, to be played through move by move, each beside what its players were asked and
/// answered, as far as that was written down in `transcripts`. A link to "#g3p12" shows game 3 after
/// 12 plies. Of a very large tournament only the first games are there, and the page says so.
std::expected<std::string, store::StoreError> games_html(const Results& results, Ledger& ledger,
                                                         const std::filesystem::path& transcripts);

}  // namespace arbiter::arena

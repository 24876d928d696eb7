#pragma once

#include <expected>
#include <filesystem>
#include <string>

namespace arbiter::server {

/// The tournament that the page shows, from the files of `arbiter arena`:
/// {"results": {...}, "games": [...]}; a sentence if there is nothing to show.
std::expected<std::string, std::string> tournament_in(const std::filesystem::path& folder);

}  // namespace arbiter::server

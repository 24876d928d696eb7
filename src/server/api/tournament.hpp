#pragma once

#include <expected>
#include <filesystem>
#include <string>

namespace arbiter::server {

/// What the page shows of a tournament, from the files that `arbiter arena` keeps up to date:
/// {"results": {...}, "games": [...]}. In words if there is nothing to show.
std::expected<std::string, std::string> tournament_in(const std::filesystem::path& folder);

}  // namespace arbiter::server

#pragma once

#include <optional>
#include <string_view>

namespace arbiter::server {

/// A file that was built into the program.
struct Asset {
    std::string_view content;
    std::string_view media_type;
};

/// "openapi.json", "docs.html". Nothing if there is none of that name.
std::optional<Asset> asset(std::string_view name);

}  // namespace arbiter::server

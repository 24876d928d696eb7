#pragma once

#include <optional>
#include <string_view>

namespace arbiter::server {

/// A file that was built into the program: "openapi.json", "web/index.html". Nothing if there is
/// no such file.
std::optional<std::string_view> asset(std::string_view name);

}  // namespace arbiter::server

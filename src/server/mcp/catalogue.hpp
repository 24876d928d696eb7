#pragma once

#include "core/base/json.hpp"

namespace arbiter::server::mcp {

/// What a client is told about the server: assets/mcp.json with the games that there are. There,
/// {games} stands for their names and {titles} for their titles in a sentence; an entry of a list
/// with {each} or {title} is there once for every game.
Json catalogue();

}  // namespace arbiter::server::mcp

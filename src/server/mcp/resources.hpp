#pragma once

#include <optional>
#include <string_view>

#include "core/base/json.hpp"
#include "server/http/message.hpp"

/// The resources under arbiter://: what the API has under /api/, and the formats.
namespace arbiter::server::mcp {

/// The request that reads a resource; nothing if there is no such resource.
std::optional<Request> request_of(std::string_view uri, std::string_view authorization);

/// {"uri", "mimeType", "text" or "blob"}
void write_contents(JsonWriter& out, std::string_view uri, const Response& response);

/// The request for a page of the games that are resources.
Request games_after(std::string_view cursor);

/// One {"uri", "name", "title", "mimeType"} for each game of such a page.
void write_games(JsonWriter& out, const Json& page);

}  // namespace arbiter::server::mcp

#pragma once

#include <optional>
#include <string>

#include "server/http/message.hpp"
#include "server/http/target.hpp"

namespace arbiter::server {

/// A Content-Type, in lower case.
struct MediaType {
    std::string name;
    std::string charset;
};
MediaType media_type_of(const Request& request);

/// Whether the body is a file. A JSON document says that it is one.
bool is_file(const Request& request);

/// A request whose body is a file instead of a JSON document, which its Content-Type says: text/plain,
/// application/x-go-sgf, application/x-chess-pgn or application/octet-stream. Returns the request with
/// the JSON document: the file is its `state`, or its `start` where a game is created, and the parameters
/// of the query stand beside it. The charset of the Content-Type applies to JSON, too; without it a
/// file's charset is found as `TextDecoder` does. Nothing if the request can stay as it is.
std::optional<Request> with_json_body(const Request& request, const Target& target);

}  // namespace arbiter::server

#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "server/http/message.hpp"
#include "server/http/problem.hpp"

/// The tools that a model is given. Each stands for one request to the API; assets/mcp.json tells
/// the model of them.
namespace arbiter::server::mcp {

struct Tool;

/// Null if there is none.
const Tool* tool_named(std::string_view name);

/// The request that a call with these arguments stands for. An argument `key` is shown as the API
/// wants it; without one `authorization` is.
std::expected<Request, Problem> request_of(const Tool& tool, const Json& given,
                                           std::string_view authorization);

/// What came back, as the members of a result: content for the model to read, the same as data, and
/// whether it went wrong.
void write_result(JsonWriter& out, const Tool& tool, const Response& response);

/// Of a call that never became a request.
void write_result(JsonWriter& out, const Problem& problem);

}  // namespace arbiter::server::mcp

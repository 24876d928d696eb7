#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "server/http/message.hpp"
#include "server/http/problem.hpp"

/// The tools that a model is given. Each is one request to the API; assets/mcp.json describes them to
/// the model.
namespace arbiter::server::mcp {

struct Tool;

/// Null if there is none.
const Tool* tool_named(std::string_view name);

/// The request of a call with these arguments. An argument `key` is sent as the API requires it;
/// default: `authorization`.
std::expected<Request, Problem> request_of(const Tool& tool, const Json& given,
                                           std::string_view authorization);

/// The answer, as the members of a result: content for the model to read, the same as data, and
/// whether it is an error.
void write_result(JsonWriter& out, const Tool& tool, const Response& response);

/// For a call that did not become a request.
void write_result(JsonWriter& out, const Problem& problem);

}  // namespace arbiter::server::mcp

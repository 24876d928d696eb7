#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "server/http/message.hpp"

/// An HTTP error document (RFC 9457): the same over HTTP and WebSocket.
namespace arbiter::server {

struct Problem {
    int status;
    std::string code;      ///< stable: programs branch on it
    std::string document;  ///< JSON
};

using More = std::function<void(JsonWriter&)>;

/// `more` writes further members.
Problem problem(int status, std::string_view code, std::string_view detail, const More& more = {});

/// 422: a request that is understood and cannot be carried out.
std::unexpected<Problem> wrong(std::string_view code, std::string_view detail);

Response response(Problem problem);
/// The response with a problem that has no further members.
Response complaint(int status, std::string_view code, std::string_view detail);
/// 429, with the header Retry-After.
Response slow_down(std::string_view code, std::string_view detail, std::chrono::milliseconds wait);

/// 200 with JSON.
Response json_response(std::string body, int status = 200);

}  // namespace arbiter::server

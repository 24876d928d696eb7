#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/http/message.hpp"

/// Status line and headers of an HTTP/1.1 response.
namespace arbiter::server {

enum class Framing : std::uint8_t {
    length,       ///< Content-Length
    chunked,      ///< the length is not known yet
    until_close,  ///< the same for HTTP/1.0
};
enum class Afterwards : std::uint8_t { keep_alive, close };

struct HeadOptions {
    Framing framing = Framing::length;
    Afterwards afterwards = Afterwards::keep_alive;
    std::chrono::sys_seconds date;
};

/// Includes the empty line at the end. No header can inject another: control characters become
/// blanks, and a header with an invalid name is left out.
std::string head_of(const Response& response, const HeadOptions& options);

/// Whether a response with this status has a body.
bool may_have_body(int status);

/// "Not Found"
std::string_view reason_phrase(int status);

/// Defaults for headers that the response does not set: any page may send requests, since nothing
/// depends on cookies; no type is guessed, nothing is cached, no scripts run.
void set_common_headers(Response& response);

/// Sun, 06 Nov 1994 08:49:37 GMT
std::string http_date(std::chrono::sys_seconds moment);

}  // namespace arbiter::server

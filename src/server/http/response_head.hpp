#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/http/message.hpp"

/// The lines of HTTP/1.1 that stand before a response's body.
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

/// Status line and headers, up to and with the empty line. No header can smuggle in another: control
/// characters become blanks, and a header whose name is none is left out.
std::string head_of(const Response& response, const HeadOptions& options);

/// Whether a response of this status has a body at all.
bool may_have_body(int status);

/// "Not Found"
std::string_view reason_phrase(int status);

/// Anyone's page may ask, since nothing depends on cookies; nobody guesses types, keeps what changes
/// or runs scripts, where the response does not say otherwise.
void set_common_headers(Response& response);

/// Sun, 06 Nov 1994 08:49:37 GMT
std::string http_date(std::chrono::sys_seconds moment);

}  // namespace arbiter::server

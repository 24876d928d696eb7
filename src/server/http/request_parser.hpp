#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "server/http/message.hpp"

namespace arbiter::server {

struct RequestLimits {
    std::size_t header_size_max = 16 << 10;  ///< of all headers; the request line counts apart
    std::size_t target_size_max = 8 << 10;
    std::size_t body_size_max = 1 << 20;
};

/// Why the bytes are not a request that can be served. The beginning of the next one is then unknown.
struct RequestFault {
    int status;
    std::string_view code;
    std::string detail;
};

/// Reads one request of HTTP/1.0 or 1.1 from bytes as they arrive, without a socket. Stricter than
/// the standard where proxies are known to disagree about the end of a request.
class RequestParser {
public:
    explicit RequestParser(const RequestLimits& limits);
    ~RequestParser();
    RequestParser(RequestParser&&) noexcept;
    RequestParser& operator=(RequestParser&&) noexcept;
    RequestParser(const RequestParser&) = delete;
    RequestParser& operator=(const RequestParser&) = delete;

    /// Returns how many bytes were consumed, none after the head before `head_done`. The caller passes
    /// the others again, with more after them. Must not be called after `done` or a fault.
    std::expected<std::size_t, RequestFault> put(std::string_view bytes);

    bool head_done() const;
    bool done() const;

    // Once the head is done:
    bool keep_alive() const;
    bool chunks_allowed() const;    ///< the client speaks HTTP/1.1
    bool expects_continue() const;  ///< it waits for "100 Continue" before it sends the body
    bool websocket_upgrade() const;
    const Request& head() const;

    /// The whole request, once it is done. `address` and `at` are left to the caller.
    Request take();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace arbiter::server

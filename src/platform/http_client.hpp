#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/url.hpp"

namespace arbiter::platform {

struct HttpRequest {
    Url url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;  ///< JSON
    std::string method = "POST";
};

struct HttpResponse {
    unsigned status;
    std::string body;
    std::optional<std::chrono::seconds> retry_after{};  ///< from now, if the header says so
};

struct HttpError {
    enum class Kind : std::uint8_t {
        unreachable,  ///< no such host, nobody listens, a certificate that is not trusted
        timed_out,
        broken,  ///< what came back is not HTTP, or is too long
        stopped,
    };
    Kind kind;
    std::string sentence;
};

/// Sends JSON, one request at a time; a connection stays open for the next one. Certificates are
/// verified against the system's. Proxies are taken from the environment (`https_proxy`, `no_proxy`
/// ...), except for addresses of this machine. A redirect is an answer like any other.
class HttpClient {
public:
    static constexpr std::size_t answer_bytes_max = std::size_t{8} << 20U;

    HttpClient();
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;
    HttpClient(HttpClient&&) = delete;
    HttpClient& operator=(HttpClient&&) = delete;

    std::expected<HttpResponse, HttpError> post(const HttpRequest& request,
                                                std::chrono::steady_clock::time_point deadline);
    /// From another thread: ends a `post` that is under way.
    void stop() noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace arbiter::platform

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tests/bench/load/poller.hpp"

namespace arbiter::bench::load {

/// What a server answered.
struct HttpReply {
    int status;
    std::string_view body;
};

/// One whole reply at the front of `input`; `size` is 0 if there is none yet.
struct HttpFrame {
    std::size_t size = 0;
    HttpReply reply{};
};
HttpFrame http_frame(std::string_view input);

/// Asks one thing after another over a connection that stays open.
class HttpClient final : public Connection {
public:
    using Connection::Connection;

    struct Request {
        std::string_view method;
        std::string_view target;
        std::string_view key;  ///< empty: none
        std::string_view body;
    };
    using Answered = std::function<void(const HttpReply&)>;
    /// The one before has been answered.
    void ask(const Request& request, Answered answered);

private:
    std::size_t receive(std::string_view input) override;

    Answered answered_;
};

}  // namespace arbiter::bench::load

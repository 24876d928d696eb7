#pragma once

#include <string>
#include <string_view>

#include "server/http/transport.hpp"
#include "tests/server/fake_service.hpp"

namespace arbiter::server {

/// A transport on a free port, with a short farewell.
struct Server {
    explicit Server(const TransportOptions& options = {})
        : transport(for_tests(options), service, observer) {}

    static TransportOptions for_tests(TransportOptions options) {
        options.port = 0;
        options.threads = 2;
        options.workers = 4;
        options.close_timeout = std::chrono::milliseconds(300);
        return options;
    }

    FakeService service;
    FakeObserver observer;
    Transport transport;
};

inline std::string get(std::string_view target, std::string_view more = {}) {
    return "GET " + std::string(target) + " HTTP/1.1\r\nHost: test\r\n" + std::string(more) +
           "\r\n";
}

inline std::string post(std::string_view target, std::string_view body) {
    return "POST " + std::string(target) +
           " HTTP/1.1\r\nHost: test\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + std::string(body);
}

inline std::shared_ptr<const std::string> message(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

}  // namespace arbiter::server

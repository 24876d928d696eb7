#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace arbiter::test {

/// An HTTP server on this machine that says what a test tells it to.
class ScriptedServer {
public:
    struct Request {
        std::string head;
        std::string body;
    };
    /// What is sent back, byte for byte; nothing at all if it is empty.
    using Script = std::function<std::string(const Request&)>;

    explicit ScriptedServer(Script script);
    ~ScriptedServer();
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    /// "http://127.0.0.1:12345"
    std::string address() const;
    std::vector<Request> requests() const;

private:
    void serve();
    void answer(int client);

    Script script_;
    int socket_;
    int port_ = 0;
    std::atomic<bool> is_closing_ = false;
    mutable std::mutex mutex_;
    std::vector<Request> requests_;
    std::jthread thread_;
};

/// A response with this status and body.
std::string http_response(int status, const std::string& body);

/// A chat completion that says this, of 100 tokens asked with and 10 answered.
std::string completion(const std::string& text);

}  // namespace arbiter::test

#include "tests/players/scripted_server.hpp"

#include <array>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/json.hpp"

namespace arbiter::test {

namespace {

std::size_t content_length(const std::string& head) {
    const auto at = head.find("Content-Length: ");
    return at == head.npos ? 0 : std::stoul(head.substr(at + 16));
}

}  // namespace

ScriptedServer::ScriptedServer(Script script)
    : script_(std::move(script)), socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const address = reinterpret_cast<sockaddr*>(&place);
    socklen_t size = sizeof place;
    if (::bind(socket_, address, size) != 0 || ::listen(socket_, 8) != 0 ||
        ::getsockname(socket_, address, &size) != 0) {
        throw std::runtime_error("a test's server cannot listen");
    }
    port_ = ntohs(place.sin_port);
    thread_ = std::jthread([this] { serve(); });
}

ScriptedServer::~ScriptedServer() {
    is_closing_ = true;
    thread_.join();
    ::close(socket_);
}

std::string ScriptedServer::address() const { return "http://127.0.0.1:" + std::to_string(port_); }

std::vector<ScriptedServer::Request> ScriptedServer::requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
}

void ScriptedServer::serve() {
    while (!is_closing_) {
        pollfd waiting{socket_, POLLIN, 0};
        if (::poll(&waiting, 1, 20) <= 0) continue;
        const int client = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) continue;
        answer(client);
        ::close(client);
    }
}

void ScriptedServer::answer(int client) {
    std::string text;
    std::array<char, 65536> piece;
    std::size_t end = text.npos;
    while (end == text.npos || text.size() < end + 4 + content_length(text.substr(0, end))) {
        const ssize_t got = ::recv(client, piece.data(), piece.size(), 0);
        if (got <= 0) return;
        text.append(piece.data(), static_cast<std::size_t>(got));
        end = text.find("\r\n\r\n");
    }
    Request request{text.substr(0, end), text.substr(end + 4)};
    {
        const std::scoped_lock lock(mutex_);
        requests_.push_back(request);
    }
    const std::string response = script_(request);
    if (!response.empty()) {
        ::send(client, response.data(), response.size(), MSG_NOSIGNAL);
        return;
    }
    // Silence, until whoever waits has gone or the test is over.
    pollfd waiting{client, POLLIN | POLLRDHUP, 0};
    while (!is_closing_ && ::poll(&waiting, 1, 20) == 0) continue;
}

std::string http_response(int status, const std::string& body) {
    return "HTTP/1.1 " + std::to_string(status) +
           " Word\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

std::string completion(const std::string& text) {
    JsonWriter out;
    out.object([&] {
        out.key("choices");
        out.array([&] {
            out.object([&] {
                out.key("message");
                out.object([&] {
                    out.member("role", "assistant");
                    out.member("content", text);
                });
            });
        });
        out.key("usage");
        out.object([&] {
            out.member("prompt_tokens", 100);
            out.member("completion_tokens", 10);
        });
    });
    return http_response(200, out.take());
}

}  // namespace arbiter::test

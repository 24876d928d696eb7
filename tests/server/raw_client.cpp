#include "tests/server/raw_client.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace arbiter::server {

namespace {

constexpr int patience_ms = 2'000;

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

std::uint16_t Frame::close_code() const {
    if (payload.size() < 2) return 0;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(payload[i]); };
    return static_cast<std::uint16_t>(byte(0) << 8 | byte(1));
}

RawClient::RawClient(std::uint16_t port, std::optional<int> receive_bytes)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_bytes) {
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &*receive_bytes, sizeof *receive_bytes);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        throw std::runtime_error("cannot connect");
    }
}

RawClient::~RawClient() { ::close(socket_); }

bool RawClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void RawClient::half_close() { ::shutdown(socket_, SHUT_WR); }

void RawClient::reset() {
    const linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(socket_);
    socket_ = -1;
}

bool RawClient::read_more() {
    pollfd waiting{socket_, POLLIN, 0};
    if (ended_ || ::poll(&waiting, 1, patience_ms) <= 0) return false;
    std::array<char, 16384> bytes;
    const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
    ended_ = size <= 0;
    if (!ended_) input_.append(bytes.data(), static_cast<std::size_t>(size));
    return !ended_;
}

std::optional<std::string> RawClient::line() {
    while (!input_.contains('\n')) {
        if (!read_more()) return std::nullopt;
    }
    const auto end = input_.find('\n');
    std::string text = input_.substr(0, end);
    input_.erase(0, end + 1);
    if (text.ends_with('\r')) text.pop_back();
    return text;
}

std::optional<std::string> RawClient::bytes(std::size_t count) {
    while (input_.size() < count) {
        if (!read_more()) return std::nullopt;
    }
    std::string text = input_.substr(0, count);
    input_.erase(0, count);
    return text;
}

bool RawClient::closed() { return input_.empty() && !read_more() && ended_; }

std::optional<RawResponse> RawClient::response(bool of_head_request) {
    const auto first = line();
    if (!first || !first->starts_with("HTTP/1.1 ")) return std::nullopt;
    RawResponse response{.status = std::atoi(first->c_str() + 9)};
    while (true) {
        const auto header = line();
        if (!header) return std::nullopt;
        if (header->empty()) break;
        const auto colon = header->find(": ");
        response.headers[lower(header->substr(0, colon))] = header->substr(colon + 2);
    }
    const auto length = response.headers.find("content-length");
    if (length == response.headers.end() || of_head_request) return response;
    const auto body = bytes(static_cast<std::size_t>(std::atoll(length->second.c_str())));
    if (!body) return std::nullopt;
    response.body = *body;
    return response;
}

bool RawClient::upgrade(std::string_view target) {
    send("GET " + std::string(target) +
         " HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    auto answer = response();
    // The answer to this key is the example of RFC 6455 1.3.
    return answer && answer->status == 101 &&
           answer->headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
}

bool RawClient::send_frame(std::uint8_t opcode, std::string_view payload) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    if (payload.size() < 126) {
        frame += static_cast<char>(0x80 | payload.size());
    } else if (payload.size() < 65536) {
        frame += static_cast<char>(0x80 | 126);
        frame += static_cast<char>(payload.size() >> 8);
        frame += static_cast<char>(payload.size() & 0xFF);
    } else {
        frame += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) {
            frame += static_cast<char>(payload.size() >> shift & 0xFF);
        }
    }
    constexpr std::string_view mask = "mask";
    frame += mask;
    for (std::size_t i = 0; i < payload.size(); ++i) {
        frame += static_cast<char>(payload[i] ^ mask[i % 4]);
    }
    return send(frame);
}

std::optional<Frame> RawClient::frame() {
    const auto head = bytes(2);
    if (!head) return std::nullopt;
    std::size_t size = static_cast<unsigned char>((*head)[1]);
    const int more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (more > 0) {
        const auto digits = bytes(static_cast<std::size_t>(more));
        if (!digits) return std::nullopt;
        size = 0;
        for (const char digit : *digits) size = size << 8 | static_cast<unsigned char>(digit);
    }
    auto payload = bytes(size);
    if (!payload) return std::nullopt;
    return Frame{static_cast<std::uint8_t>((*head)[0] & 0x0F), std::move(*payload)};
}

std::optional<Frame> RawClient::message() {
    auto next = frame();
    while (next && next->opcode == 9) next = frame();
    return next;
}

}  // namespace arbiter::server

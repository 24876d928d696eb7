#include "tests/bench/load/watcher.hpp"

#include <stdexcept>

#include "core/base/json.hpp"

namespace arbiter::bench::load {

namespace {

namespace opcode {
constexpr std::uint8_t text = 1;
constexpr std::uint8_t close = 8;
constexpr std::uint8_t ping = 9;
constexpr std::uint8_t pong = 10;
}  // namespace opcode

/// A whole frame at the front of what a server sent (RFC 6455 5.2); `size` is 0 if there is none.
struct Frame {
    std::size_t size = 0;
    std::uint8_t opcode = 0;
    std::string_view payload;
};

Frame read_frame(std::string_view input) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(input[i]); };
    if (input.size() < 2) return {};
    const unsigned short_length = byte(1);
    const std::size_t more = short_length < 126 ? 0 : short_length == 126 ? 2 : 8;
    if (input.size() < 2 + more) return {};
    std::size_t length = more == 0 ? short_length : 0;
    for (std::size_t i = 0; i < more; ++i) length = length << 8U | byte(2 + i);
    const std::size_t size = 2 + more + length;
    if (input.size() < size) return {};
    return {size, static_cast<std::uint8_t>(byte(0) & 0x0FU), input.substr(2 + more, length)};
}

std::string subscription(const std::string& id, std::uint64_t after) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "subscribe");
        out.member("game", id);
        out.member("after", after);
    });
    return out.take();
}

std::string unsubscription(const std::string& id) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "unsubscribe");
        out.member("game", id);
    });
    return out.take();
}

}  // namespace

Watcher::Watcher(Poller& poller, const std::string& address, const Table& table)
    : Connection(poller, address), table_(table) {
    send(
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
}

void Watcher::look_on() {
    if (!open_ || !table_.course() || course_ == table_.course() || !has_seen_all()) return;
    if (course_) send_frame(opcode::text, unsubscription(course_->id));
    course_ = table_.course();
    seen_ = 0;
    send_frame(opcode::text, subscription(course_->id, seen_));
}

bool Watcher::is_up_to_date() const {
    return course_ && course_ == table_.course() && seen_ == course_->version;
}

std::size_t Watcher::receive(std::string_view input) {
    if (!open_) {
        const HttpFrame handshake = http_frame(input);
        if (handshake.size == 0) return 0;
        if (handshake.reply.status != 101) throw std::runtime_error("no WebSocket was opened");
        open_ = true;
        look_on();
        return handshake.size;
    }
    const Frame frame = read_frame(input);
    if (frame.size == 0) return 0;
    if (frame.opcode == opcode::text) hear(frame.payload);
    if (frame.opcode == opcode::ping) send_frame(opcode::pong, frame.payload);
    if (frame.opcode == opcode::close) throw std::runtime_error("a watcher was sent away");
    return frame.size;
}

void Watcher::hear(std::string_view message) {
    if (message.starts_with(R"({"type":"problem")")) throw std::runtime_error(std::string(message));
    if (!message.starts_with(R"({"type":"event")")) return;
    const std::uint64_t version = version_in(message);
    if (version != seen_ + 1) ++gaps_;
    seen_ = version;
    ++events_;
    look_on();
}

/// A mask of zeros leaves the payload as it is.
void Watcher::send_frame(std::uint8_t code, std::string_view payload) {
    constexpr std::size_t short_length_max = 125;
    if (payload.size() > short_length_max) throw std::logic_error("a message is too long");
    std::string frame{static_cast<char>(0x80U | code), static_cast<char>(0x80U | payload.size())};
    send(frame.append(4, '\0').append(payload));
}

}  // namespace arbiter::bench::load

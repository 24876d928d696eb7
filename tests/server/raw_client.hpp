#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter::server {

/// What came back, and whether it came whole.
struct RawResponse {
    int status = 0;
    std::map<std::string, std::string> headers;  ///< names in lower case
    std::string body;
};

struct Frame {
    std::uint8_t opcode = 0;  ///< 1 text, 8 close, 9 ping, 10 pong
    std::string payload;

    std::uint16_t close_code() const;
    std::string close_reason() const { return payload.substr(2); }
};

/// A client that can misbehave: it writes any bytes to a socket, and reads when it likes.
class RawClient {
public:
    /// A small receive buffer makes a slow reader slow soon.
    explicit RawClient(std::uint16_t port, std::optional<int> receive_bytes = {});
    ~RawClient();
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    bool send(std::string_view bytes);
    void half_close();
    void reset();  ///< closes at once, without farewell

    /// One response; nothing if the connection ends or two seconds pass before it is whole.
    std::optional<RawResponse> response(bool of_head_request = false);
    /// The next line, without its end.
    std::optional<std::string> line();
    std::optional<std::string> bytes(std::size_t count);
    /// Whether the other side closes, within two seconds, without a further byte.
    bool closed();

    /// Shakes hands; false if refused.
    bool upgrade(std::string_view target);
    bool send_text(std::string_view text) { return send_frame(1, text); }
    bool send_frame(std::uint8_t opcode, std::string_view payload);
    std::optional<Frame> frame();
    /// The next frame that is not a ping.
    std::optional<Frame> message();

private:
    bool read_more();

    int socket_;
    std::string input_;
    bool ended_ = false;
};

}  // namespace arbiter::server

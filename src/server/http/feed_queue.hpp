#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/http/message.hpp"

namespace arbiter::server {

/// Why a WebSocket is closed (RFC 6455 7.4.1, and IANA's registry for 1013).
enum class CloseCode : std::uint16_t {
    normal = 1000,
    going_away = 1001,
    unsupported_data = 1003,
    internal_error = 1011,
    try_again_later = 1013,
};

struct Ending {
    CloseCode code = CloseCode::normal;
    std::string reason;
};

/// The messages that wait to be written to one connection. The service puts them in from any thread;
/// the connection takes them out on its own.
class FeedQueue final : public Feed {
public:
    using Message = std::shared_ptr<const std::string>;
    using Item = std::variant<std::monostate, Message, Ending>;  ///< the first: nothing waits

    /// A single message of any size always fits.
    explicit FeedQueue(std::size_t bytes_max) : bytes_max_(bytes_max) {}

    bool send(Message message) override;
    void close(std::string_view reason) override;

    /// After the messages that were sent. Only the first ending counts.
    void end(Ending ending);

    /// Calls `wake`, from any thread, when a message arrives after `take` found nothing, and when the
    /// end comes. Before the first `take` that finds nothing it is called only for the end.
    void attend(std::function<void()> wake);
    Item take();

    /// Whether the end has come: the present write should finish soon.
    bool ending() const;
    /// Whether it came because too many bytes waited.
    bool overflowed() const;
    /// The connection is gone.
    void abandon();

private:
    using Wake = std::shared_ptr<std::function<void()>>;

    bool add(Message message, Wake& wake);
    void clear();

    const std::size_t bytes_max_;
    mutable std::mutex mutex_;
    std::vector<Message> messages_;  // smaller than a queue while it is empty, as it mostly is
    std::size_t first_ = 0;          // of those that were not taken
    std::size_t bytes_ = 0;
    std::optional<Ending> ending_;
    bool overflowed_ = false;
    bool idle_ = false;  // `take` found nothing: the next message must wake the connection
    Wake wake_;
};

}  // namespace arbiter::server

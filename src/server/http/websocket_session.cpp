#include <algorithm>
#include <array>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/http/connection.hpp"

namespace arbiter::server {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

namespace {

using ErrorCode = boost::system::error_code;

http::request<http::empty_body> handshake_of(const Request& request) {
    http::request<http::empty_body> handshake(http::verb::get, request.target, 11);
    for (const auto& [name, value] : request.headers) handshake.insert(name, value);
    return handshake;
}

websocket::close_reason close_reason(const Ending& ending) {
    websocket::close_reason reason(static_cast<websocket::close_code>(ending.code));
    reason.reason = ending.reason.substr(0, reason.reason.max_size());
    return reason;
}

/// One WebSocket. Most only listen, and there may be thousands: reading and writing are chains of
/// callbacks, and a coroutine, which takes memory, runs only while there is something to do.
class WebSocketSession : public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(std::shared_ptr<Connection> connection, std::unique_ptr<Upgrade> upgrade);

    /// Until the handshake is done.
    Awaitable<void> start();

private:
    void configure();
    void attend();
    Awaitable<bool> is_accepted();
    void read_next();
    void on_piece(std::size_t size);
    void leave();
    // Spawned, so they hold the session themselves.
    using Self = std::shared_ptr<WebSocketSession>;
    static Awaitable<void> receive(Self self, std::string message);
    static Awaitable<void> finish(Self self);
    void write_next();
    void write(FeedQueue::Message message);
    void close(const Ending& ending);
    void on_wake();
    void cut();

    std::shared_ptr<Connection> connection_;
    const TransportOptions& options_;
    std::unique_ptr<Upgrade> upgrade_;  // until the handshake is done
    std::shared_ptr<FeedQueue> queue_;
    std::unique_ptr<Conversation> conversation_;
    websocket::stream<StreamSocket, false> stream_;  // without compression
    std::array<char, 128> piece_;                    // of a message
    std::string message_;                            // as far as it was read
    bool writing_ = true;                            // also true before the handshake is done
    bool leaving_ = false;                           // the other side is closing
};

WebSocketSession::WebSocketSession(std::shared_ptr<Connection> connection,
                                   std::unique_ptr<Upgrade> upgrade)
    : connection_(std::move(connection)),
      options_(connection_->options()),
      upgrade_(std::move(upgrade)),
      queue_(std::move(upgrade_->queue)),
      conversation_(std::move(upgrade_->conversation)),
      stream_(std::move(connection_->socket())) {}

void WebSocketSession::configure() {
    websocket::stream_base::timeout timeout;
    timeout.handshake_timeout = options_.close_timeout;
    timeout.idle_timeout = 2 * options_.heartbeat;  // after half of it a ping is sent
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.read_message_max(options_.message_size_max);
    stream_.auto_fragment(false);
    stream_.text(true);
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
        leaving_ = leaving_ || kind == websocket::frame_type::close;
        if (leaving_) connection_->expire_after(options_.close_timeout);
    });
}

void WebSocketSession::attend() {
    const std::weak_ptr session = weak_from_this();
    const auto with_session = [session](auto action) {
        return [session, action](auto&&...) {
            if (const auto self = session.lock()) action(*self);
        };
    };
    connection_->hook({.stop = with_session([](WebSocketSession& self) {
                           self.queue_->end({CloseCode::going_away, "the server is stopping"});
                       }),
                       .cut = with_session([](WebSocketSession& self) { self.cut(); })});
    const auto wake = with_session([](WebSocketSession& self) { self.on_wake(); });
    queue_->attend(connection_->from_anywhere_in_turn(wake));
}

Awaitable<void> WebSocketSession::start() {
    configure();
    attend();
    const bool accepted = co_await is_accepted();
    if (!accepted) {
        co_await finish(shared_from_this());
        co_return;
    }
    connection_->hub().observer.opened(Channel::websocket);
    if (connection_->hub().stopping) connection_->stop();
    writing_ = false;
    write_next();
    read_next();
}

Awaitable<bool> WebSocketSession::is_accepted() {
    const auto handshake = handshake_of(upgrade_->request);
    upgrade_.reset();
    const auto [error] = co_await stream_.async_accept(handshake, quietly);
    co_return !error;
}

void WebSocketSession::read_next() {
    stream_.async_read_some(asio::buffer(piece_),
                            [self = shared_from_this()](const ErrorCode& error, std::size_t size) {
                                self->connection_->hub().observer.received(size);
                                error ? self->leave() : self->on_piece(size);
                            });
}

void WebSocketSession::on_piece(std::size_t size) {
    message_.append(piece_.data(), size);
    if (!stream_.is_message_done()) return read_next();
    std::string whole = std::exchange(message_, {});
    if (queue_->ending()) return read_next();  // only the other side's close frame matters now
    if (stream_.got_binary()) {
        queue_->end({CloseCode::unsupported_data, "messages are text"});
        return read_next();
    }
    connection_->spawn(receive(shared_from_this(), std::move(whole)));
}

/// One at a time: the next one is read when this one was handled.
Awaitable<void> WebSocketSession::receive(Self self, std::string message) {
    Connection& connection = *self->connection_;
    const auto at = connection.now();
    co_await connection.on_workers([&] {
        guarded(
            connection.hub().observer, [&] { self->conversation_->receive(message, at); },
            [&] { self->queue_->end({CloseCode::internal_error, "the server made a mistake"}); });
    });
    self->read_next();
}

void WebSocketSession::leave() {
    Observer& observer = connection_->hub().observer;
    if (queue_->overflowed()) {
        observer.dropped_slow_reader(Channel::websocket, connection_->address());
    }
    observer.closed(Channel::websocket);
    connection_->spawn(finish(shared_from_this()));
}

Awaitable<void> WebSocketSession::finish(Self self) {
    self->queue_->abandon();
    self->cut();
    co_await self->connection_->on_workers([&] { self->conversation_.reset(); });
    self->connection_->hook({});
}

void WebSocketSession::write_next() {
    FeedQueue::Item item = queue_->take();
    if (auto* message = std::get_if<FeedQueue::Message>(&item)) return write(std::move(*message));
    if (const auto* ending = std::get_if<Ending>(&item)) return close(*ending);
    if (!leaving_) connection_->expire_never();
}

void WebSocketSession::write(FeedQueue::Message message) {
    writing_ = true;
    const bool hurries = leaving_ || queue_->ending();
    connection_->expire_after(hurries ? options_.close_timeout : options_.write_timeout);
    const auto text = asio::buffer(*message);
    stream_.async_write(text, [self = shared_from_this(), message = std::move(message)](
                                  const ErrorCode& error, std::size_t size) {
        self->connection_->hub().observer.sent(size);
        self->writing_ = false;
        if (!error) self->write_next();
    });
}

void WebSocketSession::close(const Ending& ending) {
    writing_ = true;
    connection_->expire_after(2 * options_.close_timeout);
    stream_.async_close(close_reason(ending),
                        [self = shared_from_this()](const ErrorCode&) { self->cut(); });
}

/// A write that is in progress when the end comes may be stuck: its timeout is shortened.
void WebSocketSession::on_wake() {
    if (!writing_) return write_next();
    if (queue_->ending()) connection_->expire_after(options_.close_timeout);
}

void WebSocketSession::cut() {
    ErrorCode ignored;
    beast::get_lowest_layer(stream_).close(ignored);
}

}  // namespace

Awaitable<void> serve_websocket(std::shared_ptr<Connection> connection,
                                std::unique_ptr<Upgrade> upgrade) {
    const auto session =
        std::make_shared<WebSocketSession>(std::move(connection), std::move(upgrade));
    co_await session->start();
}

}  // namespace arbiter::server

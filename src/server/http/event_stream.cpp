#include <charconv>

#include "server/http/connection.hpp"

namespace arbiter::server {

namespace {

/// A comment, which clients skip (HTML, 9.2.5).
constexpr std::string_view heartbeat = ":\n\n";

/// Server-sent events on one connection: the messages of the feed are written unchanged.
class EventStream {
public:
    EventStream(std::shared_ptr<Connection> connection, bool chunked)
        : connection_(std::move(connection)),
          chunked_(chunked),
          queue_(std::make_shared<FeedQueue>(connection_->options().feed_bytes_max)) {}

    Awaitable<void> run(Response response);

private:
    void watch_for_the_end();
    Awaitable<void> write_all();
    Awaitable<bool> write(std::string_view text);

    std::shared_ptr<Connection> connection_;
    bool chunked_;
    std::shared_ptr<FeedQueue> queue_;
    std::shared_ptr<std::array<char, 512>> ignored_ = std::make_shared<std::array<char, 512>>();
};

Awaitable<void> EventStream::run(Response response) {
    Observer& observer = connection_->hub().observer;
    observer.opened(Channel::event_stream);
    connection_->expire_never();
    const std::weak_ptr queue = queue_;
    connection_->hook({.stop = [queue] {
        if (const auto held = queue.lock()) {
            held->end({CloseCode::going_away, "the server is stopping"});
        }
    }});
    const auto wake = [queue](Connection& connection) {
        const auto held = queue.lock();
        // The present write may be stuck: its timeout is shortened.
        if (held && held->ending()) connection.expire_after(connection.options().close_timeout);
        connection.ring();
    };
    queue_->attend(connection_->from_anywhere_in_turn(wake));
    if (connection_->hub().stopping) connection_->stop();
    watch_for_the_end();
    std::shared_ptr<void> kept;
    co_await connection_->on_workers([&] {
        guarded(
            observer, [&] { kept = response.stream(queue_); },
            [&] { queue_->end({CloseCode::internal_error, "the server made a mistake"}); });
    });
    co_await write_all();
    if (queue_->overflowed()) {
        observer.dropped_slow_reader(Channel::event_stream, connection_->address());
    }
    queue_->abandon();
    boost::system::error_code ignored;
    connection_->socket().cancel(ignored);
    co_await connection_->on_workers([&] {
        kept.reset();
        response.stream = nullptr;
    });
    connection_->hook({});
    observer.closed(Channel::event_stream);
}

/// A client sends nothing more; reading reveals when it leaves.
void EventStream::watch_for_the_end() {
    connection_->socket().async_read_some(
        asio::buffer(*ignored_), [connection = connection_, queue = queue_, buffer = ignored_](
                                     const boost::system::error_code& error, std::size_t) {
            const bool more_than_asked = !error;
            queue->end({CloseCode::normal,
                        more_than_asked ? "nothing more was expected" : "the client has gone"});
            connection->ring();
        });
}

Awaitable<void> EventStream::write_all() {
    while (true) {
        const FeedQueue::Item item = queue_->take();
        if (const auto* message = std::get_if<FeedQueue::Message>(&item)) {
            if (!co_await write(**message)) co_return;
        } else if (const auto* ending = std::get_if<Ending>(&item)) {
            const std::string comment = ": " + ending->reason + "\n\n";
            co_await write(comment);
            const Connection::Buffers last_chunk{asio::buffer(std::string_view("0\r\n\r\n"))};
            if (chunked_) co_await connection_->write(last_chunk);
            co_return;
        } else if (!co_await connection_->heard(connection_->options().heartbeat)) {
            if (!co_await write(heartbeat)) co_return;
        }
    }
}

Awaitable<bool> EventStream::write(std::string_view text) {
    if (text.empty()) co_return true;  // an empty chunk would be the last
    char size[20];
    std::string_view before;
    std::string_view after;
    if (chunked_) {
        char* end = std::to_chars(size, size + sizeof size - 2, text.size(), 16).ptr;
        *end++ = '\r';
        *end++ = '\n';
        before = {size, end};
        after = "\r\n";
    }
    const auto& options = connection_->options();
    connection_->expire_after(queue_->ending() ? options.close_timeout : options.write_timeout);
    const Connection::Buffers buffers{asio::buffer(before), asio::buffer(text),
                                      asio::buffer(after)};
    const bool written = co_await connection_->write(buffers);
    connection_->expire_never();
    co_return written;
}

}  // namespace

Awaitable<void> serve_events(std::shared_ptr<Connection> connection, Response response,
                             bool chunked) {
    EventStream stream(std::move(connection), chunked);
    co_await stream.run(std::move(response));
}

}  // namespace arbiter::server

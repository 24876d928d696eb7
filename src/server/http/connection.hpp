#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/http/feed_queue.hpp"
#include "server/http/hub.hpp"

namespace arbiter::server {

namespace asio = boost::asio;
/// Of a loop. Asio's default holds any executor, behind virtual calls and a count of references.
using Executor = asio::io_context::executor_type;
/// A TCP or a Unix domain socket.
using StreamSocket = asio::basic_stream_socket<asio::generic::stream_protocol, Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <class T>
using Awaitable = asio::awaitable<T, Executor>;

/// An error comes back with the result instead of being thrown.
inline constexpr auto quietly = asio::as_tuple(asio::use_awaitable_t<Executor>());

/// A socket with a deadline; its coroutine and the service's threads meet here. Everything is called
/// on the connection's own thread, except where stated.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Buffers = std::array<asio::const_buffer, 3>;
    using Milliseconds = std::chrono::milliseconds;
    static constexpr Milliseconds for_ever = std::chrono::years(1);

    /// Called when the transport stops, and when time is up.
    struct Hooks {
        std::function<void()> stop;
        std::function<void()> cut;
    };

    struct Place {
        Hub& hub;
        Turnstile& turnstile;  ///< of its loop
    };
    Connection(const Place& place, StreamSocket socket, std::string address);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    Hub& hub() { return hub_; }
    const TransportOptions& options() const { return hub_.options; }
    platform::Moment now() const { return options().clock->now(); }
    /// For the header of that name.
    std::chrono::sys_seconds date() const {
        return std::chrono::floor<std::chrono::seconds>(now());
    }
    StreamSocket& socket() { return socket_; }
    Executor executor() { return timer_.get_executor(); }
    const std::string& address() const { return address_; }
    bool from_trusted_proxy() const;

    /// Counts as one of the hub's connections until it is destroyed; false if there are too many.
    bool enter();

    /// Reads some bytes; none if the connection ended or time is up.
    Awaitable<std::size_t> read(std::span<char> into);
    /// False if it could not all be written before the deadline.
    Awaitable<bool> write(Buffers buffers);
    /// Shuts the sending side down and waits a little for the client to read: closing at once, with
    /// bytes unread, would make the system discard what is on its way to the client.
    Awaitable<void> linger();

    void expire_after(Milliseconds limit);
    void expire_never() { deadline_ = std::chrono::steady_clock::time_point::max(); }
    bool timed_out() const { return timed_out_; }

    void stop();             ///< gracefully
    void cut();              ///< at once
    void hook(Hooks hooks);  ///< replaces the defaults for plain HTTP
    /// While it is idle, a stop ends it.
    void idle(bool idle) { idle_ = idle; }

    /// Waits for `ring`; false if it does not come in time. A cut rings as well.
    Awaitable<bool> heard(Milliseconds limit = for_ever);
    void ring();

    /// Until `forget_the_end`, calls `ended` once if the client closes the connection.
    void watch_for_the_end(std::function<void()> ended);
    void forget_the_end();

    /// Runs a coroutine on the connection's thread; the observer is told of what it throws.
    void spawn(Awaitable<void> coroutine);

    /// Runs the job on a worker and resumes when it is done.
    template <class Job>
    Awaitable<void> on_workers(Job job);

    /// A function that answers a request, from any thread; only the first answer counts.
    auto make_reply();
    std::optional<Response> take_reply() { return std::exchange(reply_, std::nullopt); }

    /// A function for any thread that runs the action on the connection's thread while that exists.
    template <class Action>
    auto from_anywhere(Action action);
    /// The same for one of many connections that are called at once.
    template <class Action>
    auto from_anywhere_in_turn(Action action);

private:
    void arm();
    void on_timer();

    Hub& hub_;
    Turnstile& turnstile_;
    StreamSocket socket_;
    std::string address_;
    std::string network_;
    bool entered_ = false;
    bool idle_ = false;
    bool timed_out_ = false;
    bool cut_ = false;
    Hooks hooks_;

    std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
    std::chrono::steady_clock::time_point armed_ = std::chrono::steady_clock::time_point::max();
    Timer timer_;

    Timer bell_;
    bool rung_ = false;
    std::optional<Response> reply_;
};

template <class Action>
auto Connection::from_anywhere(Action action) {
    return [gate = hub_.gate, weak = weak_from_this(), action]<class... Values>(Values... values) {
        gate->pass([&] {
            const auto self = weak.lock();
            if (!self) return;
            asio::post(self->executor(), [self, action, ... kept = std::move(values)]() mutable {
                action(*self, std::move(kept)...);
            });
        });
    };
}

template <class Action>
auto Connection::from_anywhere_in_turn(Action action) {
    return [gate = hub_.gate, weak = weak_from_this(), action] {
        gate->pass([&] {
            if (const auto self = weak.lock()) {
                self->turnstile_.add([self, action] { action(*self); });
            }
        });
    };
}

inline auto Connection::make_reply() {
    return [answered = std::make_shared<std::atomic_flag>(),
            deliver = from_anywhere([](Connection& self, Response response) {
                self.reply_ = std::move(response);
                self.ring();
            })](Response response) {
        if (!answered->test_and_set()) deliver(std::move(response));
    };
}

template <class Job>
Awaitable<void> Connection::on_workers(Job job) {
    bool done = false;
    asio::post(hub_.workers, [&job, back = from_anywhere([&done](Connection& self) {
                                        done = true;
                                        self.ring();
                                    })] {
        job();
        back();
    });
    // Even a connection that was cut waits: the job uses what is on this coroutine's stack.
    while (!done) co_await heard();
}

/// Keeps the transport running whatever the service throws.
template <class Job, class Otherwise>
void guarded(Observer& observer, Job job, Otherwise otherwise) {
    try {
        return job();
    } catch (const std::exception& error) {
        observer.failed("the service threw an exception", error.what());
    } catch (...) {
        observer.failed("the service threw an exception", "of unknown type");
    }
    otherwise();
}

// What a connection can be used for, each in its own file.
Awaitable<void> serve_http(std::shared_ptr<Connection> connection);
/// The head has been written. The body is chunked, or ends when the connection closes.
Awaitable<void> serve_events(std::shared_ptr<Connection> connection, Response response,
                             bool chunked);
struct Upgrade {
    Request request;
    std::shared_ptr<FeedQueue> queue;
    std::unique_ptr<Conversation> conversation;
};
Awaitable<void> serve_websocket(std::shared_ptr<Connection> connection,
                                std::unique_ptr<Upgrade> upgrade);

}  // namespace arbiter::server

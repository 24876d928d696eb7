#include "server/http/connection.hpp"

#include <algorithm>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/write.hpp>
#include <sys/socket.h>

#include "server/http/rate_limit.hpp"

namespace arbiter::server {

namespace {

/// How much is read and discarded from a client that keeps sending after it was refused.
constexpr std::size_t discarded_bytes_max = 4 << 20;

}  // namespace

Connection::Connection(const Place& place, StreamSocket socket, std::string address)
    : hub_(place.hub),
      turnstile_(place.turnstile),
      socket_(std::move(socket)),
      address_(std::move(address)),
      timer_(socket_.get_executor()),
      bell_(socket_.get_executor()) {
    if (!from_trusted_proxy()) network_ = network_of(address_);
    boost::system::error_code ignored;
    socket_.non_blocking(true, ignored);
}

Connection::~Connection() {
    if (!entered_) return;
    hub_.observer.closed(Channel::http);
    hub_.connections.leave(*this, network_);
}

bool Connection::from_trusted_proxy() const {
    const auto& proxies = options().trusted_proxies;
    return std::ranges::find(proxies, address_) != proxies.end();
}

bool Connection::enter() {
    entered_ = hub_.connections.enter(
        shared_from_this(), network_,
        {.all = options().connections_max, .per_network = options().connections_per_address_max});
    if (entered_) hub_.observer.opened(Channel::http);
    return entered_;
}

Awaitable<std::size_t> Connection::read(std::span<char> into) {
    if (timed_out_ || cut_) co_return 0;
    const auto [error, size] =
        co_await socket_.async_read_some(asio::buffer(into.data(), into.size()), quietly);
    hub_.observer.received(size);
    co_return error || timed_out_ ? 0 : size;
}

Awaitable<bool> Connection::write(Buffers buffers) {
    if (timed_out_ || cut_) co_return false;
    boost::system::error_code error;
    // Most often the system takes it all at once.
    std::size_t sent = socket_.write_some(buffers, error);
    hub_.observer.sent(sent);
    for (asio::const_buffer& buffer : buffers) {
        const std::size_t written = std::min(sent, buffer.size());
        buffer += written;
        sent -= written;
    }
    if (asio::buffer_size(buffers) == 0) co_return true;
    const auto [failure, rest] = co_await asio::async_write(socket_, buffers, quietly);
    hub_.observer.sent(rest);
    co_return !failure;
}

Awaitable<void> Connection::linger() {
    boost::system::error_code ignored;
    socket_.shutdown(StreamSocket::shutdown_send, ignored);
    expire_after(options().close_timeout);
    std::array<char, 4096> discarded;
    std::size_t total = 0;
    while (total < discarded_bytes_max) {
        const std::size_t size = co_await read(discarded);
        if (size == 0) break;
        total += size;
    }
}

void Connection::expire_after(Milliseconds limit) {
    timed_out_ = false;
    deadline_ = std::chrono::steady_clock::now() + limit;
    if (deadline_ < armed_) arm();
}

/// A later deadline leaves the timer as it is: when the timer fires, it is set again.
void Connection::arm() {
    armed_ = deadline_;
    timer_.expires_at(deadline_);
    timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (self && !error) self->on_timer();
    });
}

void Connection::on_timer() {
    const auto never = std::chrono::steady_clock::time_point::max();
    armed_ = never;
    if (deadline_ == never) return;
    if (std::chrono::steady_clock::now() < deadline_) return arm();
    deadline_ = never;
    timed_out_ = true;
    boost::system::error_code ignored;
    hooks_.cut ? hooks_.cut() : static_cast<void>(socket_.cancel(ignored));
}

void Connection::stop() {
    boost::system::error_code ignored;
    if (hooks_.stop) return hooks_.stop();
    if (idle_) socket_.cancel(ignored);
}

void Connection::cut() {
    boost::system::error_code ignored;
    cut_ = true;
    hooks_.cut ? hooks_.cut() : static_cast<void>(socket_.close(ignored));
    ring();
}

void Connection::hook(Hooks hooks) { hooks_ = std::move(hooks); }

Awaitable<bool> Connection::heard(Milliseconds limit) {
    const auto until = std::chrono::steady_clock::now() + limit;
    while (!rung_) {
        if (std::chrono::steady_clock::now() >= until) co_return false;
        bell_.expires_at(until);
        co_await bell_.async_wait(quietly);
    }
    rung_ = false;
    co_return true;
}

/// Further requests may wait to be read: then the end cannot be seen, and is not looked for.
void Connection::watch_for_the_end(std::function<void()> ended) {
    socket_.async_wait(StreamSocket::wait_read,
                       [self = shared_from_this(),
                        called = std::move(ended)](const boost::system::error_code& error) {
                           if (error) return;
                           char next = 0;
                           const int flags = MSG_PEEK | MSG_DONTWAIT;
                           if (::recv(self->socket_.native_handle(), &next, 1, flags) <= 0)
                               called();
                       });
}

void Connection::forget_the_end() {
    boost::system::error_code ignored;
    socket_.cancel(ignored);
}

void Connection::spawn(Awaitable<void> coroutine) {
    const auto report = [&observer = hub_.observer](const std::exception_ptr& thrown) {
        if (!thrown) return;
        guarded(observer, [&] { std::rethrow_exception(thrown); }, [] {});
    };
    asio::co_spawn(executor(), std::move(coroutine), report);
}

void Connection::ring() {
    rung_ = true;
    bell_.cancel();
}

}  // namespace arbiter::server

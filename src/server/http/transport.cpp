#include "server/http/transport.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http/connection.hpp"
#include "server/http/problem.hpp"
#include "server/http/response_head.hpp"

namespace arbiter::server {

namespace {

/// More are closed without a response.
constexpr std::size_t turned_away_max = 64;
/// For connections to notice that they were cut.
constexpr std::chrono::milliseconds cut_grace{1'000};
/// Most likely there are no free file descriptors; some will be freed.
constexpr std::chrono::milliseconds accept_pause{100};

using Tcp = asio::ip::tcp;
using File = asio::local::stream_protocol;
using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol, Executor>;
using Endpoint = Acceptor::endpoint_type;

/// The path in "unix:PATH".
std::optional<std::string> path_of(const TransportOptions& options) {
    if (!options.is_unix()) return std::nullopt;
    return options.address.substr(std::string_view("unix:").size());
}

/// Left behind by a server that was killed.
void remove_stale(asio::io_context& io, const std::string& path) {
    std::error_code gone;
    if (!std::filesystem::is_socket(path, gone)) return;
    boost::system::error_code error;
    File::socket(io).connect(File::endpoint(path), error);
    if (error == asio::error::connection_refused) ::unlink(path.c_str());
}

Endpoint endpoint_of(asio::io_context& io, const TransportOptions& options) {
    if (const auto path = path_of(options)) {
        if (path->empty()) throw boost::system::system_error(asio::error::invalid_argument);
        remove_stale(io, *path);
        return File::endpoint(*path);
    }
    Tcp::resolver resolver(io);
    const auto found =
        resolver.resolve(options.address, std::to_string(options.port), Tcp::resolver::passive);
    return found.begin()->endpoint();
}

Acceptor listening(asio::io_context& io, const TransportOptions& options) {
    const Endpoint endpoint = endpoint_of(io, options);
    Acceptor acceptor(io);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(Acceptor::reuse_address(true));
    acceptor.bind(endpoint);
    acceptor.listen(Acceptor::max_listen_connections);
    return acceptor;
}

/// Nothing for a Unix domain socket.
std::optional<Tcp::endpoint> tcp_of(const Endpoint& endpoint) {
    if (endpoint.protocol().family() == AF_UNIX) return std::nullopt;
    Tcp::endpoint tcp;
    tcp.resize(endpoint.size());
    std::memcpy(tcp.data(), endpoint.data(), endpoint.size());
    return tcp;
}

/// 127.0.0.1 rather than ::ffff:127.0.0.1.
std::string shown(const asio::ip::address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
        return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
    }
    return address.to_string();
}

Awaitable<void> turn_away(std::shared_ptr<Connection> connection) {
    connection->expire_after(connection->options().close_timeout);
    const Response response =
        complaint(503, "too_many_connections", "there are too many connections");
    const std::string head =
        head_of(response, {.afterwards = Afterwards::close, .date = connection->date()});
    const Connection::Buffers buffers{asio::buffer(head), asio::buffer(response.body)};
    co_await connection->write(buffers);
    co_await connection->linger();
    --connection->hub().turned_away;
}

}  // namespace

struct Transport::Impl {
    Impl(const TransportOptions& options, Service& service, Observer& observer)
        : hub(options, service, observer), acceptor(listening(hub.loops.front(), options)) {
        if (const auto tcp = tcp_of(acceptor.local_endpoint())) port = tcp->port();
    }

    void start();
    Awaitable<void> accept();
    void welcome(StreamSocket socket, Turnstile& turnstile);
    void each_connection(void (Connection::*action)());

    Hub hub;
    Acceptor acceptor;
    std::uint16_t port = 0;
    std::vector<std::jthread> threads;
    bool stopped = false;
};

void Transport::Impl::start() {
    asio::co_spawn(acceptor.get_executor(), accept(), asio::detached);
    for (asio::io_context& loop : hub.loops) {
        threads.emplace_back([&loop] {
            const auto work = asio::make_work_guard(loop);
            loop.run();
        });
    }
}

Awaitable<void> Transport::Impl::accept() {
    Timer pause(acceptor.get_executor());
    for (std::size_t next = 0; acceptor.is_open(); ++next) {
        const std::size_t at = next % hub.loops.size();
        const Executor loop = hub.loops[at].get_executor();
        auto [error, socket] = co_await acceptor.async_accept(loop, quietly);
        if (hub.stopping) co_return;
        if (!error) {
            welcome(std::move(socket), hub.turnstiles[at]);
            continue;
        }
        if (error == asio::error::connection_aborted) continue;
        hub.observer.failed("cannot accept a connection", error.message());
        pause.expires_after(accept_pause);
        co_await pause.async_wait(quietly);
    }
}

void Transport::Impl::welcome(StreamSocket socket, Turnstile& turnstile) {
    boost::system::error_code error;
    const auto peer = socket.remote_endpoint(error);
    if (error) return;  // it is closed already
    const auto tcp = tcp_of(peer);
    if (tcp) socket.set_option(Tcp::no_delay(true), error);
    auto connection = std::make_shared<Connection>(
        Connection::Place{hub, turnstile}, std::move(socket), tcp ? shown(tcp->address()) : "unix");
    if (connection->enter()) return connection->spawn(serve_http(connection));
    hub.observer.turned_away(connection->address());
    if (++hub.turned_away > turned_away_max) {
        --hub.turned_away;
        return;
    }
    connection->spawn(turn_away(connection));
}

void Transport::Impl::each_connection(void (Connection::*action)()) {
    for (const auto& connection : hub.connections.all()) {
        asio::post(connection->executor(), [connection, action] { ((*connection).*action)(); });
    }
}

Transport::Transport(const TransportOptions& options, Service& service, Observer& observer) try
    : impl_(std::make_unique<Impl>(options, service, observer)) {
    impl_->start();
} catch (const boost::system::system_error& error) {
    throw std::system_error(error.code());
}

Transport::~Transport() { stop({}); }

std::uint16_t Transport::port() const { return impl_->port; }

void Transport::stop(std::chrono::milliseconds grace) {
    Impl& impl = *impl_;
    if (std::exchange(impl.stopped, true)) return;
    Hub& hub = impl.hub;
    hub.stopping = true;
    asio::post(impl.acceptor.get_executor(), [&impl] { impl.acceptor.close(); });
    impl.each_connection(&Connection::stop);
    if (!hub.connections.wait_until_empty(grace - grace / 10)) {  // the rest is for the end
        impl.each_connection(&Connection::cut);
        hub.connections.wait_until_empty(cut_grace);
    }
    hub.workers.stop();
    hub.workers.join();
    hub.gate->shut();
    for (asio::io_context& loop : hub.loops) loop.stop();
    impl.threads.clear();
    if (const auto path = path_of(hub.options)) ::unlink(path->c_str());
}

}  // namespace arbiter::server

#include "tests/bench/load/poller.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <system_error>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace arbiter::bench::load {

namespace {

int checked(int result, const char* what) {
    if (result < 0) throw std::system_error(errno, std::system_category(), what);
    return result;
}

template <class Address>
int connected_to(const Address& address, int family) {
    const int socket = checked(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
    checked(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address),
            "connect");
    checked(::fcntl(socket, F_SETFL, O_NONBLOCK), "O_NONBLOCK");
    return socket;
}

int connected_to_file(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) throw std::runtime_error("the path is too long");
    path.copy(address.sun_path, path.size());
    return connected_to(address, AF_UNIX);
}

int connected_to_port(const std::string& text) {
    std::uint16_t port = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || stop != text.data() + text.size()) {
        throw std::runtime_error("neither a port nor a path: " + text);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int socket = connected_to(address, AF_INET);
    const int on = 1;
    checked(::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on), "TCP_NODELAY");
    return socket;
}

int connected(const std::string& address) {
    return address.starts_with('/') ? connected_to_file(address) : connected_to_port(address);
}

bool would_block() { return errno == EAGAIN || errno == EINTR; }

timespec timespec_of(Clock::duration duration) {
    const auto left = std::max(duration, Clock::duration::zero());
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    return {seconds.count(), std::chrono::nanoseconds(left - seconds).count()};
}

/// The system's default is often 1024.
void allow_many_files() {
    rlimit limit{};
    checked(::getrlimit(RLIMIT_NOFILE, &limit), "getrlimit");
    limit.rlim_cur = limit.rlim_max;
    checked(::setrlimit(RLIMIT_NOFILE, &limit), "setrlimit");
}

}  // namespace

Poller::Poller() : epoll_(checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create")) {
    allow_many_files();
}

Poller::~Poller() { ::close(epoll_); }

bool Poller::wait(Clock::time_point until) {
    std::array<epoll_event, 256> events;
    const timespec timeout = timespec_of(until - Clock::now());
    const int count = ::epoll_pwait2(epoll_, events.data(), events.size(), &timeout, nullptr);
    if (count < 0 && errno != EINTR) checked(count, "epoll_wait");
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events[static_cast<std::size_t>(i)];
        auto& connection = *static_cast<Connection*>(event.data.ptr);
        if ((event.events & EPOLLOUT) != 0) connection.write();
        if ((event.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) connection.read();
    }
    return count == static_cast<int>(events.size());
}

Connection::Connection(Poller& poller, const std::string& address)
    : poller_(poller), socket_(connected(address)) {
    attend(EPOLLIN, EPOLL_CTL_ADD);
}

Connection::~Connection() { ::close(socket_); }

void Connection::attend(std::uint32_t events, int operation) {
    epoll_event event{};
    event.events = events;
    event.data.ptr = this;
    checked(::epoll_ctl(poller_.epoll_, operation, socket_, &event), "epoll_ctl");
}

void Connection::send(std::string_view bytes) {
    const bool waits = !output_.empty();
    output_ += bytes;
    if (!waits) write();
}

void Connection::write() {
    const auto size = ::send(socket_, output_.data(), output_.size(), MSG_NOSIGNAL);
    if (size < 0 && !would_block()) checked(-1, "send");
    const bool was_whole = size == static_cast<ssize_t>(output_.size());
    output_.erase(0, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    if (was_whole == waits_to_write_) {
        waits_to_write_ = !was_whole;
        attend(was_whole ? EPOLLIN : EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    }
}

void Connection::read() {
    std::array<char, 16 << 10> bytes;
    const auto size = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (size < 0 && would_block()) return;
    checked(static_cast<int>(size), "recv");
    if (size == 0) throw std::runtime_error("the server closed a connection");
    input_.append(bytes.data(), static_cast<std::size_t>(size));
    std::size_t taken = 0;
    while (const std::size_t used = receive(std::string_view(input_).substr(taken))) taken += used;
    input_.erase(0, taken);
}

}  // namespace arbiter::bench::load

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter::bench::load {

/// How long a server may take before a run is given up.
inline constexpr std::chrono::seconds patience{60};

using Clock = std::chrono::steady_clock;

class Connection;

/// Waits for many connections at once, on one thread.
class Poller {
public:
    Poller();
    ~Poller();
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;

    /// Hands out what has come; returns after that, or at the latest at `until`. True if there may be
    /// more.
    bool wait(Clock::time_point until);

private:
    friend class Connection;
    int epoll_;
};

/// A connection to a server on this machine, at a port or at the path of a socket. Nothing waits for
/// it: what cannot be written yet is kept, and what comes is handed on by the poller. A connection
/// that breaks is an exception.
class Connection {
public:
    Connection(Poller& poller, const std::string& address);
    virtual ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void send(std::string_view bytes);

protected:
    /// Takes one message from the front of `input` and gives its size; 0 if it is not yet whole.
    virtual std::size_t receive(std::string_view input) = 0;

private:
    friend class Poller;
    void read();
    void write();
    void attend(std::uint32_t events, int operation);

    Poller& poller_;
    int socket_;
    std::string input_;
    std::string output_;  // what the socket did not take yet
    bool waits_to_write_ = false;
};

}  // namespace arbiter::bench::load

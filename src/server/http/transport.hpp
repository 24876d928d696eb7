#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/http/message.hpp"
#include "server/http/observer.hpp"

/// Sockets: HTTP/1.1, WebSocket and server-sent events in front of a service.
namespace arbiter::server {

struct TransportOptions {
    /// Of this machine, or "unix:" and the path of a Unix domain socket.
    std::string address = "127.0.0.1";
    bool is_unix() const { return address.starts_with("unix:"); }
    std::uint16_t port = 8080;  ///< 0: any free port
    std::size_t threads = 0;    ///< for sockets; 0: one per core
    std::size_t workers = 0;    ///< for the service, which may block; 0: two per core, at least 4

    std::size_t connections_max = 10'000;
    std::size_t connections_per_address_max = 1'000;  ///< IPv6 counts by its first 64 bits
    std::size_t waiting_requests_max = 4'096;         ///< for a worker; more get 503
    std::size_t header_size_max = 16 << 10;
    std::size_t target_size_max = 8 << 10;
    std::size_t body_size_max = 1 << 20;
    std::size_t message_size_max = 64 << 10;  ///< of a message received by WebSocket
    std::size_t feed_bytes_max = 4 << 20;     ///< unread messages of a slow reader

    std::chrono::milliseconds idle_timeout{75'000};    ///< between requests
    std::chrono::milliseconds header_timeout{10'000};  ///< for the whole head of a request
    std::chrono::milliseconds body_timeout{30'000};    ///< for its whole body
    std::chrono::milliseconds answer_timeout{60'000};  ///< for the service
    std::chrono::milliseconds write_timeout{30'000};   ///< for one message, or 64 KiB of a response
    std::chrono::milliseconds close_timeout{2'000};    ///< for the other side to close
    std::chrono::milliseconds heartbeat{20'000};  ///< a WebSocket silent for two of these is dead

    /// Addresses of proxies whose X-Forwarded-For is trusted. A client of a Unix domain socket has the
    /// address "unix".
    std::vector<std::string> trusted_proxies;

    /// For the moments of requests and for dates.
    const platform::Clock* clock = &platform::system_clock();
};

/// Listens from construction on. The service and the observer must outlive it.
class Transport {
public:
    /// Throws std::system_error if it cannot listen there.
    Transport(const TransportOptions& options, Service& service, Observer& observer);
    ~Transport();  ///< stops without grace
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    std::uint16_t port() const;  ///< 0: a Unix domain socket

    /// Accepts no more connections, answers the open requests, closes sockets with a reason, and
    /// returns when all is done. The connections that remain are cut shortly before `grace` is over; calls of
    /// the service that have begun are always waited for. Later replies and messages are ignored.
    void stop(std::chrono::milliseconds grace);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace arbiter::server

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "server/http/transport.hpp"

/// What all connections of a transport share.
namespace arbiter::server {

class Connection;

/// The service's threads pass here on their way to a connection. Once it is shut they turn back, so
/// that the sockets can go.
class Gate {
public:
    template <class Body>
    void pass(Body body) {
        const std::shared_lock lock(mutex_);
        if (open_) body();
    }
    void shut() {
        const std::unique_lock lock(mutex_);
        open_ = false;
    }

private:
    std::shared_mutex mutex_;
    bool open_ = true;
};

/// Who is connected.
class Connections {
public:
    struct Limits {
        std::size_t all;
        std::size_t per_network;
    };

    /// False if that is one too many. An empty network counts with all alone.
    bool enter(const std::shared_ptr<Connection>& connection, const std::string& network,
               Limits limits);
    void leave(Connection& connection, const std::string& network);

    std::vector<std::shared_ptr<Connection>> all() const;
    /// Whether all had left in time.
    bool wait_until_empty(std::chrono::milliseconds limit);

private:
    mutable std::mutex mutex_;
    std::condition_variable left_;
    std::unordered_map<Connection*, std::weak_ptr<Connection>> connections_;
    std::unordered_map<std::string, std::size_t> networks_;
};

struct Hub {
    Hub(const TransportOptions& all, Service& served, Observer& observing);

    TransportOptions options;
    Service& service;
    Observer& observer;

    std::atomic<bool> stopping = false;
    std::atomic<std::size_t> waiting_requests = 0;
    std::atomic<std::size_t> turned_away = 0;  ///< those that are still being told so
    std::shared_ptr<Gate> gate = std::make_shared<Gate>();
    Connections connections;
    // Last, so that what the coroutines use is still there when they are destroyed.
    /// One for each thread. A connection stays with its own: it needs no locks, and no other thread
    /// to be woken.
    std::deque<boost::asio::io_context> loops;
    boost::asio::thread_pool workers;
};

}  // namespace arbiter::server

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
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

/// The service's threads reach connections through it. Once it is shut they no longer do, so that the
/// sockets can be destroyed.
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

/// Wakes connections of one loop, a few at a time: when a message goes to thousands of watchers,
/// whoever asks something meanwhile does not wait for all of them.
class Turnstile {
public:
    using Job = std::function<void()>;
    explicit Turnstile(boost::asio::io_context& loop) : loop_(loop) {}
    /// From any thread; the job runs on the loop's.
    void add(Job job);

private:
    void run();

    boost::asio::io_context& loop_;
    std::mutex mutex_;
    std::deque<Job> waiting_;
    bool is_running_ = false;
};

/// The open connections.
class Connections {
public:
    struct Limits {
        std::size_t all;
        std::size_t per_network;
    };

    /// False if there are too many. An empty network has no limit of its own.
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

/// Names requests: 32 hexadecimal digits each, which no other server gives out.
class RequestIds {
public:
    RequestIds();
    std::string next();

private:
    std::uint64_t prefix_;
    std::atomic<std::uint64_t> count_;
};

struct Hub {
    Hub(const TransportOptions& all, Service& served, Observer& observing);

    TransportOptions options;
    Service& service;
    Observer& observer;

    std::atomic<bool> stopping = false;
    std::atomic<std::size_t> waiting_requests = 0;
    std::atomic<std::size_t> turned_away = 0;  ///< connections that are still being told so
    RequestIds request_ids;
    std::shared_ptr<Gate> gate = std::make_shared<Gate>();
    Connections connections;
    // Last: the coroutines use the members above until they are destroyed.
    /// One per thread. A connection stays on its thread: it needs no locks and wakes no other
    /// thread.
    std::deque<boost::asio::io_context> loops;
    std::deque<Turnstile> turnstiles;  ///< one per loop
    boost::asio::thread_pool workers;
};

}  // namespace arbiter::server

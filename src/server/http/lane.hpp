#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "server/telemetry/metrics.hpp"

namespace arbiter::server {

/// Threads of their own for one kind of work, so that the other kinds do not wait for it. Only so
/// many jobs may wait, in all and of one client.
class Lane {
public:
    using Job = std::move_only_function<void()>;
    struct Limits {
        std::size_t threads;  ///< 0: whoever adds a job does it
        std::size_t waiting_max;
        std::size_t waiting_of_one_max;
        bool steps_back = false;  ///< behind the other threads, where they want the same processor
    };
    /// `name` is for the metrics.
    Lane(std::string_view name, Limits limits, Metrics& metrics);
    Lane(const Lane&) = delete;
    Lane(Lane&&) = delete;
    Lane& operator=(const Lane&) = delete;
    Lane& operator=(Lane&&) = delete;
    ~Lane();

    enum class Entry { taken, lane_is_full, client_waits_already };
    Entry add(const std::string& client, Job job);

    /// Runs what waits, and returns when all is done.
    void stop();

private:
    struct Waiting {
        std::string client;
        Job job;
    };
    void run();
    void do_next(std::unique_lock<std::mutex>& lock);

    const Limits limits_;
    Gauge& waiting_now_;
    Gauge& running_;
    Counter& refused_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Waiting> waiting_;
    std::unordered_map<std::string, std::size_t> clients_;  // how many jobs of each wait
    bool stopping_ = false;
    std::vector<std::jthread> threads_;  // last: they use the members above
};

}  // namespace arbiter::server

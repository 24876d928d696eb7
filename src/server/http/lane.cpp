#include "server/http/lane.hpp"

#include <utility>

#include "platform/thread.hpp"

namespace arbiter::server {

Lane::Lane(std::string_view name, Limits limits, Metrics& metrics)
    : limits_(limits),
      waiting_now_(metrics.gauge("arbiter_lane_waiting", "Jobs that wait for a thread of the lane",
                                 {{"lane", name}})),
      running_(
          metrics.gauge("arbiter_lane_running", "Jobs that run in the lane", {{"lane", name}})),
      refused_(metrics.counter("arbiter_lane_refused_total",
                               "Jobs for which there was no place in the lane", {{"lane", name}})) {
    for (std::size_t i = 0; i < limits.threads; ++i) threads_.emplace_back([this] { run(); });
}

Lane::~Lane() { stop(); }

void Lane::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    threads_.clear();
}

Lane::Entry Lane::add(const std::string& client, Job job) {
    {
        const std::lock_guard lock(mutex_);
        std::size_t& of_client = clients_[client];
        const bool is_full = stopping_ || waiting_.size() >= limits_.waiting_max;
        if (is_full || of_client >= limits_.waiting_of_one_max) {
            if (of_client == 0) clients_.erase(client);
            refused_.add();
            return is_full ? Entry::lane_is_full : Entry::client_waits_already;
        }
        ++of_client;
        waiting_.push_back({client, std::move(job)});
        waiting_now_.add(1);
    }
    if (limits_.threads == 0) {
        std::unique_lock lock(mutex_);
        do_next(lock);
    }
    changed_.notify_one();
    return Entry::taken;
}

void Lane::run() {
    if (limits_.steps_back) platform::step_back();
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        do_next(lock);
    }
}

/// The lock is not held while the job runs.
void Lane::do_next(std::unique_lock<std::mutex>& lock) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    const auto count = clients_.find(next.client);
    if (--count->second == 0) clients_.erase(count);
    lock.unlock();
    waiting_now_.add(-1);
    running_.add(1);
    next.job();
    next.job = nullptr;
    running_.add(-1);
    lock.lock();
}

}  // namespace arbiter::server

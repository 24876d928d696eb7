#include "platform/scheduler.hpp"

namespace arbiter::platform {

ThreadScheduler::ThreadScheduler(const Clock& clock)
    : clock_(clock), thread_([this](const std::stop_token& stop) { run(stop); }) {}

ThreadScheduler::~ThreadScheduler() = default;

void ThreadScheduler::stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

void ThreadScheduler::at(Moment moment, Task task) {
    {
        const std::lock_guard lock(mutex_);
        entries_.push({moment, count_++, std::move(task)});
    }
    changed_.notify_one();
}

void ThreadScheduler::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        if (entries_.empty()) {
            changed_.wait(lock, stop, [this] { return !entries_.empty(); });
            continue;
        }
        const Moment due = entries_.top().moment;
        if (const auto now = clock_.now(); due > now) {
            // Not until that moment by the system's clock, which may be another one.
            changed_.wait_for(lock, stop, due - now,
                              [&] { return !entries_.empty() && entries_.top().moment < due; });
            continue;
        }
        Task task = std::move(entries_.top().task);
        entries_.pop();
        lock.unlock();
        task();
        task = nullptr;
        lock.lock();
    }
}

}  // namespace arbiter::platform

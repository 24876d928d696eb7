#include "server/games/agenda.hpp"

namespace arbiter::server {

referee::Moment now() {
    return std::chrono::floor<referee::Duration>(std::chrono::system_clock::now());
}

Agenda::Agenda() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

Agenda::~Agenda() = default;

void Agenda::stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

void Agenda::at(referee::Moment moment, Task task) {
    {
        const std::lock_guard lock(mutex_);
        entries_.push({moment, count_++, std::move(task)});
    }
    changed_.notify_one();
}

void Agenda::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        if (entries_.empty()) {
            changed_.wait(lock, stop, [this] { return !entries_.empty(); });
            continue;
        }
        const referee::Moment due = entries_.top().moment;
        if (due > now()) {
            changed_.wait_until(lock, stop, due,
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

}  // namespace arbiter::server

#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include "referee/clock.hpp"

namespace arbiter::server {

/// What is to be done later, by one thread of its own: flags, sweeps, and what must not be done on
/// the thread that happens to notice it.
class Agenda {
public:
    using Task = std::move_only_function<void()>;

    Agenda();
    ~Agenda();

    /// Waits for what is being done; nothing else is done any more.
    void stop();

    void soon(Task task) { at(referee::Moment::min(), std::move(task)); }
    /// By the clock of the system.
    void at(referee::Moment moment, Task task);

private:
    struct Entry {
        referee::Moment moment;
        std::uint64_t number;  // entries for the same moment keep their order
        mutable Task task;
        bool operator<(const Entry& other) const {
            return std::pair(other.moment, other.number) < std::pair(moment, number);
        }
    };
    void run(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::priority_queue<Entry> entries_;
    std::uint64_t count_ = 0;
    std::jthread thread_;  // last: it uses what stands above
};

/// The time of day.
referee::Moment now();

}  // namespace arbiter::server

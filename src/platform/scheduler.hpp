#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>

#include "platform/clock.hpp"

namespace arbiter::platform {

/// Runs tasks later, one at a time and in the order of their moments. It comes from outside so that a
/// test can let time pass.
class Scheduler {
public:
    using Task = std::move_only_function<void()>;

    virtual ~Scheduler() = default;
    virtual void at(Moment moment, Task task) = 0;
    /// As soon as possible, on the scheduler's thread.
    void soon(Task task) { at(Moment::min(), std::move(task)); }
};

/// Runs its tasks on a thread of its own.
class ThreadScheduler final : public Scheduler {
public:
    explicit ThreadScheduler(const Clock& clock);
    ~ThreadScheduler() override;

    void at(Moment moment, Task task) override;
    /// Waits for the task that runs; the others are not run any more.
    void stop();

private:
    struct Entry {
        Moment moment;
        std::uint64_t number;  // entries for the same moment keep their order
        mutable Task task;
        bool operator<(const Entry& other) const {
            return std::pair(other.moment, other.number) < std::pair(moment, number);
        }
    };
    void run(const std::stop_token& stop);

    const Clock& clock_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::priority_queue<Entry> entries_;
    std::uint64_t count_ = 0;
    std::jthread thread_;  // last: it uses the members above
};

}  // namespace arbiter::platform

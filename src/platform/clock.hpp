#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace arbiter::platform {

using Moment = std::chrono::sys_time<std::chrono::milliseconds>;

/// The time of day, which comes from outside so that a test can set it.
class Clock {
public:
    virtual ~Clock() = default;
    virtual Moment now() const = 0;
};

const Clock& system_clock();

/// Another clock, put forward or back.
class AdjustedClock final : public Clock {
public:
    explicit AdjustedClock(const Clock& base) : base_(base) {}
    Moment now() const override { return base_.now() + offset(); }
    const Clock& base() const { return base_; }
    std::chrono::milliseconds offset() const {
        return std::chrono::milliseconds(offset_ms_.load());
    }
    void adjust(std::chrono::milliseconds offset) { offset_ms_ = offset.count(); }

private:
    const Clock& base_;
    std::atomic<std::int64_t> offset_ms_ = 0;
};

/// How long this thread has computed so far.
std::chrono::nanoseconds thread_time();

}  // namespace arbiter::platform

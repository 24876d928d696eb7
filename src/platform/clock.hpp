#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace arbiter::platform {

using Moment = std::chrono::sys_time<std::chrono::milliseconds>;

/// Time, which comes from outside so that a test can set it.
class Clock {
public:
    virtual ~Clock() = default;
    /// The time of day.
    virtual Moment now() const = 0;
    /// Since some moment, also while the machine sleeps. Nobody can set it.
    virtual std::chrono::nanoseconds elapsed() const;
    /// How long this thread has computed so far.
    virtual std::chrono::nanoseconds thread_time() const;
};

const Clock& system_clock();

/// Begins with another clock's time of day and goes on with what elapses: who sets the other clock does
/// not set this one. Only `adjust` puts it forward or back.
class AdjustedClock final : public Clock {
public:
    explicit AdjustedClock(const Clock& base) : base_(base), begun_(base.now() - elapsed_ms()) {}
    Moment now() const override { return unadjusted() + offset(); }
    Moment unadjusted() const { return begun_ + elapsed_ms(); }
    std::chrono::nanoseconds elapsed() const override { return base_.elapsed(); }
    std::chrono::nanoseconds thread_time() const override { return base_.thread_time(); }
    /// How far the other clock has been set since.
    std::chrono::milliseconds drift() const { return base_.now() - unadjusted(); }
    std::chrono::milliseconds offset() const {
        return std::chrono::milliseconds(offset_ms_.load());
    }
    void adjust(std::chrono::milliseconds offset) { offset_ms_ = offset.count(); }

private:
    std::chrono::milliseconds elapsed_ms() const {
        return std::chrono::floor<std::chrono::milliseconds>(base_.elapsed());
    }

    const Clock& base_;
    Moment begun_;
    std::atomic<std::int64_t> offset_ms_ = 0;
};

}  // namespace arbiter::platform

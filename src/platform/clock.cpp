#include "platform/clock.hpp"

#include <ctime>

namespace arbiter::platform {

namespace {

class SystemClock final : public Clock {
public:
    Moment now() const override {
        return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    }
};

std::chrono::nanoseconds time_of(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

const Clock& system_clock() {
    static const SystemClock clock;
    return clock;
}

std::chrono::nanoseconds Clock::elapsed() const { return time_of(CLOCK_BOOTTIME); }

std::chrono::nanoseconds Clock::thread_time() const { return time_of(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace arbiter::platform

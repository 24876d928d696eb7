#pragma once

#include <chrono>

namespace arbiter::platform {

using Moment = std::chrono::sys_time<std::chrono::milliseconds>;

/// The time of day, which comes from outside so that a test can set it.
class Clock {
public:
    virtual ~Clock() = default;
    virtual Moment now() const = 0;
};

const Clock& system_clock();

}  // namespace arbiter::platform

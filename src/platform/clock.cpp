#include "platform/clock.hpp"

namespace arbiter::platform {

namespace {

class SystemClock final : public Clock {
public:
    Moment now() const override {
        return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    }
};

}  // namespace

const Clock& system_clock() {
    static const SystemClock clock;
    return clock;
}

}  // namespace arbiter::platform

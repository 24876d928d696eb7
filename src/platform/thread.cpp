#include "platform/thread.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace arbiter::platform {

void step_back() {
    constexpr int steps = 5;
    // On Linux this is the thread's alone. Where it is not allowed, all stays as it was.
    const auto thread = static_cast<id_t>(::gettid());
    ::setpriority(PRIO_PROCESS, thread, ::getpriority(PRIO_PROCESS, thread) + steps);
}

}  // namespace arbiter::platform

#pragma once

#include <atomic>
#include <csignal>

namespace arbiter::cli {

/// SIGINT and SIGTERM end a long command once it has kept what it has; a second one ends it at once.
class Interrupt {
public:
    Interrupt() {
        for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, note);
    }
    static bool has_come() { return come.load(); }

private:
    static void note(int signal) {
        come = true;
        std::signal(signal, SIG_DFL);
    }
    static inline std::atomic<bool> come = false;
    static_assert(std::atomic<bool>::is_always_lock_free);
};

}  // namespace arbiter::cli

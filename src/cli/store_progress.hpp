#pragma once

#include <chrono>

#include "cli/console.hpp"
#include "store/every_id.hpp"

namespace arbiter::cli {

/// Tells on standard error how far a command is: on a terminal a bar that is drawn over itself; elsewhere
/// a line now and then, once it takes long.
class StoreProgress {
public:
    explicit StoreProgress(const Console& console)
        : screen_(console.err), is_quiet_(console.json) {}

    void show(const store::Progress& progress);
    /// Takes the bar away.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    Screen screen_;
    bool is_quiet_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point shown_{};
    bool is_drawn_ = false;
};

}  // namespace arbiter::cli

#include "cli/store_progress.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arbiter::cli {

namespace {

using namespace std::chrono_literals;

}  // namespace

void StoreProgress::show(const store::Progress& progress) {
    const auto last = screen_.terminal ? shown_ : std::max(shown_, begun_);
    if (is_quiet_ || Clock::now() - last < (screen_.terminal ? 100ms : 10s)) return;
    shown_ = Clock::now();
    const std::string text = fmt::format("{} of {}", progress.done, counted(progress.all, "game"));
    if (!screen_.terminal) return tell(text + "\n");
    is_drawn_ = true;
    tell("\r" + screen_.bar(progress.done, progress.all) + " " + text);
}

void StoreProgress::finish() {
    if (is_drawn_) tell("\r\x1b[K");
    is_drawn_ = false;
}

}  // namespace arbiter::cli

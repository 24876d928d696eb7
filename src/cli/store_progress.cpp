#include "cli/store_progress.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arbiter::cli {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t bar_width = 30;

std::string bar(const store::Progress& progress, bool unicode) {
    const std::size_t full =
        std::min(bar_width, bar_width * progress.done / std::max<std::size_t>(progress.all, 1));
    std::string text;
    for (std::size_t i = 0; i < bar_width; ++i) {
        if (unicode) {
            text += i < full ? "█" : "░";
        } else {
            text += i < full ? '#' : '.';
        }
    }
    return text;
}

}  // namespace

void StoreProgress::show(const store::Progress& progress) {
    const auto last = screen_.terminal ? shown_ : std::max(shown_, begun_);
    if (is_quiet_ || Clock::now() - last < (screen_.terminal ? 100ms : 10s)) return;
    shown_ = Clock::now();
    const std::string text = fmt::format("{} of {}", progress.done, counted(progress.all, "game"));
    if (!screen_.terminal) return tell(text + "\n");
    is_drawn_ = true;
    tell("\r" + bar(progress, screen_.unicode) + " " + text);
}

void StoreProgress::finish() {
    if (is_drawn_) tell("\r\x1b[K");
    is_drawn_ = false;
}

}  // namespace arbiter::cli

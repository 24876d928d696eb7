#include "cli/arena_progress.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace arbiter::cli {

namespace {

using std::chrono::seconds;

using std::chrono::milliseconds;

constexpr milliseconds redraw_pause{500};
constexpr milliseconds line_pause{10'000};

std::size_t terminal_rows() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return 24;
    return size.ws_row;
}

/// "1:05", "2:00:00"
std::string time_text(seconds time) {
    const auto total = time.count();
    if (total < 3600) return fmt::format("{}:{:02}", total / 60, total % 60);
    return fmt::format("{}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
}

}  // namespace

void ArenaProgress::show(const arena::Tournament& tournament) {
    if (!has_begun_) before_ = tournament.finished();
    has_begun_ = has_begun_ || tournament.finished() > 0;
    if (loudness_ == Loudness::quiet) return;
    if (!pace_.is_due(screen_.terminal ? redraw_pause : line_pause)) return;
    const Pace::Work work(pace_);
    if (screen_.terminal) return redraw(tournament);
    add_line(tournament);
}

bool Pace::is_due(Clock::duration pause) const {
    return Clock::now() - ended_ >= std::max(pause, share_max * took_);
}

void ArenaProgress::add_line(const arena::Tournament& tournament) {
    if (tournament.finished() == shown_) return;
    shown_ = tournament.finished();
    tell(bar(tournament) + "\n");
}

void ArenaProgress::redraw(const arena::Tournament& tournament) {
    const auto results = results_of(tournament, arena::Stage::running);
    std::string text = bar(tournament) + "\n" + to_text(results);
    // What does not fit would scroll away and could not be drawn over.
    const std::size_t rows = std::max<std::size_t>(terminal_rows(), 4) - 1;
    std::size_t lines = 0;
    std::size_t end = 0;
    while (end < text.size() && lines < rows) {
        end = text.find('\n', end) + 1;
        ++lines;
    }
    text.resize(end);
    finish();
    tell(text);
    lines_ = lines;
}

void ArenaProgress::finish() {
    if (lines_ > 0) tell(fmt::format("\x1b[{}F\x1b[J", lines_));
    lines_ = 0;
}

std::string ArenaProgress::bar(const arena::Tournament& tournament) const {
    const std::size_t planned = std::max<std::size_t>(games_max(tournament.terms().schedule), 1);
    const std::size_t finished = tournament.finished();
    const auto elapsed = std::chrono::duration_cast<seconds>(Clock::now() - begin_);
    std::string text = fmt::format("{} of {} games, {}", finished, planned, time_text(elapsed));
    if (finished > before_ && finished < planned && !tournament.sprt()) {
        const auto left = elapsed * static_cast<std::int64_t>(planned - finished) /
                          static_cast<std::int64_t>(finished - before_);
        text += fmt::format(", about {} left", time_text(left));
    }
    if (const auto& sprt = tournament.sprt()) text += fmt::format(", LLR {:.2f}", sprt->ratio());
    if (!screen_.terminal) return text;
    return screen_.bar(finished, planned) + " " + text;
}

}  // namespace arbiter::cli

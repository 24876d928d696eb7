#pragma once

#include <chrono>
#include <string>

#include "arena/results.hpp"
#include "cli/console.hpp"

namespace arbiter::cli {

/// Tells on standard error how a tournament goes: on a terminal a bar and the table, which are drawn
/// over themselves; elsewhere a line now and then.
class ArenaProgress {
public:
    enum class Loudness : std::uint8_t { quiet, usual };

    ArenaProgress(const Console& console, Loudness loudness)
        : screen_(console.err), loudness_(loudness) {}

    void show(const arena::Tournament& tournament);
    /// Takes what was drawn away.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    void redraw(const arena::Tournament& tournament);
    void add_line(const arena::Tournament& tournament);
    std::string bar(const arena::Tournament& tournament) const;

    Screen screen_;
    Loudness loudness_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point shown_at_{};
    std::size_t shown_ = 0;   // games
    std::size_t before_ = 0;  // games that were played in an earlier run
    bool has_begun_ = false;
    std::size_t lines_ = 0;  // that are drawn
};

}  // namespace arbiter::cli

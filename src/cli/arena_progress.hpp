#pragma once

#include <chrono>
#include <string>

#include "arena/results.hpp"
#include "cli/console.hpp"

namespace arbiter::cli {

/// Something that is done now and then, and never for more than a small part of the time: ratings of
/// a thousand players take a second.
class Pace {
public:
    using Clock = std::chrono::steady_clock;

    bool is_due(Clock::duration pause) const;

    /// Lives as long as it is done.
    class Work {
    public:
        explicit Work(Pace& pace) : pace_(pace) {}
        Work(const Work&) = delete;
        Work& operator=(const Work&) = delete;
        Work(Work&&) = delete;
        Work& operator=(Work&&) = delete;
        ~Work() {
            pace_.ended_ = Clock::now();
            pace_.took_ = pace_.ended_ - begin_;
        }

    private:
        Pace& pace_;
        Clock::time_point begin_ = Clock::now();
    };

private:
    static constexpr int share_max = 10;  // of which one is work

    Clock::time_point ended_ = Clock::now();
    Clock::duration took_{};
};

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
    Pace pace_;
    std::size_t shown_ = 0;   // games
    std::size_t before_ = 0;  // games that were played in an earlier run
    bool has_begun_ = false;
    std::size_t lines_ = 0;  // that are drawn
};

}  // namespace arbiter::cli

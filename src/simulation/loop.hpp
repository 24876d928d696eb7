#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulation/draws.hpp"

namespace arbiter::simulation {

/// Everything that happens, one task after another in virtual time. Tasks for the same moment keep
/// their order.
class Loop {
public:
    using Task = std::move_only_function<void()>;

    Span now() const { return now_; }
    void after(Span delay, Task task) {
        tasks_.emplace(std::pair(now_ + delay, count_++), std::move(task));
    }
    /// False if nothing is left to do by then.
    bool step(Span until) {
        if (tasks_.empty() || tasks_.begin()->first.first > until) return false;
        auto next = tasks_.extract(tasks_.begin());
        now_ = next.key().first;
        next.mapped()();
        return true;
    }

private:
    Span now_{0};
    std::uint64_t count_ = 0;
    std::map<std::pair<Span, std::uint64_t>, Task> tasks_;
};

/// What happened, as lines to read and as a hash that is the same for the same lines.
class Trace {
public:
    Trace(const Loop& loop, bool keeps_lines) : loop_(loop), keeps_lines_(keeps_lines) {}

    void line(std::string_view who, std::string_view what);

    std::uint64_t hash() const { return hash_; }
    std::vector<std::string> take_lines() { return std::move(lines_); }

private:
    const Loop& loop_;
    bool keeps_lines_;
    std::uint64_t hash_ = 0xcbf29ce484222325;  // FNV-1a
    std::vector<std::string> lines_;
};

}  // namespace arbiter::simulation

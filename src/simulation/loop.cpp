#include "simulation/loop.hpp"

#include <fmt/format.h>

namespace arbiter::simulation {

void Trace::line(std::string_view who, std::string_view what) {
    const auto us = loop_.now().count();
    std::string line =
        fmt::format("{:4}.{:06} {:<6} {}", us / 1'000'000, us % 1'000'000, who, what);
    for (const char c : line) {
        hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    if (keeps_lines_) lines_.push_back(std::move(line));
}

}  // namespace arbiter::simulation

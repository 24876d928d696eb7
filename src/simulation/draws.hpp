#pragma once

#include <chrono>
#include <cstdint>

#include "core/base/random.hpp"

namespace arbiter::simulation {

/// True time, since the simulation began.
using Span = std::chrono::microseconds;

/// The random numbers of one part of a simulation. Each part has its own, so that another part can be
/// left out without changing them.
class Draws {
public:
    Draws(std::uint64_t seed, std::uint64_t part)
        : random_(mixed(seed + part * 0x9e3779b97f4a7c15)) {}

    std::uint32_t below(std::uint32_t count) { return random_.below(count); }
    bool chance(std::uint32_t percent) { return below(100) < percent; }
    Span between(Span least, Span most) {
        return least + Span(below(static_cast<std::uint32_t>((most - least).count()) + 1));
    }
    template <class Choices>
    const auto& one_of(const Choices& choices) {
        return choices[below(static_cast<std::uint32_t>(choices.size()))];
    }

private:
    /// SplitMix64: neighbouring seeds have nothing in common.
    static std::uint64_t mixed(std::uint64_t word) {
        word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9;
        word = (word ^ (word >> 27U)) * 0x94d049bb133111eb;
        return word ^ (word >> 31U);
    }

    Random random_;
};

}  // namespace arbiter::simulation

#pragma once

#include <cstdint>

namespace arbiter {

/// A small generator of random numbers: a 64-bit linear congruence whose upper half is used. The
/// same seed gives the same numbers everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_((seed ^ 0x9e3779b97f4a7c15) * multiplier) {}

    /// From 0 to count - 1, each equally likely up to one part in a million for any board.
    std::uint32_t below(std::uint32_t count) {
        const std::uint64_t upper = state_ >> 32;
        state_ = state_ * multiplier + 0x14057b7ef767814f;
        return static_cast<std::uint32_t>(upper * count >> 32);
    }

private:
    static constexpr std::uint64_t multiplier = 0x5851f42d4c957f2d;
    std::uint64_t state_;
};

}  // namespace arbiter

#pragma once

#include <cstdint>
#include <functional>

#include "core/go/random.hpp"

/// What the built-in bots have in common: pure functions of a game, a seed and a limit. The same
/// three give the same answer everywhere, unless it was the time that ended the search.
namespace arbiter::players {

/// How strong a bot plays. Each level looks at about three times as much as the one below it; the
/// lowest three also misjudge what they see, each a little less than the one before. Level 8
/// thinks for as long as it is allowed to.
inline constexpr int level_min = 1;
inline constexpr int level_max = 8;
inline constexpr int level_default = 4;

/// When a search ends. It has no clock: it asks now and then whether it should stop.
struct Limits {
    std::uint64_t nodes = 0;  ///< positions or playouts; met exactly
    std::function<bool()> should_stop = [] { return false; };
};

/// The core's numbers serve every game.
using Random = go::Random;

/// One seed from several numbers, as different as possible where one of them differs.
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a + 0x9e3779b97f4a7c15 * (b + 1);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

}  // namespace arbiter::players

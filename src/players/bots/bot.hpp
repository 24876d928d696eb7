#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/random.hpp"
#include "core/games/any_game.hpp"

/// What the built-in bots have in common: pure functions of a game, a seed and a limit. The same
/// three give the same answer, unless it was the time that ended the search.
namespace arbiter::players {

/// How strong a bot plays. In chess and Go each level looks at more than the one below it; in chess and
/// backgammon the lowest five also misjudge what they see, each less than the one before. Level 8 thinks
/// for as long as it is allowed to.
inline constexpr int level_min = 1;
inline constexpr int level_max = 8;
inline constexpr int level_default = 4;

/// Who thinks.
struct Bot {
    int level = level_default;
    std::uint64_t seed = 0;
};

/// What a bot plays, and how it judges its own position, in the units of `Choice`.
struct BotMove {
    std::string move;  ///< or an action
    std::optional<int> score{};
};

/// When a search ends: after a number of nodes, or when it is told to.
struct SearchLimits {
    std::uint64_t nodes;
    std::function<bool()> should_stop = [] { return false; };
};

/// What a bot is allowed beside its level. It has no clock: it asks now and then whether it should stop.
struct Limits {
    /// Positions or playouts; met exactly. Nothing: as the level has it.
    std::optional<std::uint64_t> nodes{};
    std::function<bool()> should_stop = [] { return false; };
    /// Whether `should_stop` will say so in the end: then level 8 goes on until it does.
    bool timed = false;
};

/// The limits of a bot whose level looks at `level_nodes`.
inline SearchLimits limits_of(const Bot& bot, const Limits& limits, std::uint64_t level_nodes) {
    const bool endless = bot.level == level_max && limits.timed;
    const std::uint64_t most = endless ? std::numeric_limits<std::uint64_t>::max() : level_nodes;
    return {std::min(limits.nodes.value_or(most), most), limits.should_stop};
}

/// One seed from several numbers, as different as possible where one of them differs.
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a + 0x9e3779b97f4a7c15 * (b + 1);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/// A game's bot, as its folder defines it.
struct GameBot {
    const Traits* game;
    BotMove (*answer)(const AnyGame& game, const Bot& bot, const Limits& limits);
    /// What a player without a plan does instead of a random move, so that no game stalls; nothing:
    /// any move.
    std::optional<std::string_view> (*courtesy)(const AnyGame& game);
};

/// The bot of this game; null if it has none.
const GameBot* bot_for(const Traits& game);
std::span<const GameBot* const> game_bots();

}  // namespace arbiter::players

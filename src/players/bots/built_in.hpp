#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "players/bots/bot.hpp"
#include "players/player.hpp"

/// Players that need no other program.
namespace arbiter::players {

struct BuiltInInfo {
    std::string_view kind;
    std::string_view title;
    std::string_view meaning;
    std::span<const std::string_view> games;
    bool has_levels;  ///< from `level_min` to `level_max`
};

/// "random" and "bot": what a menu can show.
std::span<const BuiltInInfo> built_ins();

/// Null if there is no such kind or level. A kind without levels takes any.
///
/// The same seed gives the same choices in the same games, as long as no time runs out. They let
/// every move be taken back, and answer whatever the referee can ask: a roll, a double, a
/// resignation, dead stones.
std::unique_ptr<Player> built_in(std::string_view kind, int level, std::uint64_t seed);

/// "random", "bot" or "bot:3"; null if it is none of these.
std::unique_ptr<Player> built_in(std::string_view specification, std::uint64_t seed);

}  // namespace arbiter::players

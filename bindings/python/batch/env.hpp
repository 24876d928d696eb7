#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.hpp"
#include "core/contract/color.hpp"

/// Games as learning programs see them: an action is a number, an observation a few planes of bytes.
///
/// A game type is an environment: a class `Env` with
///
///     static Reading<Rules> rules(const Options&)      what does not change from game to game
///     static Reading<Start> start(std::string_view, const Rules&)   in any format of the game
///     static Shape shape(const Rules&)
///     explicit Env(const Rules&);
///     void restart(const Start* start, Random&);       null: the usual start
///     void act(Action, Random&);                       one of `legal`
///     std::span<const Action> legal() const;           empty exactly when the game is over
///     const std::optional<Rewards>& rewards() const;   set exactly when it is over
///     Color turn() const;
///     void observe(std::uint8_t* planes, Color side) const;      as that side sees it
///     std::string state() const;                       in a format that `AnyGame::read` knows
///     std::string name(Action) const;                  in the notation of the record
///     Action bot_action(BotCall) const;
namespace arbiter::batch {

using Action = std::uint16_t;

/// What each side gets at the end.
using Rewards = PerColor<float>;

struct Shape {
    int channels;
    int height;
    int width;
    int actions;

    std::size_t bytes() const {
        return static_cast<std::size_t>(channels) * static_cast<std::size_t>(height) *
               static_cast<std::size_t>(width);
    }
};

inline Rewards win_for(Color winner, float points = 1) {
    Rewards rewards{-points, -points};
    rewards[winner] = points;
    return rewards;
}

/// Bit i as byte i.
inline constexpr auto spread = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t bits = 0; bits < 256; ++bits) {
        for (std::size_t i = 0; i < 8; ++i) table[bits] |= std::uint64_t{bits >> i & 1} << 8 * i;
    }
    return table;
}();

/// A built-in bot to be asked.
struct BotCall {
    int level;
    std::uint64_t seed;
};

}  // namespace arbiter::batch

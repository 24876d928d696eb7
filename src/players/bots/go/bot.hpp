#pragma once

#include <cstdint>
#include <optional>

#include "core/go/game.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// How many playouts a level makes; on boards beyond 19x19 fewer, so that they take no longer.
std::uint64_t go_playouts(int level, go::Size size);

struct GoMove {
    std::optional<go::Point> point;  ///< nothing: a pass
    std::optional<double> chance{};  ///< of the side to move to win, if that was looked at
};

/// The move of the side to move in a game that is counted by these rules.
GoMove go_move(const go::Game& game, const go::Rules& rules, const Bot& bot, const Limits& limits);

/// What a bot answers for the side to move. It passes when the other side has passed and the score
/// is won, and when nothing on the board is open any more. Where dead stones are settled it marks
/// what `go::dead_stones_proposal` says and agrees with that; if the other side takes its marks
/// back, it asks once for play to go on and then agrees. It never repeats a position, whatever the
/// rules say of ko, and never resigns.
BotMove answer(const go::Game& game, const Bot& bot, const Limits& limits);

extern const GameBot go_bot;

}  // namespace arbiter::players

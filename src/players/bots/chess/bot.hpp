#pragma once

#include "core/chess/game.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// How many positions a level looks at, and by how much it misjudges them.
struct ChessLevel {
    std::uint64_t nodes;
    int error_max;  ///< in hundredths of a pawn
};
ChessLevel chess_level(int level);

/// What a bot answers for the side to move: a move, or an action. It accepts a draw where it stands
/// worse, or where nothing happens any more; it claims one instead of playing on where it expects no
/// more than that. It never offers one and never resigns. The limits hold beside the level's.
BotMove answer(const chess::Game& game, const Bot& bot, const Limits& limits);

extern const GameBot chess_bot;

}  // namespace arbiter::players

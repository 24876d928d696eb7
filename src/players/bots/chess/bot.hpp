#pragma once

#include "core/chess/game.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// How many positions a level looks at, by how much it misjudges them, and how strong that is.
struct ChessLevel {
    int elo;  ///< as Stockfish's UCI_Elo has it; docs/bots.md says how it was measured
    std::uint64_t nodes;
    int error_max;  ///< in hundredths of a pawn
};
ChessLevel chess_level(int level);
/// The same for an Elo between those of the lowest and the highest level.
ChessLevel chess_strength(int elo);

/// What a bot answers for the side to move: a move, or an action. It accepts a draw where it stands
/// worse, or where nothing happens any more, where it offers one itself; it claims one instead of playing on
/// where it expects no more than that. From level 3 on it resigns what is lost. The limits hold beside the level's.
BotMove answer(const chess::Game& game, const Bot& bot, const Limits& limits);

extern const GameBot chess_bot;

}  // namespace arbiter::players

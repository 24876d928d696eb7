#pragma once

#include "core/backgammon/game.hpp"
#include "core/backgammon/rules.hpp"
#include "players/bots/backgammon/net.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// How a level chooses its turn. A node is one board that is judged.
struct BackgammonLevel {
    std::uint64_t nodes;
    float error_max;      ///< by how many points it misjudges a board at most
    std::size_t replies;  ///< for how many of its best turns it looks at every reply; 0: none
};
BackgammonLevel backgammon_level(int level);

/// The turn that leaves the best board, and that board; legal whatever the limits are.
backgammon::Choice best_turn(const backgammon::Position& position, const BackgammonLevel& level,
                             std::uint64_t seed, const SearchLimits& limits);

/// What a bot answers: a turn, a roll or a double, an answer to a double or to a resignation. It
/// doubles and takes by what each result is worth at the score, accepts a resignation that gives it
/// what it can expect, and never resigns itself.
BotMove answer(const backgammon::Game& game, const Bot& bot, const Limits& limits);

extern const GameBot backgammon_bot;

}  // namespace arbiter::players

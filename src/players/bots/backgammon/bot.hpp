#pragma once

#include "core/backgammon/game.hpp"
#include "players/bots/backgammon/search.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// The turn that leaves the best board, and that board; legal whatever the limits are.
backgammon::Choice best_turn(const backgammon::Rules& rules, const backgammon::Position& position,
                             const BackgammonLevel& level, std::uint64_t seed,
                             const SearchLimits& limits);

/// What a bot answers: a turn, a roll or a double, an answer to a double or to a resignation. It
/// doubles and takes by what each result is worth at the score, accepts a resignation that gives it
/// what it can expect, and resigns what it is certain to lose.
BotMove answer(const backgammon::Game& game, const Bot& bot, const Limits& limits);

extern const GameBot backgammon_bot;

}  // namespace arbiter::players

#pragma once

#include <cstdint>
#include <vector>

#include "core/backgammon/rules.hpp"

namespace arbiter::backgammon::testing {

struct PositionRoll {
    Board board;
    Color color;
    Hand hand;
};

/// A game that both sides play at random to its end, from the position of its first roll on.
/// The same seed gives the same game on every platform.
std::vector<PositionRoll> random_game(std::uint64_t seed, StartName start);

/// The rolls of random games from all three starts.
std::vector<PositionRoll> game_rolls(std::uint64_t seed, std::size_t count);

/// Rolls, some partly played already, on boards made up at random, from crowded bars to the last
/// checkers at home among held points. They need not come up in a game.
std::vector<PositionRoll> made_up_rolls(std::uint64_t seed, std::size_t count);

}  // namespace arbiter::backgammon::testing

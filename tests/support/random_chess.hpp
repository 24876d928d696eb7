#pragma once

#include <cstdint>
#include <vector>

#include "core/chess/position.hpp"

namespace arbiter::chess::testing {

/// One of the 960 starting positions by its Scharnagl number, 0 to 959.
Position chess960_start(int number);

/// A game of random legal moves.
struct RandomGame {
    std::vector<Position> positions;  ///< the start, then one after each move
    std::vector<Move> moves;
};

/// Plays until nobody can move, or for `plies_max` half-moves. Promotions, castling and captures en
/// passant are rare among random moves: where one is legal, it is played half of the time.
/// The same seed gives the same game on every platform.
RandomGame random_game(std::uint64_t seed, const Position& start = Position::start(),
                       std::size_t plies_max = 200);

/// All the positions of some random games: half of them from the standard start, half from
/// starting positions of Chess960.
std::vector<Position> random_positions(std::uint64_t seed, int games, std::size_t plies_max = 200);

}  // namespace arbiter::chess::testing

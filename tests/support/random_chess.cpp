#include "tests/support/random_chess.hpp"

#include <algorithm>
#include <iterator>
#include <random>

#include "core/chess/rules.hpp"

namespace arbiter::chess::testing {

namespace {

// The engine is specified to the bit, the standard's distributions are not.
using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t limit) {
    return static_cast<std::size_t>(random() % limit);
}

template <class Moves>
Move one_of(Random& random, const Moves& moves) {
    return moves[below(random, moves.size())];
}

Move choose(Random& random, const MoveList& moves) {
    std::vector<Move> rare;
    std::ranges::copy_if(moves, std::back_inserter(rare),
                         [](Move move) { return move.kind() != Move::Kind::normal; });
    const bool play_rare = below(random, 2) == 0 && !rare.empty();
    return play_rare ? one_of(random, rare) : one_of(random, moves);
}

}  // namespace

Position chess960_start(int number) {
    return *Position::from(Setup::chess960(number),
                           [](Part, std::optional<Square>) -> Place { return {}; });
}

RandomGame random_game(std::uint64_t seed, const Position& start, std::size_t plies_max) {
    Random random(seed);
    RandomGame game{{start}, {}};
    while (game.moves.size() < plies_max) {
        const MoveList moves = legal_moves(game.positions.back().board());
        if (moves.empty()) break;
        game.moves.push_back(choose(random, moves));
        game.positions.push_back(game.positions.back().after(game.moves.back()));
    }
    return game;
}

std::vector<Position> random_positions(std::uint64_t seed, int games, std::size_t plies_max) {
    Random random(seed);
    std::vector<Position> positions;
    for (int i = 0; i < games; ++i) {
        const auto number = static_cast<int>(below(random, 960));
        const Position start = i % 2 == 0 ? Position::start() : chess960_start(number);
        std::ranges::copy(random_game(random(), start, plies_max).positions,
                          std::back_inserter(positions));
    }
    return positions;
}

}  // namespace arbiter::chess::testing

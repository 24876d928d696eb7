#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/game.hpp"

/// What is measured. Each workload does its work `rounds` times over the same inputs.
namespace arbiter::bench {

/// How often the thing that is counted was done: leaves, games, states, moves,
/// playouts, rolls.
using Count = std::uint64_t;

/// Throws if the FEN is none.
Count perft(std::string_view fen, int depth);

/// Games in a PGN text: cut into games with their moves checked, and played on to `chess::Game`s.
Count read_pgn(const std::string& text, int rounds);
Count replay_pgn(const std::string& text, int rounds);

/// The documents of a text in a format of that game: read, checked, and written again in it.
Count rewrite(const std::string& text, std::string_view game, std::string_view format, int rounds);

/// chess-squares states, one a line: read, validated and written again.
Count states(const std::vector<std::string>& lines, int rounds);

/// The legal moves of positions, one a line, listed by `AnyGame`.
struct Listing {
    std::string_view game;
    std::string_view format;
    std::string_view notation;
    Options options;
};
Count legal_moves(const std::vector<std::string>& lines, const Listing& listing, int rounds);

/// Random games of Go from the empty board to their score.
Count playouts(int side, int count);

/// go-grid states, one a line: read, validated and written again.
Count grids(const std::vector<std::string>& lines, int rounds);

/// Backgammon: the boards that each of a number of rolls in random games can lead to. The rolls are made
/// once, before any is measured.
class TurnGeneration {
public:
    explicit TurnGeneration(std::size_t rolls);
    ~TurnGeneration();
    Count run(int rounds) const;

private:
    struct Rolls;
    std::unique_ptr<const Rolls> rolls_;
};

/// Games of backgammon at random from the standard start to the last checker.
Count random_backgammon(int games, std::uint64_t seed);

/// Moves of games between two players at random: refereed and reported by the arena, and by the rules
/// alone. Both play the same games.
Count arena_games(const std::string& game, int games);
Count bare_games(const std::string& game, int games);

/// Inputs for the above, made of random games: always the same.
struct Inputs {
    std::string pgn;
    std::string annotated;  ///< the same with comments, glyphs and variations
    std::string positions;  ///< FENs
    std::string states;     ///< the same positions without what went before
    std::string histories;  ///< and with it
};
Inputs make_inputs(int games);

/// SGF of random documents: variations, setup, marks and comments.
std::string make_sgf(int games);

/// go-grid states of random games in the middle, half of them 9x9 and half 19x19.
std::string make_grids(int games);

}  // namespace arbiter::bench

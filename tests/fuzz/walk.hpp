#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/chess/game.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/walks.hpp"

/// How an input of the move fuzzers names a position and a text: everything in the first line is a
/// walk, the rest is the text. The walk's first byte chooses a start, each further byte one of the
/// legal moves. "0" and "Nf3" on two lines is a knight's move from the starting position.
namespace arbiter::chess::fuzz {

using arbiter::fuzz::require;

/// Positions in which much can be said: castling, promotion, en passant, checks, several queens on
/// one target, clocks about to run out.
inline constexpr std::array<std::string_view, 16> starts{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/PPPPPPPP/8/8/8/1k6/8/1K6 w - - 0 1",
    "1k6/8/8/8/8/8/ppp3pp/R1N1K2R b KQ - 0 1",
    "7Q/7Q/8/3Q4/8/k7/8/2K4Q w - - 0 1",
    "N1N1N3/8/N3N3/8/N1N5/7k/8/K7 w - - 0 1",
    "8/8/8/8/5k2/8/2p5/R3K3 b Q - 12 60",
    "8/5k2/8/8/8/8/1R6/4K3 w - - 99 80",
    "8/5k2/8/8/8/8/1R6/4K3 b - - 148 120",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2rkr3/8/8/8/8/8/8/R1K1R3 w EAec - 0 1",
};

struct Walk {
    const Game& game;
    std::string_view text;
};

inline Game start_of(std::string_view choice) {
    static const std::vector<Game> games = [] {
        std::vector<Game> all;
        for (const std::string_view fen : starts) {
            auto game = Game::create({{"start", std::string(fen)}});
            require(game.value.has_value(), "the positions to start from are positions");
            all.push_back(std::move(*game));
        }
        return all;
    }();
    const std::size_t first = choice.empty() ? 0 : static_cast<unsigned char>(choice.front());
    return games[first % games.size()];
}

inline Walk walk(std::string_view input) {
    constexpr std::size_t plies_max = 32;
    static arbiter::fuzz::Walks<Game> walks({.size = 1, .game = start_of});
    const auto line_end = std::min(input.find('\n'), input.size());
    const std::string_view steps = input.substr(0, std::min(line_end, 1 + plies_max));
    return {walks.after(steps), input.substr(std::min(line_end + 1, input.size()))};
}

}  // namespace arbiter::chess::fuzz

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/chess/position.hpp"
#include "players/bots/bot.hpp"
#include "players/bots/chess/table.hpp"

namespace arbiter::players {

/// How a game is expected to end for the side to move; the three add up to 1000.
struct ChessChances {
    int win;
    int draw;
    int loss;
};

/// What a search of a chess position has found.
struct ChessReport {
    int depth = 0;  ///< the last one that was searched to its end; 0: no time even for that
    int score = 0;  ///< for the side to move, in hundredths of a pawn
    int rank = 1;   ///< 1: the best line, 2: the best that begins with another move, ...
    std::uint64_t nodes = 0;
    std::vector<chess::Move> line;  ///< best play; the first is the move to make

    /// The number of moves to mate, negative if it is the side to move that is mated.
    std::optional<int> mate_in() const;
    ChessChances chances() const;
};

struct ChessSettings {
    std::uint64_t seed = 0;
    /// By how much the evaluation errs at most, up or down: weaker, and never the same game twice.
    int error_max = 0;
    int depth_max = 64;
    /// Only these are looked at; empty: every legal move.
    std::vector<chess::Move> only{};
    /// How many lines, each with another first move, are searched at every depth.
    int lines = 1;
    /// What earlier searches found out; null: nothing is kept.
    ChessTable* table = nullptr;
    /// Whether it ends before its limits where one move is clearly better than all others.
    bool stops_early = false;
    /// Looks for a mate in this many moves: no move is left out or looked at less deeply, and the search ends when
    /// it is found. 0: looks for the best move.
    int mate_in = 0;
    /// Of several threads that share a table: 0 for the first, which reports. The others begin at another depth.
    int thread = 0;
};

/// Searches ever deeper (principal variation search) until the limits say stop. `game` is every
/// position of the game, oldest first; the last is searched and must have a legal move. Each line of
/// each depth that is done is shown to `on_depth`. The report is the best line.
ChessReport search_chess(std::span<const chess::Position> game, const ChessSettings& settings,
                         const SearchLimits& limits,
                         const std::function<void(const ChessReport&)>& on_depth = {});

/// The same for programs that compare moves: the `settings.lines` best moves, the best first, each as
/// deep as the limits allowed.
std::vector<ChessReport> best_chess_moves(std::span<const chess::Position> game,
                                          const ChessSettings& settings,
                                          const SearchLimits& limits);

}  // namespace arbiter::players

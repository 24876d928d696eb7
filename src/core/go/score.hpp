#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/go/eyes.hpp"
#include "core/go/position.hpp"
#include "core/go/rules.hpp"

namespace arbiter::go {

/// The parts of one side's score. Parts that the rules do not count are 0.
struct Tally {
    int stones = 0;        ///< on the board at the end
    int territory = 0;     ///< empty points, and those of dead stones
    int prisoners = 0;     ///< taken during play
    int dead_stones = 0;   ///< of the opponent, taken off at the end
    int pass_stones = 0;   ///< received from the opponent
    int compensation = 0;  ///< for handicap stones
    HalfPoints komi;

    HalfPoints total() const;
    bool operator==(const Tally&) const = default;
};

struct Score {
    Tally black;
    Tally white;
    /// The owner of each point, row by row from the bottom; nothing for dame and for eyes in seki.
    std::vector<std::optional<Color>> owners;

    /// Positive if Black is ahead.
    HalfPoints margin() const { return black.total() - white.total(); }
    std::optional<Color> leader() const;
    bool operator==(const Score&) const = default;
};

/// "B+3.5", "W+7", "0" as SGF writes a result.
std::string to_string(const Score& score);

/// What counts for the score besides the stones on the board.
struct Account {
    PerColor<int> prisoners;    ///< captured by each side
    PerColor<int> pass_stones;  ///< received by each side
    int handicap = 0;           ///< handicap stones

    bool operator==(const Account&) const = default;
};

MarkedBoard marked_board(const Position& position, std::span<const Point> dead);

/// The stones on the points of `dead` are taken off first.
Score score(const Position& position, const Rules& rules, const Account& account,
            std::span<const Point> dead);

}  // namespace arbiter::go

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/go/position.hpp"
#include "core/go/rules.hpp"

namespace arbiter::go {

/// What one side's points are made of. The parts that the rules do not count are 0.
struct Tally {
    int stones = 0;        ///< on the board at the end
    int territory = 0;     ///< empty points, and those of dead stones
    int prisoners = 0;     ///< taken during play
    int dead_stones = 0;   ///< of the opponent, taken off at the end
    int pass_stones = 0;   ///< handed over by the opponent
    int compensation = 0;  ///< for handicap stones
    HalfPoints komi;

    HalfPoints total() const;
    bool operator==(const Tally&) const = default;
};

struct Score {
    Tally black;
    Tally white;
    /// Whose each point is, row by row from the bottom; nobody's: dame, and eyes in seki.
    std::vector<std::optional<Color>> owners;

    /// Positive if Black is ahead.
    HalfPoints margin() const { return black.total() - white.total(); }
    std::optional<Color> leader() const;
    bool operator==(const Score&) const = default;
};

/// "B+3.5", "W+7", "0" as SGF writes a result.
std::string to_string(const Score& score);

/// What counts beside the board.
struct Account {
    PerColor<int> prisoners;    ///< stones taken by
    PerColor<int> pass_stones;  ///< received by
    int handicap = 0;           ///< stones that Black had ahead

    bool operator==(const Account&) const = default;
};

/// `dead` are points of stones that are taken off first.
Score score(const Position& position, const Rules& rules, const Account& account,
            std::span<const Point> dead);

}  // namespace arbiter::go

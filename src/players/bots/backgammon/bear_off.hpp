#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/backgammon/board/board.hpp"

namespace arbiter::players {

/// How many rolls a side needs to bear off its last checkers, exactly; computed when it is first used.
class BearOffTable {
public:
    static constexpr int checkers_max = 10;
    static constexpr std::size_t rolls_max = 20;
    /// The chance to need 0, 1, 2 ... rolls with play that needs the fewest on average.
    using Rolls = std::array<float, rolls_max>;

    static const BearOffTable& instance();

    /// Nothing if the side has more checkers left, or one outside of its home.
    const Rolls* rolls(const backgammon::Board& board, Color color) const;
    /// The chance of the side about to roll, if both sides are in the table.
    std::optional<float> won_by_roller(const backgammon::Board& board, Color roller) const;

private:
    BearOffTable();
    void compute(const std::array<int, 6>& home);

    std::vector<Rolls> rolls_;
    std::vector<float> average_;
};

}  // namespace arbiter::players

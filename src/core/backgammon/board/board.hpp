#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/backgammon/board/move.hpp"
#include "core/contract/color.hpp"

namespace arbiter::backgammon {

inline constexpr int checkers_each = 15;

/// How many checkers of each side stand where. Nothing is checked here.
class Board {
public:
    /// In that side's own numbering.
    int count(Color color, Spot spot) const { return sides_[color][index(spot)]; }
    void set(Color color, Spot spot, int count) {
        sides_[color][index(spot)] = static_cast<std::int8_t>(count);
    }
    /// Of the opponent on the point that `color` calls so.
    int opposing(Color color, Spot point) const { return count(opponent(color), point.mirrored()); }

    int pips(Color color) const;
    /// Whether no checker stands outside the home board.
    bool all_home(Color color) const;
    /// The checker farthest from being borne off; off if all are.
    Spot rearmost(Color color) const;

    /// Moves one checker; a single one of the opponent that stands there goes to the bar. True if
    /// there was one.
    bool move(Color color, CheckerMove move);

    bool operator==(const Board&) const = default;

private:
    static std::size_t index(Spot spot) { return static_cast<std::size_t>(spot.index()); }
    PerColor<std::array<std::int8_t, 26>> sides_{};
};

enum class StartName : std::uint8_t {
    standard,
    gitgammon,   ///< the mirror image with which gitgammon begins: 208 pips a side
    nackgammon,  ///< two more checkers back on each 23-point
};

Board start_board(StartName name);
std::string_view to_string(StartName name);

}  // namespace arbiter::backgammon

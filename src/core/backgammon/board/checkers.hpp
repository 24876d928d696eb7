#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/backgammon/board/board.hpp"

/// One side of a board in a few machine words.
namespace arbiter::backgammon {

/// A set of spots in the numbering of one side; bit i is the spot with that index.
using Spots = std::uint32_t;

constexpr Spots spots_of(Spot spot) { return Spots{1} << spot.index(); }
/// The set must not be empty.
constexpr Spot highest(Spots spots) {
    return *Spot::at(static_cast<int>(std::bit_width(spots)) - 1);
}

/// Counts of eight spots in a row, one in each byte; none is above 15.
class EightCounts {
public:
    /// `count_at(0)` to `count_at(7)`. Compilers make one load of it.
    template <class CountAt>
    explicit constexpr EightCounts(CountAt count_at) {
        for (int i = 0; i < 8; ++i) {
            bytes_ |= std::uint64_t{static_cast<std::uint8_t>(count_at(i))} << 8 * i;
        }
    }

    /// Bit i is set if count i is at least that.
    constexpr Spots at_least(unsigned least) const {
        const std::uint64_t reached = (bytes_ + each * (128 - least)) >> 7 & each;
        return static_cast<Spots>(reached * 0x01'02'04'08'10'20'40'80 >> 56);
    }
    /// Four bits for each.
    constexpr std::uint32_t packed() const {
        const std::uint64_t pairs = (bytes_ | bytes_ >> 4) & 0x00ff'00ff'00ff'00ff;
        const std::uint64_t fours = (pairs | pairs >> 8) & 0x0000'ffff'0000'ffff;
        return static_cast<std::uint32_t>(fours | fours >> 16);
    }

private:
    static constexpr std::uint64_t each = 0x01'01'01'01'01'01'01'01;
    std::uint64_t bytes_ = 0;
};

/// Where the checkers of one side are: four bits for each spot, so that it is copied and compared
/// for nothing. A side has at most fifteen.
class Checkers {
public:
    Checkers(const Board& board, Color color) {
        const auto count_at = [&](int i) { return board.count(color, *Spot::at(i)); };
        const auto packed = [&](int first) {
            return std::uint64_t{EightCounts([&](int i) { return count_at(first + i); }).packed()};
        };
        low_ = packed(0) | packed(8) << 32;
        high_ = packed(16) | static_cast<std::uint64_t>(count_at(24)) << 32 |
                static_cast<std::uint64_t>(count_at(25)) << 36;
    }

    int count(Spot spot) const {
        const std::uint64_t half = spot.index() < 16 ? low_ : high_;
        return static_cast<int>(half >> shift(spot) & 15);
    }
    /// All there is, for a hash.
    std::array<std::uint64_t, 2> words() const { return {low_, high_}; }

    void move(CheckerMove move) {
        add(move.from, -1);
        add(move.to, 1);
    }

    bool operator==(const Checkers&) const = default;

private:
    static constexpr int shift(Spot spot) { return spot.index() % 16 * 4; }
    void add(Spot spot, int number) {
        const std::uint64_t added = static_cast<std::uint64_t>(number) << shift(spot);
        low_ += spot.index() < 16 ? added : 0;
        high_ += spot.index() < 16 ? 0 : added;
    }

    std::uint64_t low_;   // off and the points 1 to 15
    std::uint64_t high_;  // the points 16 to 24 and the bar
};

}  // namespace arbiter::backgammon

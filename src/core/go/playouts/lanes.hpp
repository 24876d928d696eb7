#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/go/board/point.hpp"

/// Small boards as sets of bits, and eight of them at once.
namespace arbiter::go {

inline constexpr std::size_t lane_count = 8;

/// A word of each of eight games, side by side: what is done to it is done in all of them.
using Words [[gnu::vector_size(lane_count * sizeof(std::uint64_t))]] = std::uint64_t;

/// All ones in the games where something holds, zero in the others.
using Mask = Words;

inline bool holds_somewhere(Mask mask) {
    std::uint64_t found = 0;
    for (std::size_t lane = 0; lane < lane_count; ++lane) found |= mask[lane];
    return found != 0;
}

/// Whether the eight are one register of the processor that this is compiled for. Elsewhere they
/// work as well, but a game by itself is faster.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__BMI2__)
inline constexpr bool lanes_are_fast = true;
#else
inline constexpr bool lanes_are_fast = false;
#endif

/// How many bits are set, in each game.
inline Words count_bits(Words words) {
#if defined(__AVX512VPOPCNTDQ__) && !defined(__clang__)
    // The compiler does not see by itself that this is one instruction.
    using Signed [[gnu::vector_size(sizeof(Words))]] = long long;
    return std::bit_cast<Words>(__builtin_ia32_vpopcountq_v8di(std::bit_cast<Signed>(words)));
#else
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        words[lane] = static_cast<std::uint64_t>(std::popcount(words[lane]));
    }
    return words;
#endif
}

/// The bit of the word that has so many set bits below it; none if there are not that many.
inline std::uint64_t nth_bit(std::uint64_t word, std::uint64_t n) {
#if defined(__BMI2__)
    return __builtin_ia32_pdep_di(std::uint64_t{1} << n, word);
#else
    for (; n > 0; --n) word &= word - 1;
    return word & (0 - word);
#endif
}

/// A set of points, in one game (of `std::uint64_t`) or in each of eight (of `Words`).
template <class Word>
struct BitArea {
    Word low;
    Word high;

    friend BitArea operator&(BitArea a, BitArea b) { return {a.low & b.low, a.high & b.high}; }
    friend BitArea operator|(BitArea a, BitArea b) { return {a.low | b.low, a.high | b.high}; }
    friend BitArea operator^(BitArea a, BitArea b) { return {a.low ^ b.low, a.high ^ b.high}; }
    friend BitArea operator~(BitArea a) { return {~a.low, ~a.high}; }
};

/// Where a point's bit is: rows lie `Width + 1` bits apart, so that a column without points is
/// between them, and each word holds whole rows.
template <int Width, int Height>
struct BitGrid {
    static constexpr int stride = Width + 1;
    static constexpr int rows = 64 / stride;
    static constexpr int last_row = (rows - 1) * stride;
    static_assert(Height <= 2 * rows, "two words are too small for this board");

    static constexpr BitArea<std::uint64_t> bit(Point point) {
        const bool high = point.row >= rows;
        const auto bit = std::uint64_t{1}
                         << ((point.row - (high ? rows : 0)) * stride + point.column);
        return {high ? 0 : bit, high ? bit : 0};
    }
    static constexpr BitArea<std::uint64_t> board() {
        return points([](int, int) { return true; });
    }
    static constexpr BitArea<std::uint64_t> rim() {
        return points([](int column, int row) {
            return column == 0 || row == 0 || column == Width - 1 || row == Height - 1;
        });
    }

    /// The points above and below, and those beside. The bits of a step off the board are no
    /// points, and may be set.
    template <class Word>
    static BitArea<Word> vertical(BitArea<Word> area) {
        return {area.low << stride | area.low >> stride | area.high << last_row,
                area.high << stride | area.high >> stride | area.low >> last_row};
    }
    template <class Word>
    static BitArea<Word> beside(BitArea<Word> area) {
        return {area.low << 1 | area.low >> 1, area.high << 1 | area.high >> 1};
    }
    template <class Word>
    static BitArea<Word> around(BitArea<Word> area) {
        return vertical(area) | beside(area);
    }

    /// Goes on from the area within the stones: one row up and down, one point to one side, and to
    /// the other side as far as they reach, which is what a carry does.
    template <class Word>
    static BitArea<Word> spread(BitArea<Word> area, BitArea<Word> stones) {
        area = {along(area.low, stones.low), along(area.high, stones.high)};
        return area | (vertical(area) & stones);
    }

private:
    template <class Word>
    static Word along(Word row, Word stones) {
        return row | (stones & (row >> 1 | ~(stones + row)));
    }
    template <class Choose>
    static constexpr BitArea<std::uint64_t> points(Choose choose) {
        BitArea<std::uint64_t> chosen{};
        for (int row = 0; row < Height; ++row) {
            for (int column = 0; column < Width; ++column) {
                if (!choose(column, row)) continue;
                const BitArea<std::uint64_t> point =
                    bit({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
                chosen.low |= point.low;
                chosen.high |= point.high;
            }
        }
        return chosen;
    }
};

}  // namespace arbiter::go

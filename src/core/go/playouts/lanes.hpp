#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/go/board/point.hpp"

/// Small boards as bit sets, and operations on eight boards at once.
namespace arbiter::go {

inline constexpr std::size_t lane_count = 8;

/// One word of each of eight games, in the lanes of a vector: an operation applies to all of them.
using Words [[gnu::vector_size(lane_count * sizeof(std::uint64_t))]] = std::uint64_t;

/// In each lane all bits set for true, or none for false.
using Mask = Words;

inline bool holds_somewhere(Mask mask) {
    std::uint64_t found = 0;
    for (std::size_t lane = 0; lane < lane_count; ++lane) found |= mask[lane];
    return found != 0;
}

/// Whether the target processor has registers of eight words. On others lanes work too, but are
/// slower than single games.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__BMI2__)
inline constexpr bool lanes_are_fast = true;
#else
inline constexpr bool lanes_are_fast = false;
#endif

/// The number of set bits in each lane.
inline Words count_bits(Words words) {
#if defined(__AVX512VPOPCNTDQ__) && !defined(__clang__)
    // One instruction, which the compiler does not generate from the loop below.
    using Signed [[gnu::vector_size(sizeof(Words))]] = long long;
    return std::bit_cast<Words>(__builtin_ia32_vpopcountq_v8di(std::bit_cast<Signed>(words)));
#else
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        words[lane] = static_cast<std::uint64_t>(std::popcount(words[lane]));
    }
    return words;
#endif
}

/// The n-th set bit of the word, counted from 0; 0 if there are not that many.
inline std::uint64_t nth_bit(std::uint64_t word, std::uint64_t n) {
#if defined(__BMI2__)
    return __builtin_ia32_pdep_di(std::uint64_t{1} << n, word);
#else
    for (; n > 0; --n) word &= word - 1;
    return word & (0 - word);
#endif
}

/// A set of points: of one game (`std::uint64_t`) or of each of eight games (`Words`).
template <class Word>
struct BitArea {
    Word low;
    Word high;

    friend BitArea operator&(BitArea a, BitArea b) { return {a.low & b.low, a.high & b.high}; }
    friend BitArea operator|(BitArea a, BitArea b) { return {a.low | b.low, a.high | b.high}; }
    friend BitArea operator^(BitArea a, BitArea b) { return {a.low ^ b.low, a.high ^ b.high}; }
    friend BitArea operator~(BitArea a) { return {~a.low, ~a.high}; }
};

/// The layout of the bits: rows are `Width + 1` bits apart, with a column without points between
/// them, and each word holds whole rows.
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

    /// The points above and below, and those to the left and right. Bits that are not points may be
    /// set too.
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

    /// Extends the area along connected stones: one row up and down, one point to the left, and to
    /// the right as far as the stones reach, by the carry of an addition.
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

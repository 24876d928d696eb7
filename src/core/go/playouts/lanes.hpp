#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/go/board/point.hpp"

/// Small boards as bit sets, and operations on many boards at once.
namespace arbiter::go {

/// As many games as a register of the target processor has words. The number changes no answer.
#if defined(__AVX512F__) && defined(__AVX512DQ__)
inline constexpr std::size_t lane_count = 16;
#elif defined(__AVX2__)
inline constexpr std::size_t lane_count = 8;
#else
inline constexpr std::size_t lane_count = 4;
#endif

/// One word of each game, in the lanes of a vector: an operation applies to all of them.
using Words [[gnu::vector_size(lane_count * sizeof(std::uint32_t))]] = std::uint32_t;

/// In each lane all bits set for true, or none for false.
using Mask = Words;

template <class Comparison>
Mask holds(Comparison comparison) {
    return std::bit_cast<Mask>(comparison);
}
inline Words choose(Mask mask, Words yes, Words no) {
#if defined(__AVX2__) && !defined(__AVX512F__)
    // One instruction, which looks at the sign. AVX-512 has one for the other line.
    using Signed [[gnu::vector_size(sizeof(Words))]] = std::int32_t;
    return std::bit_cast<Signed>(mask) < 0 ? yes : no;
#else
    return no ^ (mask & (yes ^ no));
#endif
}

inline bool holds_somewhere(Mask mask) {
    const auto halves = std::bit_cast<std::array<std::uint64_t, lane_count / 2>>(mask);
    std::uint64_t found = 0;
    for (const std::uint64_t half : halves) found |= half;
    return found != 0;
}

/// The numbers of set bits of a word, in fields of growing size.
struct BitCounts {
    explicit BitCounts(Words words)
        : pairs(words - (words >> 1 & 0x55555555)),
          nibbles((pairs & 0x33333333) + (pairs >> 2 & 0x33333333)),
          bytes((nibbles + (nibbles >> 4)) & 0x0f0f0f0f),
          halves(bytes + (bytes >> 8)) {}
    Words all() const { return (halves + (halves >> 16)) & 0x3f; }

    Words pairs;
    Words nibbles;
    Words bytes;
    Words halves;  ///< in the lower byte of each half
};

/// The number of set bits in each lane.
inline Words count_bits(Words words) {
#if defined(__AVX512VPOPCNTDQ__) && !defined(__clang__)
    // One instruction, which the compiler does not generate from the sums below.
    using Signed [[gnu::vector_size(sizeof(Words))]] = std::int32_t;
    return std::bit_cast<Words>(__builtin_ia32_vpopcountd_v16si(std::bit_cast<Signed>(words)));
#else
    return BitCounts(words).all();
#endif
}

/// The n-th set bit of each word, counted from 0; 0 if there are not that many.
inline Words nth_bits(Words words, Words n) {
#if defined(__BMI2__) && !defined(__AVX512F__)
    return [&]<std::size_t... lane>(std::index_sequence<lane...>) {
        return Words{__builtin_ia32_pdep_si(std::uint32_t{1} << n[lane], words[lane])...};
    }(std::make_index_sequence<lane_count>());
#else
    const BitCounts counts(words);
    Words shift{};
    const auto pass = [&](Words fields, std::uint32_t field, std::uint32_t width) {
        const Words count = fields >> shift & field;
        const Mask above = holds(n >= count);
        n -= above & count;
        shift += above & width;
    };
    pass(counts.halves, 0x1f, 16);
    pass(counts.bytes, 0xf, 8);
    pass(counts.nibbles, 0x7, 4);
    pass(counts.pairs, 0x3, 2);
    pass(words, 0x1, 1);
    return (words >> shift & 1) << shift;
#endif
}

/// Random numbers in each lane: David Blackman and Sebastiano Vigna's xoroshiro64*.
class RandomLanes {
public:
    void seed(std::size_t lane, std::uint64_t seed) {
        // Of neighbouring seeds, unlike states: the finalizer of splitmix64.
        seed += 0x9e3779b97f4a7c15;
        seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9;
        seed = (seed ^ seed >> 27) * 0x94d049bb133111eb;
        seed ^= seed >> 31;
        first_[lane] = static_cast<std::uint32_t>(seed) | 1;  // not everything is zero
        second_[lane] = static_cast<std::uint32_t>(seed >> 32);
    }

    /// From 0 to count - 1, each equally likely up to one part in 200,000. The count is at most 127.
    Words below(Words count) {
        const Words number = first_ * 0x9e3779bb;
        second_ ^= first_;
        first_ = rotated(first_, 26) ^ second_ ^ second_ << 9;
        second_ = rotated(second_, 13);
        return (number >> 7) * count >> 25;
    }

private:
    static Words rotated(Words words, int by) { return words << by | words >> (32 - by); }

    Words first_{};
    Words second_{};
};

/// A set of points: of one game (`std::uint32_t`) or of each of several games (`Words`).
template <class Word, std::size_t count>
struct BitArea {
    std::array<Word, count> words;

    template <class Operation>
    static BitArea each(Operation operation) {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return BitArea{{operation(i)...}};
        }(std::make_index_sequence<count>());
    }
    friend BitArea operator&(const BitArea& a, const BitArea& b) {
        return each([&](std::size_t i) { return a.words[i] & b.words[i]; });
    }
    friend BitArea operator|(const BitArea& a, const BitArea& b) {
        return each([&](std::size_t i) { return a.words[i] | b.words[i]; });
    }
    friend BitArea operator^(const BitArea& a, const BitArea& b) {
        return each([&](std::size_t i) { return a.words[i] ^ b.words[i]; });
    }
    friend BitArea operator~(const BitArea& a) {
        return each([&](std::size_t i) { return ~a.words[i]; });
    }

    /// The bits that any word has.
    Word folded() const {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (words[i] | ...);
        }(std::make_index_sequence<count>());
    }
    /// The bits that an odd number of words has.
    Word parity() const {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (words[i] ^ ...);
        }(std::make_index_sequence<count>());
    }
};

/// The layout of the bits: a word holds every `count`-th row, `Width + 1` bits apart, so that there is
/// a column without points between them. Points above and below each other have the same place in
/// neighbouring words: only from the last word to the first are they shifted.
template <int Width, int Height>
struct BitGrid {
    static constexpr int stride = Width + 1;
    static constexpr int rows = 32 / stride;
    static constexpr std::size_t count = (Height + rows - 1) / rows;

    using Area = BitArea<std::uint32_t, count>;

    static constexpr Area bit(Point point) {
        Area area{};
        area.words[point.row % count] = std::uint32_t{1}
                                        << (point.row / count * stride + point.column);
        return area;
    }
    static consteval Area board() {
        return points([](int, int) { return true; });
    }
    static consteval Area rim() {
        return points([](int column, int row) {
            return column == 0 || row == 0 || column == Width - 1 || row == Height - 1;
        });
    }

    /// The points above and below, and those to the left and right. Bits that are not points may be
    /// set too.
    template <class Word>
    static BitArea<Word, count> vertical(const BitArea<Word, count>& area) {
        return area.each([&](std::size_t i) {
            return (i > 0 ? area.words[i - 1] : area.words[count - 1] << stride) |
                   (i + 1 < count ? area.words[i + 1] : area.words[0] >> stride);
        });
    }
    template <class Word>
    static BitArea<Word, count> beside(const BitArea<Word, count>& area) {
        return area.each([&](std::size_t i) { return area.words[i] << 1 | area.words[i] >> 1; });
    }
    template <class Word>
    static BitArea<Word, count> around(const BitArea<Word, count>& area) {
        return vertical(area) | beside(area);
    }

    /// Extends the area along connected stones: one row up and down, one point to the left, and to
    /// the right as far as the stones reach, by the carry of an addition.
    template <class Word>
    static BitArea<Word, count> spread(const BitArea<Word, count>& area,
                                       const BitArea<Word, count>& stones) {
        const auto wide =
            area.each([&](std::size_t i) { return along(area.words[i], stones.words[i]); });
        return wide | (vertical(wide) & stones);
    }

private:
    template <class Word>
    static Word along(Word row, Word stones) {
        return row | (stones & ~((stones + row) & ~(row >> 1)));
    }
    template <class Choose>
    static constexpr Area points(Choose choose) {
        Area chosen{};
        for (int row = 0; row < Height; ++row) {
            for (int column = 0; column < Width; ++column) {
                if (!choose(column, row)) continue;
                const Area point =
                    bit({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
                for (std::size_t i = 0; i < count; ++i) chosen.words[i] |= point.words[i];
            }
        }
        return chosen;
    }
};

}  // namespace arbiter::go

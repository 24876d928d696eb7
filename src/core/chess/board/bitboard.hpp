#pragma once

#include <bit>
#include <cstdint>

#include "core/chess/board/square.hpp"

namespace arbiter::chess {

/// A set of squares: bit n is the square with index n. Iterating yields its squares, a1 first.
class Bitboard {
public:
    constexpr Bitboard() = default;
    constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
    constexpr explicit(false) Bitboard(Square square) : bits_(std::uint64_t{1} << index(square)) {}

    static constexpr Bitboard all() { return Bitboard(~std::uint64_t{0}); }

    constexpr std::uint64_t bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr bool any() const { return bits_ != 0; }
    constexpr int count() const { return std::popcount(bits_); }
    constexpr bool single() const { return std::has_single_bit(bits_); }
    constexpr bool several() const { return (bits_ & (bits_ - 1)) != 0; }
    constexpr bool contains(Square square) const { return (bits_ >> index(square) & 1) != 0; }
    constexpr bool intersects(Bitboard other) const { return (bits_ & other.bits_) != 0; }

    /// The lowest and the highest square; the set must not be empty.
    constexpr Square first() const { return square_at(std::countr_zero(bits_)); }
    constexpr Square last() const { return square_at(63 - std::countl_zero(bits_)); }

    constexpr Bitboard operator~() const { return Bitboard(~bits_); }
    constexpr Bitboard& operator&=(Bitboard o) {
        bits_ &= o.bits_;
        return *this;
    }
    constexpr Bitboard& operator|=(Bitboard o) {
        bits_ |= o.bits_;
        return *this;
    }
    constexpr Bitboard& operator^=(Bitboard o) {
        bits_ ^= o.bits_;
        return *this;
    }
    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
        return Bitboard(a.bits_ & b.bits_);
    }
    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
        return Bitboard(a.bits_ | b.bits_);
    }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
        return Bitboard(a.bits_ ^ b.bits_);
    }
    constexpr bool operator==(const Bitboard&) const = default;

    class Iterator {
    public:
        constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
        constexpr Square operator*() const { return square_at(std::countr_zero(bits_)); }
        constexpr Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }
        constexpr bool operator==(const Iterator&) const = default;

    private:
        std::uint64_t bits_;
    };
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

private:
    std::uint64_t bits_ = 0;
};

constexpr Bitboard board_of(File file) {
    return Bitboard(std::uint64_t{0x0101010101010101} << index(file));
}
constexpr Bitboard board_of(Rank rank) {
    return Bitboard(std::uint64_t{0xFF} << (8 * index(rank)));
}

inline constexpr Bitboard light_squares{0x55AA55AA55AA55AA};
inline constexpr Bitboard dark_squares = ~light_squares;

/// A step on the board as a change of the square's index.
enum class Direction : std::int8_t {
    north = 8,
    south = -8,
    east = 1,
    west = -1,
    north_east = 9,
    north_west = 7,
    south_east = -7,
    south_west = -9,
};

/// All squares of the set moved one step; what would leave the board disappears.
template <Direction D>
constexpr Bitboard shift(Bitboard set) {
    constexpr int step = static_cast<int>(D);
    constexpr int file_step = ((step + 9) & 7) - 1;  // -1 west, 0 straight, +1 east
    if constexpr (file_step > 0) set &= ~board_of(File::h);
    if constexpr (file_step < 0) set &= ~board_of(File::a);
    return step > 0 ? Bitboard(set.bits() << (step & 63)) : Bitboard(set.bits() >> (-step & 63));
}

}  // namespace arbiter::chess

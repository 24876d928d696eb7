#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/contract/color.hpp"

namespace arbiter::backgammon {

/// Where a checker can be, in the numbering of the player it belongs to: from the bar by the points
/// 24 to 1, off. Both players count that way; White's 24-point is Black's ace point.
class Spot {
public:
    static constexpr Spot off() { return Spot(0); }
    static constexpr Spot bar() { return Spot(25); }
    /// 1 to 24.
    static constexpr std::optional<Spot> point(int number) {
        if (number < 1 || number > 24) return std::nullopt;
        return Spot(static_cast<std::uint8_t>(number));
    }
    /// 0 to 25, off and the bar included.
    static constexpr std::optional<Spot> at(int index) {
        if (index < 0 || index > 25) return std::nullopt;
        return Spot(static_cast<std::uint8_t>(index));
    }

    constexpr int index() const { return index_; }
    constexpr bool is_off() const { return index_ == 0; }
    constexpr bool is_bar() const { return index_ == 25; }
    constexpr bool is_point() const { return !is_off() && !is_bar(); }
    constexpr bool in_home() const { return index_ >= 1 && index_ <= 6; }

    /// The same point as the opponent counts it. Only points have another side.
    constexpr Spot mirrored() const { return Spot(static_cast<std::uint8_t>(25 - index_)); }
    /// The spot that many pips on, at most off.
    constexpr Spot after(int pips) const {
        return Spot(static_cast<std::uint8_t>(index_ > pips ? index_ - pips : 0));
    }

    auto operator<=>(const Spot&) const = default;

private:
    explicit constexpr Spot(std::uint8_t index) : index_(index) {}
    std::uint8_t index_;
};

/// "bar", "24" to "1", "off".
inline std::string to_string(Spot spot) {
    if (spot.is_bar()) return "bar";
    if (spot.is_off()) return "off";
    return std::to_string(spot.index());
}

/// The index of a point in `gitgammon` and in pictures, 0 to 23: White's home is 0 to 5, Black's 18
/// to 23.
constexpr int index_of(Color color, Spot point) {
    return color == Color::white ? point.index() - 1 : 24 - point.index();
}
/// As that side counts it; `index` is 0 to 23.
constexpr Spot point_at(Color color, int index) {
    return *Spot::point(color == Color::white ? index + 1 : 24 - index);
}

inline constexpr int points_on_board = 24;

/// The indices of the places beside the board.
inline constexpr int bar_index = -1;
inline constexpr int off_index = 24;

/// A die shows 1 to 6.
class Die {
public:
    static constexpr std::optional<Die> showing(int pips) {
        if (pips < 1 || pips > 6) return std::nullopt;
        return Die(static_cast<std::uint8_t>(pips));
    }
    constexpr int pips() const { return pips_; }
    auto operator<=>(const Die&) const = default;

private:
    explicit constexpr Die(std::uint8_t pips) : pips_(pips) {}
    std::uint8_t pips_;
};

/// Two dice; their order means nothing, the higher one stands first.
class Dice {
public:
    constexpr Dice(Die one, Die other)
        : high_(one < other ? other : one), low_(one < other ? one : other) {}
    constexpr Die high() const { return high_; }
    constexpr Die low() const { return low_; }
    constexpr bool is_double() const { return high_ == low_; }
    /// How many checker moves they allow.
    constexpr int moves() const { return is_double() ? 4 : 2; }
    auto operator<=>(const Dice&) const = default;

private:
    Die high_;
    Die low_;
};

/// The 21 different rolls, from 1-1 to 6-6.
std::array<Dice, 21> all_dice();

/// Dice that are still to be played: two different ones, or one to four that are equal. The highest
/// first.
class Hand {
public:
    explicit constexpr Hand(Dice dice)
        : dice_{dice.high(), dice.low(), dice.high(), dice.low()},
          count_(static_cast<std::uint8_t>(dice.moves())) {}

    constexpr std::size_t size() const { return count_; }
    constexpr bool empty() const { return count_ == 0; }
    constexpr Die operator[](std::size_t i) const { return dice_[i]; }
    constexpr const Die* begin() const { return dice_.data(); }
    constexpr const Die* end() const { return dice_.data() + count_; }
    constexpr bool has(Die die) const {
        for (const Die one : *this) {
            if (one == die) return true;
        }
        return false;
    }
    /// Takes one such die away; it must be there.
    constexpr void use(Die die) {
        if (dice_[0] == die) {
            for (std::size_t i = 0; i + 1 < count_; ++i) dice_[i] = dice_[i + 1];
        }
        --count_;
    }
    constexpr bool operator==(const Hand& other) const {
        if (count_ != other.count_) return false;
        for (std::size_t i = 0; i < count_; ++i) {
            if (dice_[i] != other.dice_[i]) return false;
        }
        return true;
    }

private:
    std::array<Die, 4> dice_;
    std::uint8_t count_;
};

}  // namespace arbiter::backgammon

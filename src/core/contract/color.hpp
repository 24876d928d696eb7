/// The two sides of a game, and one value for each of them.
///
/// ```cpp
/// #include "core/contract/color.hpp"
///
/// PerColor<int> points{.white = 3, .black = 5};
/// points[opponent(Color::black)] += 1;
/// assert(points.white == 4);
/// assert(color_named("black") == Color::black);
/// ```
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

/// The two sides of every game Arbiter referees.
enum class Color : std::uint8_t { white, black };
inline constexpr std::array both_colors{Color::white, Color::black};

constexpr Color opponent(Color color) {
    return color == Color::white ? Color::black : Color::white;
}

constexpr std::string_view to_string(Color color) {
    return color == Color::white ? "white" : "black";
}

/// The same, as facts and attributes hold it.
inline std::string word(Color color) { return std::string(to_string(color)); }

/// As a sentence begins with it.
inline std::string capitalized(Color color) { return color == Color::white ? "White" : "Black"; }

constexpr std::optional<Color> color_named(std::string_view name) {
    if (name == "white") return Color::white;
    if (name == "black") return Color::black;
    return std::nullopt;
}

/// One value for each side.
template <class T>
struct PerColor {
    T white{};
    T black{};

    constexpr T& operator[](Color color) { return color == Color::white ? white : black; }
    constexpr const T& operator[](Color color) const {
        return color == Color::white ? white : black;
    }
    bool operator==(const PerColor&) const = default;
};

}  // namespace arbiter

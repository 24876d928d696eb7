#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

/// The two sides of every game Arbiter referees.
enum class Color : std::uint8_t { white, black };

constexpr Color opponent(Color color) {
    return color == Color::white ? Color::black : Color::white;
}

constexpr std::string_view to_string(Color color) {
    return color == Color::white ? "white" : "black";
}

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

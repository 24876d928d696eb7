#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/contract/color.hpp"

namespace arbiter::chess {

enum class File : std::uint8_t { a, b, c, d, e, f, g, h };
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

// clang-format off
/// The 64 squares, a1 = 0 to h8 = 63, rank by rank. There is no "none": absence is std::optional.
enum class Square : std::uint8_t {
    a1, b1, c1, d1, e1, f1, g1, h1,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a8, b8, c8, d8, e8, f8, g8, h8,
};
// clang-format on

constexpr int index(Square square) { return static_cast<int>(square); }
constexpr int index(File file) { return static_cast<int>(file); }
constexpr int index(Rank rank) { return static_cast<int>(rank); }

constexpr Square square_at(int index) { return static_cast<Square>(index); }
constexpr Square square_at(File file, Rank rank) {
    return static_cast<Square>(index(rank) * 8 + index(file));
}
constexpr File file_of(Square square) { return static_cast<File>(index(square) & 7); }
constexpr Rank rank_of(Square square) { return static_cast<Rank>(index(square) >> 3); }

/// Rank 1 for White is rank 8 for Black, and so on.
constexpr Rank relative(Rank rank, Color color) {
    return color == Color::white ? rank : static_cast<Rank>(7 - index(rank));
}

/// a1 is dark.
constexpr bool is_light(Square square) {
    return ((index(file_of(square)) + index(rank_of(square))) & 1) != 0;
}

constexpr char letter(File file) { return static_cast<char>('a' + index(file)); }
constexpr char digit(Rank rank) { return static_cast<char>('1' + index(rank)); }

constexpr std::optional<File> file_named(char letter) {
    if (letter < 'a' || letter > 'h') return std::nullopt;
    return static_cast<File>(letter - 'a');
}

constexpr std::optional<Rank> rank_named(char digit) {
    if (digit < '1' || digit > '8') return std::nullopt;
    return static_cast<Rank>(digit - '1');
}

constexpr std::optional<Square> square_named(std::string_view name) {
    if (name.size() != 2) return std::nullopt;
    const auto file = file_named(name[0]);
    const auto rank = rank_named(name[1]);
    if (!file || !rank) return std::nullopt;
    return square_at(*file, *rank);
}

inline std::string to_string(Square square) {
    return {letter(file_of(square)), digit(rank_of(square))};
}

}  // namespace arbiter::chess

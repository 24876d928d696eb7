#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/contract/color.hpp"

namespace arbiter::chess {

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king };

inline constexpr std::array all_piece_types{PieceType::pawn, PieceType::knight, PieceType::bishop,
                                            PieceType::rook, PieceType::queen,  PieceType::king};

/// From the most to the least valuable, the order in which notations list them.
inline constexpr std::array promotion_types{PieceType::queen, PieceType::rook, PieceType::bishop,
                                            PieceType::knight};

struct Piece {
    Color color;
    PieceType type;

    bool operator==(const Piece&) const = default;
};

constexpr int index(PieceType type) { return static_cast<int>(type); }

constexpr std::string_view name(PieceType type) {
    constexpr std::array<std::string_view, 6> names{"pawn", "knight", "bishop",
                                                    "rook", "queen",  "king"};
    return names[static_cast<std::size_t>(type)];
}

/// The English letter, upper case: P N B R Q K.
constexpr char letter(PieceType type) { return "PNBRQK"[index(type)]; }

/// As FEN writes it: White in upper case, Black in lower case.
constexpr char letter(Piece piece) {
    return piece.color == Color::white ? letter(piece.type) : "pnbrqk"[index(piece.type)];
}

/// The figurine that print and terminals show: ♘ for White, ♞ for Black.
constexpr std::string_view figurine(Piece piece) {
    constexpr std::array<std::array<std::string_view, 6>, 2> figurines{{
        {"♙", "♘", "♗", "♖", "♕", "♔"},
        {"♟", "♞", "♝", "♜", "♛", "♚"},
    }};
    return figurines[static_cast<std::size_t>(piece.color)][static_cast<std::size_t>(piece.type)];
}

/// Reads an upper-case English letter.
constexpr std::optional<PieceType> piece_type_named(char letter) {
    switch (letter) {
        case 'P': return PieceType::pawn;
        case 'N': return PieceType::knight;
        case 'B': return PieceType::bishop;
        case 'R': return PieceType::rook;
        case 'Q': return PieceType::queen;
        case 'K': return PieceType::king;
        default: return std::nullopt;
    }
}

/// Reads FEN's letter.
constexpr std::optional<Piece> piece_named(char letter) {
    const bool is_lower = letter >= 'a' && letter <= 'z';
    const auto type = piece_type_named(is_lower ? static_cast<char>(letter - 'a' + 'A') : letter);
    if (!type) return std::nullopt;
    return Piece{is_lower ? Color::black : Color::white, *type};
}

}  // namespace arbiter::chess

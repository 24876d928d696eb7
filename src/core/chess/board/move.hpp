#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/chess/board/piece.hpp"
#include "core/chess/board/square.hpp"

namespace arbiter::chess {

/// A move in 16 bits:
///
///     kind  promotion  from      to
///     0b11  00         000000    000000     castling: `to` is the rook's square
///     0b10  00         000000    000000     en passant: `to` is the square passed over
///     0b01  11         000000    000000     promotion to knight, bishop, rook or queen
///     0b00  00         000000    000000     every other move
///
/// Any combination can be represented; a position decides whether it is legal.
class Move {
public:
    enum class Kind : std::uint8_t { normal, promotion, en_passant, castling };

    static constexpr Move normal(Square from, Square to) { return {Kind::normal, from, to, 0}; }
    static constexpr Move en_passant(Square from, Square to) {
        return {Kind::en_passant, from, to, 0};
    }
    static constexpr Move castling(Square king, Square rook) {
        return {Kind::castling, king, rook, 0};
    }
    /// `type` is a knight, bishop, rook or queen.
    static constexpr Move promotion(Square from, Square to, PieceType type) {
        return {Kind::promotion, from, to, index(type) - index(PieceType::knight)};
    }

    constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 14); }
    constexpr Square from() const { return square_at(bits_ >> 6 & 63); }
    constexpr Square to() const { return square_at(bits_ & 63); }
    constexpr std::optional<PieceType> promotion() const {
        if (kind() != Kind::promotion) return std::nullopt;
        return static_cast<PieceType>((bits_ >> 12 & 3) + index(PieceType::knight));
    }
    constexpr std::uint16_t bits() const { return bits_; }

    constexpr bool operator==(const Move&) const = default;

private:
    constexpr Move(Kind kind, Square from, Square to, int promotion)
        : bits_(static_cast<std::uint16_t>(static_cast<int>(kind) << 14 | promotion << 12 |
                                           index(from) << 6 | index(to))) {}

    std::uint16_t bits_;
};

/// The legal moves of one position. No position accepted has more than 15 pieces beside a king; 15
/// queens of at most 27 moves each, 8 king's moves and 2 castlings bound the list.
class MoveList {
public:
    static constexpr std::size_t capacity = 15 * 27 + 8 + 2;

    MoveList() {}
    void add(Move move) { std::construct_at(&moves_[size_++], move); }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr Move operator[](std::size_t i) const { return moves_[i]; }
    constexpr const Move* begin() const { return moves_.data(); }
    constexpr const Move* end() const { return moves_.data() + size_; }

private:
    union {
        std::array<Move, capacity> moves_;  // only the first size_ are ever made or read
    };
    std::size_t size_ = 0;
};

}  // namespace arbiter::chess

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/base/fault.hpp"
#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// Anything one can write down; not necessarily legal.
struct Setup {
    Board board;
    std::uint32_t halfmove_clock = 0;
    std::uint32_t fullmove_number = 1;

    /// The starting position of chess.
    static Setup standard();
    /// One of the 960 starting positions by its Scharnagl number, 0 to 959; 518 is chess itself.
    static Setup chess960(int number);

    bool operator==(const Setup&) const = default;
};

/// What a fault of a setup is about, so that each format can say where that stands in its text.
enum class Part : std::uint8_t {
    placement,
    turn,
    castling,
    en_passant,
    halfmove_clock,
    fullmove_number,
};

/// Translates a part, and the square if it is about one, to a place in some text.
using Locate = std::function<Place(Part part, std::optional<Square> square)>;

/// Whether castling is written and shown as in chess or as in Chess960. The rules are the same.
enum class Variant : std::uint8_t { standard, chess960 };

std::string_view to_string(Variant variant);
/// Chess960 if a right belongs to a king or rook that does not stand where chess puts it.
Variant variant_of(const Board& board);

}  // namespace arbiter::chess

#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/chess/setup.hpp"

/// What the readers and the writer of `chess-squares` share.
namespace arbiter::chess {

inline constexpr std::array<std::string_view, 7> squares_keys{
    "board",           "turn", "castling", "en_passant", "halfmove_clock", "fullmove_number",
    "position_history"};
inline constexpr std::array both_wings{Wing::kingside, Wing::queenside};
inline constexpr std::array<std::string_view, 2> wing_keys{"kingside", "queenside"};

constexpr std::string_view key_of(Wing wing) { return wing_keys[static_cast<std::size_t>(wing)]; }

/// The rook that a right can be about: the outermost one on that side of a king at home.
std::optional<Square> outermost_rook(const Board& board, Color color, Wing wing);

/// What a state says.
struct SquaresState {
    Setup setup;
    std::vector<Board> history;
};

/// Reads a state that is as it should be, which is what programs send. Nothing otherwise: it takes the
/// other reader to tell what is wrong, and where.
std::optional<SquaresState> read_squares_quickly(std::string_view text);

}  // namespace arbiter::chess

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/chess/position.hpp"

namespace arbiter::chess {

/// How castling rights and en passant are written in a FEN.
enum class FenDialect : std::uint8_t {
    standard,  ///< KQkq, and X-FEN's file letter for an inner rook; en passant after any double push
    x_fen,     ///< the same, but en passant only where a pawn stands to take
    shredder,  ///< the files of the castling rooks: HAha
};

/// What to do with a right to castle where no king and rook stand for it.
enum class FenReading : std::uint8_t {
    strict,
    tolerant,  ///< leave it out, with a warning
};

/// Two to six fields; castling rights in any dialect. Faults stand at the characters that are wrong.
Reading<Position> read_fen(std::string_view text, FenReading reading = FenReading::strict);
Reading<Setup> read_fen_setup(std::string_view text);
std::string write_fen(const Position& position, FenDialect dialect = FenDialect::standard);
/// Where a part of the position, or what stands on a square, is written in a FEN.
Place place_in_fen(std::string_view text, Part part, std::optional<Square> square = {});
/// The letter of what stands on each square; zero where it is empty.
std::array<char, 64> letters_on(const Board& board);
/// The first four fields only: what `position_history` and EPD hold.
std::string write_short_fen(const Board& board, FenDialect dialect = FenDialect::standard);

}  // namespace arbiter::chess

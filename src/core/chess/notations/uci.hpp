#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/chess/position.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

/// Whether castling is written and shown as in chess or as in Chess960. The rules are the same.
enum class Variant : std::uint8_t { standard, chess960 };

std::string_view to_string(Variant variant);
/// Chess960 if a right belongs to a king or rook that does not stand where chess puts it.
Variant variant_of(const Board& board);

/// How castling rights and en passant are written in a FEN.
enum class FenDialect : std::uint8_t {
    standard,  ///< KQkq, and X-FEN's file letter for an inner rook; en passant after any double push
    x_fen,     ///< the same, but en passant only where a pawn stands to take
    shredder,  ///< the files of the castling rooks: HAha
};

/// Two to six fields; castling rights in any dialect. Faults name the field as a token.
Reading<Position> read_fen(std::string_view text);
Reading<Setup> read_fen_setup(std::string_view text);
std::string write_fen(const Position& position, FenDialect dialect = FenDialect::standard);
/// The first four fields only: what `position_history` and EPD hold.
std::string write_short_fen(const Board& board, FenDialect dialect = FenDialect::standard);

/// An EPD record: four fields and operations such as `bm Nf3; id "test 1";`.
struct Epd {
    struct Operation {
        std::string opcode;
        std::vector<std::string> operands;
        bool operator==(const Operation&) const = default;
    };
    Position position;
    std::vector<Operation> operations;
};
/// One line. The two clocks of a FEN between the fields and the operations are read too.
Reading<Epd> read_epd(std::string_view text);
/// The clocks go into the operations hmvc and fmvn.
std::string write_epd(const Epd& epd);

/// e2e4, e7e8q; castling is e1g1, or e1h1 (king takes rook) in Chess960.
std::string write_uci(Move move, Variant variant);
/// Syntax only; upper-case letters and a dash or `x` between the squares are read too. Both squares
/// are in the same case: "B3c4" is a bishop's move in SAN.
std::optional<MoveRequest> read_uci(std::string_view text);

/// A legal move in standard algebraic notation with + and #.
std::string write_san(const Board& board, Move move);
/// Tolerant: missing or surplus + # ! ?, 0-0, long algebraic, figurines, e.p., redundant
/// disambiguation, missing x and =. The answer is a legal move, or why there is none:
/// `unreadable_move`, `ambiguous_move` with the candidates, or what `explain` says.
Result<Move> read_san(const Board& board, std::string_view text);

/// Upper case, as in SAN with a figurine instead of the letter: ♘f3.
std::string_view figurine(Piece piece);

}  // namespace arbiter::chess

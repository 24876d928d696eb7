#pragma once

#include <optional>
#include <string>

#include "core/chess/board/board.hpp"

namespace arbiter::chess {

// A board may be invalid here, without a king or with three: a page shows it while it is set up.

/// What is shown beside the pieces.
struct Marks {
    std::optional<Move> last_move;
    bool check = true;  ///< show a king in check
};

/// Where the piece that moved came from and where it stands now; for castling that is the king.
struct Trail {
    Square from;
    Square to;
};
Trail trail(const Board& board, Move move);

Bitboard kings_in_check(const Board& board);

/// "White to move".
std::string to_move(const Board& board);

/// The position in words, for those who hear it: "White to move. White: king e1, rooks a1 and h1.
/// Black: king e8. Last move: pawn e7 to e5."
std::string describe(const Board& board, const Marks& marks);

}  // namespace arbiter::chess

#pragma once

#include <array>
#include <span>

#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// How far the men of a board can ever get, found without playing a move; a wall of locked pawns
/// keeps these sets small. Both sides help, one side may make any number of moves in a row, and checks
/// are ignored; so every set is an upper bound of what legal play can reach.
class Reach {
public:
    /// An en passant square of the board is taken for one that can be captured on.
    explicit Reach(const Board& board);

    /// False proves that no series of legal moves leads to a checkmate by `color`.
    bool may_checkmate(Color color) const;

private:
    struct Man {
        Piece piece;
        Square home;             // where it stands now
        Bitboard reach;          // where it may ever stand as what it is, home included
        Bitboard promoted;       // where a pawn may ever stand as another piece
        bool may_fall = false;   // whether it may ever be captured
        Bitboard attacked;       // what it may ever attack
        Bitboard attacked_from;  // from where that was found
        Bitboard attacked_past;  // and past which rooted men

        Bitboard squares() const { return reach | promoted; }
    };

    std::span<Man> men() { return {men_.data(), count_}; }
    std::span<const Man> men() const { return {men_.data(), count_}; }
    const Man& king(Color color) const;

    void add_en_passant(const Board& board);
    void grow_all();
    bool grow(Man& man);
    bool settle(Man& man, Man grown);
    Bitboard attacked_from(const Man& man, Square from, Bitboard blockers) const;
    Bitboard attacked_by(Man& man) const;
    Bitboard captures(Man& man) const;
    Bitboard pushes(const Man& pawn) const;
    Bitboard castled(const Man& man) const;
    Bitboard guarded(Color color) const;
    Bitboard file_keepers(Color color) const;
    bool may_check(const Man& checker, Square victim, Bitboard flights) const;
    bool may_block(Color color, Bitboard squares) const;

    std::array<Man, 64> men_;
    std::size_t count_ = 0;
    Bitboard rooted_;  // the homes of the men that never move and never fall
    Bitboard castling_rooks_;
};

}  // namespace arbiter::chess

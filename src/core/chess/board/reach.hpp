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
    explicit Reach(const Board& board);

    /// False proves that no series of legal moves leads to a checkmate by `color`.
    bool may_checkmate(Color color) const;

private:
    struct Man {
        Piece piece;
        Square home;     // where it stands now
        Bitboard reach;  // where it may ever stand, home included
        bool may_fall;   // whether it may ever be captured
    };

    std::span<Man> men() { return {men_.data(), count_}; }
    std::span<const Man> men() const { return {men_.data(), count_}; }
    const Man& king(Color color) const;

    void grow_all();
    bool grow(Man& man);
    bool settle(Man& man, Bitboard reach, bool may_fall);
    Bitboard attacked_by(const Man& man) const;
    Bitboard captures(const Man& man) const;
    Bitboard pushes(const Man& pawn) const;
    Bitboard guarded(Color color) const;
    Bitboard file_keepers(Color color) const;
    bool may_block(Color color, Bitboard squares) const;

    std::array<Man, 64> men_;
    std::size_t count_ = 0;
    Bitboard rooted_;         // the homes of the men that never move and never fall
    bool unbounded_ = false;  // a pawn may promote, or a special move is pending: nothing is known
};

}  // namespace arbiter::chess

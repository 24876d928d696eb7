#pragma once

#include <array>
#include <set>
#include <string>

namespace arbiter::chess::naive {

/// Chess once more, as slowly and plainly as possible: letters on 64 squares, every move tried on a
/// copy, and a move refused if the king could be taken afterwards. It shares nothing with core/.
/// Castling moves are written as the king taking its own rook.
class Chess {
public:
    /// Six fields; castling rights by the files of the rooks (Shredder-FEN).
    explicit Chess(const std::string& shredder_fen);

    std::set<std::string> legal_moves() const;
    void play(const std::string& uci);
    bool in_check() const { return attacked(king_square(white_to_move_), !white_to_move_); }
    /// The same six fields.
    std::string fen() const;

private:
    struct Try {
        std::string uci;
        int from, to;
        char promotion;  // '-' if none
        bool castling;
    };
    template <class Add>
    void pseudo_legal(Add add) const;
    template <class Add>
    void castlings(Add add) const;
    void make(const Try& attempt);
    bool attacked(int square, bool by_white) const;
    int king_square(bool white) const;
    bool own(char piece, bool white) const;

    std::array<char, 64> squares_{};
    bool white_to_move_ = true;
    std::set<int> castling_rooks_;
    int en_passant_ = -1;
    int halfmove_clock_ = 0;
    int fullmove_number_ = 1;
};

}  // namespace arbiter::chess::naive

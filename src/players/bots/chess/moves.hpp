#pragma once

#include <array>
#include <cstddef>

#include "core/chess/board/board.hpp"
#include "core/chess/board/move.hpp"

/// Moves in the order in which a search should look at them.
namespace arbiter::players {

/// What stands on a square; a pawn if nothing does. Without a branch, as searches ask it most of all.
inline chess::PieceType type_at(const chess::Board& board, chess::Square square) {
    unsigned type = 0;
    for (unsigned i = 1; i < 6; ++i) {
        const auto each = static_cast<chess::PieceType>(i);
        type += i * static_cast<unsigned>(board.of(each).bits() >> chess::index(square) & 1);
    }
    return static_cast<chess::PieceType>(type);
}

/// Captures and promotions to a queen; what is left when nothing quiet is of interest.
chess::MoveList forcing_moves(const chess::Board& board);

/// Whether a move takes something, or promotes.
bool is_forcing(const chess::Board& board, chess::Move move);

/// What a move takes, in hundredths of a pawn.
int victim_value(const chess::Board& board, chess::Move move);

/// Whether the side to move gains at least so much, in hundredths of a pawn, if both sides go on taking on the
/// square of arrival with their cheapest piece as long as it pays.
bool exchange_gains(const chess::Board& board, chess::Move move, int least);

/// Which moves give check, before they are made. Castling, promotions and captures en passant are not looked at.
class CheckingMoves {
public:
    explicit CheckingMoves(const chess::Board& board);

    bool contain(const chess::Board& board, chess::Move move) const {
        const auto type = static_cast<std::size_t>(type_at(board, move.from()));
        return squares_[type].contains(move.to()) || screens_.contains(move.from());
    }

private:
    std::array<chess::Bitboard, 6> squares_{};  // from which each piece attacks the enemy's king
    chess::Bitboard screens_;                   // behind which a piece waits to do so
};

/// The most valuable victim first, taken by the least valuable piece.
int capture_order(const chess::Board& board, chess::Move move);

/// Gives moves from the highest to the lowest order without sorting what is never looked at. A forcing
/// move that loses material falls behind all others, which is found out when its turn comes.
class MovePicker {
public:
    static constexpr int first = 1 << 28;
    static constexpr int forcing = 1 << 24;  ///< and a little more or less

    template <class OrderOf>
    MovePicker(const chess::Board& board, const chess::MoveList& moves, OrderOf order_of)
        : board_(board), moves_(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            orders_[i] = order_of(moves[i]);
            places_[i] = static_cast<std::uint16_t>(i);
        }
    }

    bool done() const { return given_ == moves_.size(); }
    chess::Move next() {
        while (true) {
            choose();
            int& order = orders_[places_[given_]];
            const chess::Move move = moves_[places_[given_]];
            const bool unproven = order > forcing / 2 && order < first;
            if (!unproven || !is_forcing(board_, move) || exchange_gains(board_, move, 0)) break;
            order -= 2 * forcing;
        }
        return moves_[places_[given_++]];
    }
    /// The order of what `next` gave.
    int order() const { return orders_[places_[given_ - 1]]; }
    /// Whether that loses material.
    bool loses() const { return order() < -forcing / 2; }

private:
    void choose() {
        std::size_t best = given_;
        for (std::size_t i = given_ + 1; i < moves_.size(); ++i) {
            if (orders_[places_[i]] > orders_[places_[best]]) best = i;
        }
        std::swap(places_[given_], places_[best]);
    }

    const chess::Board& board_;
    const chess::MoveList& moves_;
    std::array<int, chess::MoveList::capacity> orders_;
    std::array<std::uint16_t, chess::MoveList::capacity> places_;
    std::size_t given_ = 0;
};

}  // namespace arbiter::players

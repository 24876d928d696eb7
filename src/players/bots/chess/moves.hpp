#pragma once

#include <array>
#include <cstddef>

#include "core/chess/board/board.hpp"
#include "core/chess/board/move.hpp"

/// Moves in the order in which a search should look at them.
namespace arbiter::players {

/// Captures and promotions to a queen; what is left when nothing quiet is of interest.
chess::MoveList forcing_moves(const chess::Board& board);

/// Whether a move takes something, or promotes.
bool is_forcing(const chess::Board& board, chess::Move move);

/// What the side to move gains if both sides go on taking on the square of arrival with their
/// cheapest piece as long as it pays, in hundredths of a pawn.
int exchange(const chess::Board& board, chess::Move move);

/// The most valuable victim first, taken by the least valuable piece.
int capture_order(const chess::Board& board, chess::Move move);

/// Gives moves from the highest to the lowest order without sorting what is never looked at.
class MovePicker {
public:
    template <class OrderOf>
    MovePicker(const chess::MoveList& moves, OrderOf order_of) : moves_(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            orders_[i] = order_of(moves[i]);
            places_[i] = static_cast<std::uint16_t>(i);
        }
    }

    bool done() const { return given_ == moves_.size(); }
    chess::Move next() {
        std::size_t best = given_;
        for (std::size_t i = given_ + 1; i < moves_.size(); ++i) {
            if (orders_[places_[i]] > orders_[places_[best]]) best = i;
        }
        std::swap(places_[given_], places_[best]);
        return moves_[places_[given_++]];
    }

private:
    const chess::MoveList& moves_;
    std::array<int, chess::MoveList::capacity> orders_;
    std::array<std::uint16_t, chess::MoveList::capacity> places_;
    std::size_t given_ = 0;
};

}  // namespace arbiter::players

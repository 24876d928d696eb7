#pragma once

#include <array>

#include "core/backgammon/board/board.hpp"
#include "core/backgammon/board/checkers.hpp"

namespace arbiter::players {

/// One side's checkers among those of the other, all in its own numbering.
class BackgammonContact {
public:
    BackgammonContact(const backgammon::Board& board, Color color);

    struct Danger {
        int rolls = 0;  ///< of 36 that hit at least one checker
        int pips = 0;   ///< lost to them, summed over the 36 rolls
    };
    /// What the opponent, about to roll, can hit.
    Danger danger() const;

    /// How a checker on this spot gets on by a roll that it has for itself.
    struct Mobility {
        float pips = 0;  ///< on average
        int passes = 0;  ///< of 36 rolls that bring it past every point held before it
    };
    Mobility mobility(int spot) const;
    /// Of 36 rolls that bring a checker in from the bar.
    int entering() const;

    /// The number of points in a row that the side holds, at most.
    int longest_prime() const { return prime_length_; }
    /// Checkers of the opponent behind the longest prime.
    int trapped() const;
    /// Pips of the checkers that have passed every checker of the opponent.
    int free_pips() const;

    int count(int spot) const { return own_[static_cast<std::size_t>(spot)]; }
    int opposing(int spot) const { return other_[static_cast<std::size_t>(spot)]; }
    backgammon::Spots held() const { return held_; }
    backgammon::Spots blots() const { return blots_; }
    backgammon::Spots occupied() const { return held_ | blots_; }

private:
    backgammon::Spots hit_by(int die, int other) const;
    backgammon::Spots hit_by_double(int die) const;

    std::array<int, 26> own_{};
    std::array<int, 26> other_{};  // on the point that this side calls so; its bar on 0
    backgammon::Spots held_ = 0;
    backgammon::Spots blots_ = 0;
    backgammon::Spots raiders_ = 0;  // checkers of the opponent that can move
    backgammon::Spots barred_ = 0;   // points that the opponent holds
    int prime_length_ = 0;
    int prime_start_ = 0;
};

}  // namespace arbiter::players

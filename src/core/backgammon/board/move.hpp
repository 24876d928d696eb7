#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/backgammon/board/spot.hpp"

namespace arbiter::backgammon {

/// One checker goes on by one die, in the numbering of the side that moves. A hit is not part of it:
/// the board knows.
struct CheckerMove {
    Spot from = Spot::off();
    Spot to = Spot::off();

    bool operator==(const CheckerMove&) const = default;
    auto operator<=>(const CheckerMove&) const = default;
};

/// What a side does with a roll: up to four checker moves in their order; none if it cannot move.
class Turn {
public:
    Turn() = default;
    explicit Turn(std::span<const CheckerMove> moves) {
        for (const CheckerMove move : moves) push(move);
    }

    std::span<const CheckerMove> moves() const { return {moves_.data(), count_}; }
    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    /// At most four.
    void push(CheckerMove move) { moves_[count_++] = move; }
    void pop() { moves_[--count_] = {}; }

    bool operator==(const Turn&) const = default;

private:
    std::array<CheckerMove, 4> moves_{};
    std::uint8_t count_ = 0;
};

}  // namespace arbiter::backgammon

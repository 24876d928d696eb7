#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/backgammon/board/board.hpp"

namespace arbiter::players {

/// A board as numbers for a net, from the view of the side that has just moved. Only the numbers that
/// are not 0 are kept.
class BackgammonInputs {
public:
    /// For each point one checker, two or more, three or more, and how many above that; the bar, off
    /// and pips.
    static constexpr std::size_t checkers_per_side = 4 * 24 + 5;
    /// What the checkers do to each other; see `BackgammonContact`.
    static constexpr std::size_t contact_per_side = 26;
    /// A constant, the checkers of both sides, and how a race between them stands.
    static constexpr std::size_t race_count = 1 + 2 * checkers_per_side + 3;
    static constexpr std::size_t contact_count = race_count + 2 * contact_per_side;

    struct Input {
        std::size_t index;
        float value;
    };

    static BackgammonInputs of_race(const backgammon::Board& board, Color mover);
    static BackgammonInputs of_contact(const backgammon::Board& board, Color mover);

    std::span<const Input> inputs() const { return {inputs_.data(), size_}; }

private:
    BackgammonInputs() = default;
    void add(std::size_t index, float value) {
        if (value != 0) inputs_[size_++] = {index, value};
    }
    void add_in_order(std::size_t first, std::span<const float> values) {
        for (const float value : values) add(first++, value);
    }
    void add_checkers(const backgammon::Board& board, Color color, std::size_t first);
    void add_race(const backgammon::Board& board, Color mover, std::size_t first);
    void add_contact(const backgammon::Board& board, Color color, std::size_t first);

    std::array<Input, contact_count> inputs_;
    std::size_t size_ = 0;
};

}  // namespace arbiter::players

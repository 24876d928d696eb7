#pragma once

#include <optional>
#include <vector>

#include "core/backgammon/board/spot.hpp"
#include "core/base/json.hpp"

/// Dice as gitgammon's files have them.
namespace arbiter::backgammon {

/// Two dice in the order in which they were written; `Dice` has none.
struct TableDice {
    Die first;
    Die second;

    Dice sorted() const { return {first, second}; }
    /// Two, or of a double four.
    std::vector<Die> all() const {
        if (first == second) return std::vector<Die>(4, first);
        return {first, second};
    }
    bool operator==(const TableDice&) const = default;
};

/// At most four dice. Nothing, and faults at their places, if one of them is not a die.
std::optional<std::vector<Die>> read_dice_list(const JsonView& view, Faults& faults);
/// Two dice, or four that are equal. Two equal ones are read as four.
std::optional<TableDice> read_roll(const JsonView& view, Faults& faults);
void write_dice_list(JsonWriter& out, const std::vector<Die>& dice);

}  // namespace arbiter::backgammon

#include "core/backgammon/formats/gitgammon_dice.hpp"

#include <algorithm>

namespace arbiter::backgammon {

namespace {

constexpr std::size_t dice_max = 4;

std::optional<Die> read_die(const JsonView& view, Faults& faults) {
    const auto pips = view.integer(faults);
    if (!pips) return std::nullopt;
    if (*pips >= 1 && *pips <= 6) return Die::showing(static_cast<int>(*pips));
    faults.add("out_of_range", std::to_string(*pips) + " is not between 1 and 6", view.pointer());
    return std::nullopt;
}

}  // namespace

std::optional<std::vector<Die>> read_dice_list(const JsonView& view, Faults& faults) {
    const Json::Array* list = view.array(faults);
    if (list == nullptr) return std::nullopt;
    if (list->size() > dice_max) {
        faults.add("wrong_length", "there are never more than four dice", view.pointer());
        return std::nullopt;
    }
    std::vector<Die> dice;
    for (std::size_t i = 0; i < list->size(); ++i) {
        if (const auto die = read_die(view.at(i, (*list)[i]), faults)) dice.push_back(*die);
    }
    if (dice.size() < list->size()) return std::nullopt;
    return dice;
}

std::optional<TableDice> read_roll(const JsonView& view, Faults& faults) {
    const auto dice = read_dice_list(view, faults);
    if (!dice) return std::nullopt;
    if (dice->size() == 2) return TableDice{dice->front(), dice->back()};
    if (dice->size() < 2) {
        faults.add("wrong_length", "a roll has two dice, a double four", view.pointer());
        return std::nullopt;
    }
    if (dice->size() == 4 && std::ranges::count(*dice, dice->front()) == 4) {
        return TableDice{dice->front(), dice->front()};
    }
    faults.add("not_a_roll", "a roll has two dice, or as a double four equal ones", view.pointer());
    return std::nullopt;
}

void write_dice_list(JsonWriter& out, const std::vector<Die>& dice) {
    out.on_one_line([&] {
        out.array([&] {
            for (const Die die : dice) out.value(die.pips());
        });
    });
}

}  // namespace arbiter::backgammon

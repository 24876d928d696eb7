#include "core/backgammon/table_json.hpp"

#include <algorithm>

#include "core/contract/excerpt.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::size_t dice_max = 4;

}  // namespace

bool is_hex(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void TableJsonReader::add(const JsonView& place, std::string_view code, std::string sentence) {
    faults.add(code, std::move(sentence), place.pointer());
}

std::optional<JsonView> TableJsonReader::member(const JsonView& object, std::string_view key) {
    const Json* value = object.require(key, faults);
    if (value == nullptr) return std::nullopt;
    return object.at(key, *value);
}

std::optional<int> TableJsonReader::read_integer(const JsonView& view, Range range) {
    const auto number = view.integer(faults);
    if (!number) return std::nullopt;
    if (*number >= range.min && *number <= range.max) return static_cast<int>(*number);
    add(view, "out_of_range",
        std::to_string(*number) + " is not between " + std::to_string(range.min) + " and " +
            std::to_string(range.max));
    return std::nullopt;
}

std::optional<Color> TableJsonReader::read_color(const JsonView& view) {
    const std::string* name = view.string(faults);
    if (name == nullptr) return std::nullopt;
    const auto color = color_named(*name);
    if (!color) add(view, "unknown_color", in_quotes(*name) + " is neither white nor black");
    return color;
}

std::optional<std::string> TableJsonReader::read_text(const JsonView& view) {
    const std::string* text = view.string(faults);
    if (text == nullptr) return std::nullopt;
    if (!text->empty()) return *text;
    add(view, "empty_text", "this text is empty");
    return std::nullopt;
}

std::optional<Instant> TableJsonReader::read_moment(const JsonView& view) {
    const std::string* text = view.string(faults);
    if (text == nullptr) return std::nullopt;
    const auto instant = read_date_time(*text);
    if (!instant) {
        add(view, "bad_date_time", in_quotes(*text) + " is no date and time of ISO 8601");
    }
    return instant;
}

std::optional<std::string> TableJsonReader::read_hex(const JsonView& view, std::size_t digits) {
    const std::string* text = view.string(faults);
    if (text == nullptr) return std::nullopt;
    if (text->size() == digits && is_hex(*text)) return *text;
    add(view, "bad_hex",
        in_quotes(*text) + " is not " + std::to_string(digits) + " hex digits in lower case");
    return std::nullopt;
}

std::optional<std::vector<Die>> TableJsonReader::read_dice_list(const JsonView& view) {
    const Json::Array* list = view.array(faults);
    if (list == nullptr) return std::nullopt;
    if (list->size() > dice_max) {
        add(view, "wrong_length", "there are never more than four dice");
        return std::nullopt;
    }
    std::vector<Die> dice;
    for (std::size_t i = 0; i < list->size(); ++i) {
        if (const auto pips = read_integer(view.at(i, (*list)[i]), {1, 6})) {
            dice.push_back(*Die::showing(*pips));
        }
    }
    if (dice.size() < list->size()) return std::nullopt;
    return dice;
}

std::optional<TableDice> TableJsonReader::read_roll(const JsonView& view) {
    const auto dice = read_dice_list(view);
    if (!dice) return std::nullopt;
    if (dice->size() == 2) return TableDice{dice->front(), dice->back()};
    if (dice->size() < 2) {
        add(view, "wrong_length", "a roll has two dice, a double four");
        return std::nullopt;
    }
    if (dice->size() == 4 && std::ranges::count(*dice, dice->front()) == 4) {
        return TableDice{dice->front(), dice->front()};
    }
    add(view, "not_a_roll", "a roll has two dice, or as a double four equal ones");
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

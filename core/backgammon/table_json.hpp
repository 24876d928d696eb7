#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/table.hpp"
#include "core/contract/date_time.hpp"
#include "core/contract/json.hpp"

namespace arbiter::backgammon {

/// What the readers of a table and of a move file share. Each function gives the value, or adds a
/// fault at its place.
class TableJsonReader {
protected:
    explicit TableJsonReader(const Json& document) : root(document) {}

    void add(const JsonView& place, std::string_view code, std::string sentence);

    std::optional<JsonView> member(const JsonView& object, std::string_view key);
    std::optional<JsonView> member(std::string_view key) { return member(root, key); }

    struct Range {
        std::int64_t min;
        std::int64_t max;
    };
    std::optional<int> read_integer(const JsonView& view, Range range);
    std::optional<Color> read_color(const JsonView& view);
    std::optional<std::string> read_text(const JsonView& view);  ///< not empty
    std::optional<Instant> read_moment(const JsonView& view);
    /// Digits in lower case.
    std::optional<std::string> read_hex(const JsonView& view, std::size_t digits);
    /// Nothing if one of them is no die.
    std::optional<std::vector<Die>> read_dice_list(const JsonView& view);
    /// Two dice, or four that are equal. Two equal ones are read as four.
    std::optional<TableDice> read_roll(const JsonView& view);

    JsonView root;
    Faults faults;
};

bool is_hex(std::string_view text);

void write_dice_list(JsonWriter& out, const std::vector<Die>& dice);

}  // namespace arbiter::backgammon

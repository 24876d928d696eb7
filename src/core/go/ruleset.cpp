#include "core/go/ruleset.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/text.hpp"

namespace arbiter::go {

namespace {

constexpr std::int32_t points_max = 1000;

constexpr std::array preset_table{
    Preset{"aga",
           {.ko = KoRule::situational,
            .ending = Ending::two_passes_white_last,
            .dead_stones = DeadStones::stay,
            .pass_stones = PassStones::given,
            .compensation = Compensation::each_stone_but_one,
            .komi = {15}}},
    Preset{"chinese", {}},
    Preset{"japanese",
           {.ko = KoRule::simple,
            .long_cycle = LongCycle::voids_the_game,
            .scoring = Scoring::territory,
            .compensation = Compensation::none,
            .komi = {13}}},
    Preset{"new-zealand",
           {.ko = KoRule::situational,
            .suicide = Suicide::allowed,
            .dead_stones = DeadStones::stay,
            .compensation = Compensation::none,
            .komi = {14}}},
    Preset{"simple",
           {.ko = KoRule::none,
            .scoring = Scoring::stones,
            .ending = Ending::two_passes_or_full_board,
            .dead_stones = DeadStones::stay,
            .compensation = Compensation::none,
            .komi = {0}}},
    Preset{"tromp-taylor",
           {.ko = KoRule::positional,
            .suicide = Suicide::allowed,
            .dead_stones = DeadStones::stay,
            .compensation = Compensation::none,
            .komi = {15}}},
};

/// What SGF files and other programs call them, in lower case.
struct Alias {
    std::string_view name;
    std::string_view preset;
};
constexpr std::array aliases{
    Alias{"cn", "chinese"},
    Alias{"jp", "japanese"},
    Alias{"korean", "japanese"},
    Alias{"nz", "new-zealand"},
    Alias{"new zealand", "new-zealand"},
    Alias{"tromp taylor", "tromp-taylor"},
    Alias{"tromptaylor", "tromp-taylor"},
};

/// The names of an enum's values, in its order.
template <class Enum>
struct Values;
template <>
struct Values<KoRule> {
    static constexpr std::array<std::string_view, 5> names{"none", "simple", "positional",
                                                           "situational", "simple+positional"};
};
template <>
struct Values<LongCycle> {
    static constexpr std::array<std::string_view, 2> names{"goes_on", "void"};
};
template <>
struct Values<Suicide> {
    static constexpr std::array<std::string_view, 2> names{"forbidden", "allowed"};
};
template <>
struct Values<Scoring> {
    static constexpr std::array<std::string_view, 3> names{"stones", "area", "territory"};
};
template <>
struct Values<Ending> {
    static constexpr std::array<std::string_view, 3> names{"two_passes", "two_passes_or_full_board",
                                                           "two_passes_white_last"};
};
template <>
struct Values<DeadStones> {
    static constexpr std::array<std::string_view, 2> names{"stay", "agreed"};
};
template <>
struct Values<PassStones> {
    static constexpr std::array<std::string_view, 2> names{"none", "given"};
};
template <>
struct Values<Compensation> {
    static constexpr std::array<std::string_view, 3> names{"none", "each_stone",
                                                           "each_stone_but_one"};
};
template <>
struct Values<Turns> {
    static constexpr std::array<std::string_view, 2> names{"alternate", "free"};
};

/// Calls `body(name, field)` for each field that is an enum, in the order they are written.
template <class RulesType, class Body>
void for_each_choice(RulesType& rules, Body body) {
    body("ko", rules.ko);
    body("long_cycle", rules.long_cycle);
    body("suicide", rules.suicide);
    body("scoring", rules.scoring);
    body("ending", rules.ending);
    body("dead_stones", rules.dead_stones);
    body("pass_stones", rules.pass_stones);
    body("compensation", rules.compensation);
    body("turns", rules.turns);
}

std::string key_of(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c == '_' ? '-' : lower(c);
    }
    return result;
}

std::string_view without_suffix(std::string_view text, std::string_view suffix) {
    return text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text;
}

/// How many fields differ, komi aside.
int distance(const Rules& a, const Rules& b) {
    int count = 0;
    std::array<int, field_infos.size()> values{};
    std::size_t i = 0;
    for_each_choice(a,
                    [&](std::string_view, auto field) { values[i++] = static_cast<int>(field); });
    i = 0;
    for_each_choice(b, [&](std::string_view, auto field) {
        count += values[i++] != static_cast<int>(field) ? 1 : 0;
    });
    return count;
}

template <class Enum>
std::string_view name_of(Enum value) {
    return Values<Enum>::names[static_cast<std::size_t>(value)];
}

/// The preset from which the fewest fields differ.
const Preset& nearest_preset(const Rules& rules) {
    return *std::ranges::min_element(
        preset_table, {}, [&](const Preset& preset) { return distance(preset.rules, rules); });
}

}  // namespace

std::string to_string(HalfPoints points) {
    const std::int32_t size = std::abs(points.count);
    return (points.count < 0 ? "-" : "") + std::to_string(size / 2) + (size % 2 != 0 ? ".5" : "");
}

std::optional<HalfPoints> half_points_named(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    std::uint32_t whole = 0;
    const auto end = text.data() + point;
    const auto [stop, error] = std::from_chars(text.data(), end, whole);
    if (error != std::errc() || stop != end || whole > points_max) return std::nullopt;

    auto fraction = text.substr(std::min(point + 1, text.size()));
    const std::int32_t half = fraction.starts_with('5') ? 1 : 0;
    if (half != 0) fraction.remove_prefix(1);
    if (fraction.find_first_not_of('0') != fraction.npos) return std::nullopt;
    const std::int32_t count = 2 * static_cast<std::int32_t>(whole) + half;
    if (count > 2 * points_max) return std::nullopt;
    return HalfPoints{negative ? -count : count};
}

std::optional<HalfPoints> half_points_of(double points) {
    if (!(std::abs(points) <= points_max) || 2 * points != std::floor(2 * points)) {
        return std::nullopt;
    }
    return HalfPoints{static_cast<std::int32_t>(2 * points)};
}

std::span<const Preset> presets() { return preset_table; }

const Preset* preset_named(std::string_view name) {
    const std::string wanted(without_suffix(without_suffix(key_of(name), "rules"), " "));
    std::string_view key = wanted;
    for (const Alias& alias : aliases) {
        if (alias.name == key) key = alias.preset;
    }
    const auto found = std::ranges::find(preset_table, key, &Preset::name);
    return found == preset_table.end() ? nullptr : &*found;
}

bool set_field(Rules& rules, std::string_view name, std::string_view value) {
    if (name == "komi") {
        const auto komi = half_points_named(value);
        if (komi) rules.komi = *komi;
        return komi.has_value();
    }
    bool set = false;
    for_each_choice(rules, [&]<class Enum>(std::string_view field, Enum& current) {
        const auto& names = Values<Enum>::names;
        const auto found = std::ranges::find(names, value);
        if (field != name || found == names.end()) return;
        current = static_cast<Enum>(found - names.begin());
        set = true;
    });
    return set;
}

std::string write_rules(const Rules& rules) {
    const Preset& base = nearest_preset(rules);
    std::string text(base.name);
    for_each_choice(rules, [&](std::string_view name, auto value) {
        Rules changed = base.rules;
        set_field(changed, name, name_of(value));
        if (changed != base.rules) {
            text.append(" ").append(name).append("=").append(name_of(value));
        }
    });
    return text;
}

std::expected<Rules, std::string> read_rules(std::string_view text) {
    const auto first_field = text.find('=');
    const auto name_end = first_field == text.npos
                              ? text.size()
                              : std::min(text.rfind(' ', first_field), text.size());
    const Preset* preset = preset_named(text.substr(0, name_end));
    if (preset == nullptr) return std::unexpected(std::string(text.substr(0, name_end)));
    Rules rules = preset->rules;
    for (auto rest = text.substr(name_end); !rest.empty();) {
        rest.remove_prefix(1);
        const auto word = rest.substr(0, rest.find(' '));
        const auto equals = word.find('=');
        if (equals == word.npos ||
            !set_field(rules, word.substr(0, equals), word.substr(equals + 1))) {
            return std::unexpected(std::string(word));
        }
        rest.remove_prefix(word.size());
    }
    return rules;
}

}  // namespace arbiter::go

#include "core/backgammon/formats/mat_rules.hpp"

#include <array>

#include "core/backgammon/formats/mat_lines.hpp"

namespace arbiter::backgammon::mat {

namespace {

struct Flag {
    std::string_view name;
    bool Rules::* field;
};
constexpr std::array flags{Flag{"Crawford", &Rules::crawford}, Flag{"Jacoby", &Rules::jacoby},
                           Flag{"Cube", &Rules::cube}};

constexpr std::string_view variation = "Variation";
struct Variation {
    StartName start;
    std::string_view name;
};
constexpr std::array variations{Variation{StartName::standard, "Backgammon"},
                                Variation{StartName::nackgammon, "NackGammon"},
                                Variation{StartName::gitgammon, "Gitgammon"}};

constexpr std::string_view beavers = "Beavers";
constexpr std::string_view automatic_doubles = "AutomaticDoubles";
constexpr int automatic_doubles_max = 10;

bool read_flag(std::string_view name, std::string_view value, Rules& rules) {
    const bool on = equal_but_for_case(value, "on");
    if (!on && !equal_but_for_case(value, "off")) return false;
    for (const Flag& flag : flags) {
        if (!equal_but_for_case(name, flag.name)) continue;
        rules.*flag.field = on;
        return true;
    }
    return false;
}

bool read_variation(std::string_view value, Rules& rules) {
    for (const Variation& known : variations) {
        if (!equal_but_for_case(value, known.name)) continue;
        rules.start = known.start;
        return true;
    }
    return false;
}

bool read_beavers(std::string_view value, Rules& rules) {
    if (equal_but_for_case(value, "on")) {
        rules.beavers = Beavers::beaver;
    } else if (equal_but_for_case(value, "raccoons")) {
        rules.beavers = Beavers::raccoon;
    } else if (equal_but_for_case(value, "off")) {
        rules.beavers = Beavers::none;
    } else {
        return false;
    }
    return true;
}

}  // namespace

bool read_rule(std::string_view name, std::string_view value, Rules& rules) {
    if (equal_but_for_case(name, variation)) return read_variation(value, rules);
    if (equal_but_for_case(name, beavers)) return read_beavers(value, rules);
    if (equal_but_for_case(name, automatic_doubles)) {
        const auto count = number_in(value);
        if (!count || *count > automatic_doubles_max) return false;
        rules.automatic_doubles = *count;
        return true;
    }
    return read_flag(name, value, rules);
}

Tags rule_tags(const Rules& rules) {
    const Rules usual;
    Tags tags;
    const auto add = [&](std::string_view name, std::string_view value) {
        tags.emplace_back(name, value);
    };
    for (const Variation& known : variations) {
        if (known.start == rules.start && rules.start != usual.start) add(variation, known.name);
    }
    for (const Flag& flag : flags) {
        if (rules.*flag.field != usual.*flag.field)
            add(flag.name, rules.*flag.field ? "On" : "Off");
    }
    if (rules.beavers != usual.beavers) {
        add(beavers, rules.beavers == Beavers::raccoon ? "Raccoons" : "On");
    }
    if (rules.automatic_doubles != usual.automatic_doubles) {
        add(automatic_doubles, std::to_string(rules.automatic_doubles));
    }
    return tags;
}

}  // namespace arbiter::backgammon::mat

#include "core/go/options.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"

namespace arbiter::go {

namespace {

std::string preset_names() {
    std::string names;
    for (const Preset& preset : presets()) {
        names.append(names.empty() ? "" : ", ").append(preset.name);
    }
    return names;
}

void read_preset(const Option& option, Rules& rules, Faults& faults) {
    if (const auto read = read_rules(option.value)) {
        rules = *read;
        return;
    }
    faults.add("option_out_of_range", "rules are one of " + preset_names() +
                                          ", perhaps with fields such as ko=none, not " +
                                          in_quotes(option.value));
}

void read_field(const Option& option, std::initializer_list<std::string_view> others, Rules& rules,
                Faults& faults) {
    const auto field = std::ranges::find(field_infos, option.name, &FieldInfo::name);
    if (field != field_infos.end()) {
        if (set_field(rules, option.name, option.value)) return;
        faults.add("option_out_of_range",
                   std::string(field->name) + " is " + (field->name == "komi" ? "" : "one of ") +
                       std::string(field->values) + ", not " + in_quotes(option.value));
    } else if (std::ranges::find(others, option.name) == others.end()) {
        faults.add("unknown_option", "Go has no option " + in_quotes(option.name) + " here");
    }
}

}  // namespace

void read_rules(const Options& options, std::initializer_list<std::string_view> others,
                Rules& rules, Faults& faults) {
    for (const Option& option : options) {
        if (option.name == "rules") read_preset(option, rules, faults);
    }
    for (const Option& option : options) {
        if (option.name != "rules") read_field(option, others, rules, faults);
    }
}

}  // namespace arbiter::go

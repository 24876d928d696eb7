#include "core/backgammon/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/backgammon/game.hpp"
#include "core/base/excerpt.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::array option_infos{
    OptionInfo{"start", "standard, gitgammon, nackgammon", "the board a game begins with"},
    OptionInfo{"match", "0 to 1000", "points to win the match; 0 is one game for money"},
    OptionInfo{"cube", "on, off", "the doubling cube"},
    OptionInfo{"crawford", "on, off", "in a match: no doubling in the first game at match point"},
    OptionInfo{"jacoby", "on, off", "for money: gammons count only once the cube is turned"},
    OptionInfo{"beavers", "none, beaver, raccoon", "for money: answering a double by another"},
    OptionInfo{"automatic_doubles", "0 to 10", "for money: how many opening ties double the cube"},
};

bool set_number(const std::string& value, int most, int& into) {
    int number = 0;
    const auto end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || stop != end || number < 0 || number > most) return false;
    into = number;
    return true;
}

bool set_flag(const std::string& value, bool& into) {
    if (value != "on" && value != "off") return false;
    into = value == "on";
    return true;
}

bool set_start(const std::string& value, StartName& into) {
    for (const auto start : {StartName::standard, StartName::gitgammon, StartName::nackgammon}) {
        if (value != to_string(start)) continue;
        into = start;
        return true;
    }
    return false;
}

bool set_beavers(const std::string& value, Beavers& into) {
    const auto found = std::ranges::find(beaver_names, value);
    if (found == beaver_names.end()) return false;
    into = static_cast<Beavers>(found - beaver_names.begin());
    return true;
}

bool set(const Option& option, Rules& rules) {
    const auto& [name, value] = option;
    if (name == "start") return set_start(value, rules.start);
    if (name == "match") return set_number(value, 1000, rules.match_length);
    if (name == "cube") return set_flag(value, rules.cube);
    if (name == "crawford") return set_flag(value, rules.crawford);
    if (name == "jacoby") return set_flag(value, rules.jacoby);
    if (name == "beavers") return set_beavers(value, rules.beavers);
    return set_number(value, 10, rules.automatic_doubles);
}

}  // namespace

void read_rules(const Options& options, std::initializer_list<std::string_view> others,
                Rules& rules, Faults& faults) {
    for (const Option& option : options) {
        const auto info = std::ranges::find(option_infos, option.name, &OptionInfo::name);
        if (info != option_infos.end()) {
            if (set(option, rules)) continue;
            faults.add("option_out_of_range", option.name + " is " + std::string(info->values) +
                                                  ", not " + in_quotes(option.value));
        } else if (std::ranges::find(others, option.name) == others.end()) {
            faults.add("unknown_option",
                       "backgammon has no option " + in_quotes(option.name) + " here");
        }
    }
}

std::span<const OptionInfo> Game::options() { return option_infos; }

Reading<Game> Game::create(const Options& options) {
    Rules rules;
    Reading<Game> reading;
    read_rules(options, {}, rules, reading.faults);
    if (rules.match_length == 1) rules.cube = false;  // it could never be turned
    if (!reading.faults.fatal()) reading.value = Game(Start{rules, Position(rules.start)});
    return reading;
}

}  // namespace arbiter::backgammon

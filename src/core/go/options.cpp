#include "core/go/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/go/board/handicap.hpp"
#include "core/go/game.hpp"
#include "core/go/notations/sgn.hpp"

namespace arbiter::go {

namespace {

/// The options that are not rules.
constexpr std::array start_infos{
    OptionInfo{"size", "19, 9x13, 1x1 to 52x52",
               "width and height; default: 19x19, under the rules simple 5x5"},
    OptionInfo{
        "rules",
        "aga, chinese, japanese, new-zealand, simple, tromp-taylor, cgos, kgs, ogs, openspiel",
        "a preset, or KataGo's rules such as koSIMPLEscoreAREAsui0; default: chinese. The options "
        "below set single fields"},
    OptionInfo{"handicap", "0, 2 or more", "handicap stones"},
    OptionInfo{"placement", "fixed, free",
               "handicap stones on the star points, or where Black puts them"},
    OptionInfo{"stones", "D4b Q16w ...", "stones on the board at the start, as in SGN"},
    OptionInfo{"turn", "black, white", "who moves first"},
};

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

/// Reads the options of a new game.
class OptionsReader {
public:
    Reading<Game> read(const Options& options) {
        read_rules(options, {"size", "handicap", "placement", "stones", "turn"}, start_.rules,
                   faults_);
        const std::string* handicap = nullptr;
        bool free = false;
        for (const auto& [name, value] : options) {
            if (name != "rules") continue;
            if (const Preset* preset = preset_of(value)) start_.setup.size = preset->size;
        }
        for (const auto& [name, value] : options) {
            if (name == "size") read_size(value);
            if (name == "turn") read_turn(value);
            if (name == "placement") free = read_placement(value);
            if (name == "handicap") handicap = &value;
            if (name == "stones") read_stones(value);
        }
        if (handicap != nullptr && !faults_.fatal()) read_handicap(*handicap, free);
        if (start_.handicap > 0) set_handicap_komi(options, start_.rules);
        if (faults_.fatal()) return {std::nullopt, std::move(faults_)};
        return Game::from(std::move(start_), [](std::size_t, Point) { return Place{}; });
    }

private:
    void out_of_range(std::string sentence, std::string_view value) {
        faults_.add("option_out_of_range", std::move(sentence) + ", not " + in_quotes(value));
    }

    void read_size(const std::string& value) {
        if (const auto size = size_named(value)) {
            start_.setup.size = *size;
        } else {
            out_of_range("a size is 19, 9x13 or the like, at most 52x52", value);
        }
    }

    void read_turn(const std::string& value) {
        if (const auto color = color_named(value)) {
            start_.setup.turn = *color;
        } else {
            out_of_range("the turn is black or white", value);
        }
    }

    bool read_placement(const std::string& value) {
        if (value != "fixed" && value != "free") out_of_range("placement is fixed or free", value);
        return value == "free";
    }

    void read_stones(const std::string& value) {
        const auto moves = read_sgn_moves(value);
        if (!moves) return out_of_range("stones are written as D4b Q16w", value);
        for (const SgnMove& move : *moves) {
            const auto* play = std::get_if<Play>(&move);
            if (play == nullptr) return out_of_range("stones are written as D4b Q16w", value);
            start_.setup.stones.push_back({play->by, play->point});
        }
    }

    void read_handicap(const std::string& value, bool free) {
        int stones = 0;
        const auto end = value.data() + value.size();
        const auto [stop, error] = std::from_chars(value.data(), end, stones);
        const Size size = start_.setup.size;
        if (error != std::errc() || stop != end || stones < 0 || stones == 1) {
            return out_of_range("a handicap is 0, or at least 2 stones", value);
        }
        if (stones == 0) return;
        start_.handicap = stones;
        if (free) {
            if (stones >= size.points())
                return out_of_range("the stones do not fit on the board", value);
            start_.free_handicap = stones;
            return;
        }
        const auto points = fixed_handicap(size, stones);
        if (points.empty()) {
            return out_of_range("a board of " + to_string(size) + " has fixed places for " +
                                    (fixed_handicap_max(size) == 0
                                         ? std::string("none")
                                         : "2 to " + std::to_string(fixed_handicap_max(size))) +
                                    " (placement=free has no such limit)",
                                value);
        }
        for (const Point point : points) start_.setup.stones.push_back({Color::black, point});
        start_.setup.turn = Color::white;
    }

    Start start_;
    Faults faults_;
};

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

void set_handicap_komi(const Options& options, Rules& rules) {
    // OpenSpiel has one komi for all games.
    const bool given = std::ranges::any_of(options, [](const Option& option) {
        return option.name == "komi" ||
               (option.name == "rules" && (option.value.find("komi") != option.value.npos ||
                                           option.value.starts_with("openspiel")));
    });
    if (!given) rules.komi = handicap_komi;
}

std::span<const OptionInfo> Game::options() {
    static constexpr auto all = [] {
        std::array<OptionInfo, start_infos.size() + field_infos.size()> infos{};
        auto next = infos.begin();
        for (const OptionInfo& info : start_infos) *next++ = info;
        for (const FieldInfo& field : field_infos) {
            *next++ = {field.name, field.values, field.meaning};
        }
        return infos;
    }();
    return all;
}

Reading<Game> Game::create(const Options& options) { return OptionsReader().read(options); }

}  // namespace arbiter::go

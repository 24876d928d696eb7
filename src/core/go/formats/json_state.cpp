#include "core/go/formats/json_state.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/go/options.hpp"

namespace arbiter::go {

namespace {

bool is_terminal(std::string_view name) {
    constexpr std::string_view terminal = "terminal";
    return std::ranges::equal(name, terminal, [](char a, char b) { return (a | 0x20) == b; });
}

}  // namespace

StateDraft::StateDraft(std::string_view preset, Faults known) : faults(std::move(known)) {
    start.rules = preset_named(preset)->rules;
}

std::optional<JsonView> JsonStateReader::member(std::string_view key) {
    const Json* value = root.require(key, faults);
    if (value == nullptr) return std::nullopt;
    return root.at(key, *value);
}

void JsonStateReader::read_turn(std::string_view key) {
    const auto view = member(key);
    const std::string* name = view ? view->string(faults) : nullptr;
    if (name == nullptr) return;
    if (is_terminal(*name)) {
        start.before.passes = 2;
    } else if (const auto color = color_of_letter(*name, *view)) {
        start.setup.turn = *color;
    } else {
        faults.add("unknown_player", in_quotes(*name) + " is neither B nor W", view->pointer());
    }
}

std::optional<Color> JsonStateReader::color_of_letter(std::string_view letter,
                                                      const JsonView& view) {
    if (letter.size() != 1) return std::nullopt;
    const char name = upper(letter.front());
    if (name != 'B' && name != 'W') return std::nullopt;
    if (name != letter.front() && !lower_case_told_) {
        faults.warn("lower_case_color", in_quotes(letter) + " is written in upper case",
                    view.pointer());
        lower_case_told_ = true;
    }
    return name == 'B' ? Color::black : Color::white;
}

void StateDraft::take_options(const Options& options) {
    read_rules(options, {}, start.rules, faults);
    const bool other_komi = std::ranges::find(options, "komi", &Option::name) != options.end();
    if (komi && !other_komi) start.rules.komi = *komi;
}

Reading<Game> StateDraft::finish(const Locate& locate) {
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    Reading<Game> game = Game::from(std::move(start), locate);
    faults.merge(game.faults);
    return {std::move(game.value), std::move(faults)};
}

}  // namespace arbiter::go

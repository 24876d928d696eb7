#include "core/go/formats/json_state.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/go/options.hpp"

namespace arbiter::go {

namespace {

bool is_terminal(std::string_view name) {
    constexpr std::string_view terminal = "terminal";
    return std::ranges::equal(name, terminal, [](char a, char b) { return (a | 0x20) == b; });
}

}  // namespace

JsonStateReader::JsonStateReader(const Json& document, std::string_view preset) : root(document) {
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
    } else if (*name == "B" || *name == "W") {
        start.setup.turn = *name == "B" ? Color::black : Color::white;
    } else {
        faults.add("unknown_player", in_quotes(*name) + " is neither B nor W", view->pointer());
    }
}

Reading<Game> JsonStateReader::finish(const Options& options, const Locate& locate) {
    read_rules(options, {}, start.rules, faults);
    const bool other_komi = std::ranges::find(options, "komi", &Option::name) != options.end();
    if (komi && !other_komi) start.rules.komi = *komi;
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    Reading<Game> game = Game::from(std::move(start), locate);
    faults.merge(game.faults);
    return {std::move(game.value), std::move(faults)};
}

}  // namespace arbiter::go

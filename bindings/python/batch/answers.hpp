#pragma once

#include <string>
#include <string_view>

#include "bindings/python/batch/env.hpp"
#include "core/games/any_game.hpp"

namespace arbiter::batch {

/// The game after a built-in bot has answered in this state; the state itself if its answer cannot be
/// played.
AnyGame asked(const std::string& state, BotCall call);

template <class Rules>
Reading<Rules> unknown_setting(std::string_view name, std::string_view value,
                               std::string_view known) {
    return Reading<Rules>::failure(
        "unknown_option", std::string(name) + "=" + std::string(value) +
                              " is not a setting of this environment: " + std::string(known));
}

/// Where games begin, from a text in any format of the game.
template <class Game, class Start, class Use>
Reading<Start> read_start(std::string_view text, Use use) {
    auto reading = AnyGame::read(text, {.game = Game::traits.name});
    if (!reading) return {std::nullopt, std::move(reading.faults)};
    if (reading->outcome())
        return Reading<Start>::failure("game_is_over", "no game can begin where one is over");
    return {use(*reading->template as<Game>()), {}};
}

}  // namespace arbiter::batch

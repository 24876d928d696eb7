#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/game.hpp"
#include "tests/support/drawn_backgammon.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::backgammon::testing {

using Generator = std::mt19937_64;

/// Rules of all kinds, for short matches and for money.
inline Rules random_rules(Generator& random) {
    Rules rules;
    const auto coin = [&] { return random() % 2 == 0; };
    rules.match_length = coin() ? 0 : static_cast<int>(1 + random() % 5);
    rules.crawford = coin();
    rules.jacoby = coin();
    rules.cube = random() % 8 != 0;
    if (rules.money()) rules.beavers = static_cast<Beavers>(random() % 3);
    rules.start = random() % 4 == 0 ? StartName::nackgammon : StartName::standard;
    return rules;
}

/// How `Game::create` and all readers take the rules that a format does not carry.
inline Options options_for(const Rules& rules) {
    const auto flag = [](bool on) { return on ? "on" : "off"; };
    constexpr std::array<const char*, 3> beavers{"none", "beaver", "raccoon"};
    return {{"start", std::string(to_string(rules.start))},
            {"match", std::to_string(rules.match_length)},
            {"cube", flag(rules.cube)},
            {"crawford", flag(rules.crawford)},
            {"jacoby", flag(rules.jacoby)},
            {"beavers", beavers[static_cast<std::size_t>(rules.beavers)]},
            {"automatic_doubles", std::to_string(rules.automatic_doubles)}};
}

inline bool is_tie(const Event& event) {
    const auto* roll = std::get_if<OpeningRoll>(&event);
    return roll != nullptr && roll->white == roll->black;
}

/// One legal event, doubles more often than by pure chance, ties never.
inline Event random_event(const Game& game, Generator& random) {
    const auto legal = game.legal();
    if (random() % 8 == 0) {
        for (const Event& event : legal) {
            if (std::holds_alternative<Double>(event)) return event;
        }
    }
    Event event = legal[random() % legal.size()];
    while (is_tie(event)) event = legal[random() % legal.size()];
    return event;
}

inline void play_on(Game& game, Generator& random, std::size_t events) {
    for (std::size_t i = 0; i < events && !game.outcome(); ++i) {
        static_cast<void>(game.play(random_event(game, random)));
    }
}

}  // namespace arbiter::backgammon::testing

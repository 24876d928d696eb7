#pragma once

#include "core/backgammon/game.hpp"
#include "tests/contract/samples.hpp"

namespace arbiter {

template <>
struct Samples<backgammon::Game> {
    static std::vector<backgammon::Game> starts() {
        std::vector<backgammon::Game> games;
        for (const Options& options : std::vector<Options>{
                 {},
                 {{"match", "3"}},
                 {{"match", "1"}, {"start", "nackgammon"}},
                 {{"start", "gitgammon"}, {"cube", "off"}},
                 {{"beavers", "raccoon"}, {"automatic_doubles", "2"}, {"jacoby", "off"}},
                 {{"match", "5"}, {"crawford", "off"}},
             }) {
            games.push_back(*backgammon::Game::create(options).value);
        }
        return games;
    }

    /// Every action by either side, and every pair of checker moves that a pair of dice could mean,
    /// unless it is only another order of a legal turn. Resigning is always possible, and no move.
    static std::vector<backgammon::Event> everything(const backgammon::Game& game) {
        using namespace backgammon;
        const auto legal = game.legal();
        std::vector<Event> events = legal;
        for (const Color color : {Color::white, Color::black}) {
            events.insert(events.end(), {Double{color}, Take{color}, Drop{color}, Beaver{color},
                                         Raccoon{color}, AcceptResignation{color},
                                         DeclineResignation{color}, Move{color, Turn{}}});
            for (const Dice dice : all_dice()) events.emplace_back(Roll{color, dice});
            for (int from = 1; from <= 25; ++from) {
                for (int to = 0; to < 25; ++to) {
                    const CheckerMove move{*Spot::at(from), *Spot::at(to)};
                    const Move one{color, Turn(std::array{move})};
                    const Move two{color, Turn(std::array{move, move})};
                    for (const Move& turn : {one, two}) {
                        if (!game.check(turn)) events.emplace_back(turn);
                    }
                }
            }
        }
        events.emplace_back(OpeningRoll{*Die::showing(3), *Die::showing(1)});
        return events;
    }

    static Options reading_options(const backgammon::Game&) { return {}; }

    static bool carries_events(std::string_view format) { return format == "record"; }
};

}  // namespace arbiter

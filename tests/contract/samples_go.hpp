#pragma once

#include "core/go/game.hpp"
#include "tests/contract/samples.hpp"

namespace arbiter {

template <>
struct Samples<go::Game> {
    static std::vector<go::Game> starts() {
        std::vector<go::Game> games;
        for (const Options& options : std::vector<Options>{
                 {{"size", "9"}},
                 {{"size", "5"}, {"rules", "simple"}},
                 {{"size", "3"}, {"rules", "tromp-taylor"}},
                 {{"size", "2"}, {"rules", "new-zealand"}},
                 {{"size", "4"}, {"rules", "japanese"}},
                 {{"size", "3x2"}, {"rules", "aga"}},
                 {{"size", "1x1"}, {"suicide", "allowed"}},
                 {{"size", "1x5"}, {"ko", "none"}, {"komi", "-0.5"}},
                 {{"size", "27x2"}},
                 {{"size", "9"}, {"handicap", "4"}, {"rules", "aga"}},
                 {{"size", "7"}, {"handicap", "3"}, {"placement", "free"}},
                 {{"size", "5x4"}, {"stones", "A1b B2w C3b"}, {"turn", "white"}},
             }) {
            games.push_back(*go::Game::create(options).value);
        }
        return games;
    }

    /// Every point and one beyond, for either side. What settles dead stones may come from both
    /// sides at any time; only that of the side that is waited for is a move.
    static std::vector<go::Event> everything(const go::Game& game) {
        using namespace go;
        std::vector<Event> events{Agree{game.turn()}, Resume{game.turn()}};
        for (const Color color : {Color::black, Color::white}) {
            events.emplace_back(Pass{color});
            for (std::uint8_t row = 0; row <= game.size().height; ++row) {
                for (std::uint8_t column = 0; column <= game.size().width; ++column) {
                    events.emplace_back(Play{color, {column, row}});
                }
            }
        }
        return events;
    }

    /// Some formats do not carry the rules.
    static Options reading_options(const go::Game& game) {
        return {{"rules", write_rules(game.rules())}, {"komi", to_string(game.rules().komi)}};
    }

    /// SGF has no word for agreeing and resuming; what it keeps is told by the tests of SGF.
    static bool carries_events(std::string_view format) { return format == "record"; }
};

}  // namespace arbiter

#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/report.hpp"
#include "arena/terms.hpp"
#include "players/turn.hpp"

namespace arbiter::arena {

struct Table {
    const Terms& terms;
    Fixture fixture;
    PerColor<players::Player*> players;
    bool has_scribe = false;  ///< whether the transcript is written
    /// Told of the game after each turn.
    std::function<void(const AnyGame& game)> watcher{};
    players::Player* analyst = nullptr;  ///< judges the moves afterwards; null: nobody does
};

struct PlayedGame {
    GameReport report;
    std::string transcript;  ///< a line of JSON for each turn, if there is a scribe
};

/// The seed of a player in a game.
std::uint64_t seed_of(const Terms& terms, const Fixture& fixture, Color color);

/// How a game begins. Both games of a meeting have one id, since dice are made of seed and id.
referee::Created created_for(const Terms& terms, const Fixture& fixture);

/// Referees one game. Both games of a meeting begin from the same opening and get the same dice.
/// A game is void where a player's service does not serve and the terms say so; one that is
/// forfeited has a reason of its own, not that of a resignation. Nothing if it was stopped.
std::optional<PlayedGame> play(const Table& table, const std::stop_token& stop = {},
                               const players::Now& now = players::wall_clock);

/// The format in which games of this type are archived: "pgn", "sgf", "mat".
std::string_view record_format(std::string_view game);

}  // namespace arbiter::arena

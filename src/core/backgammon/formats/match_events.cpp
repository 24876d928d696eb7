#include "core/backgammon/formats/match_events.hpp"

#include <algorithm>

namespace arbiter::backgammon {

namespace {

/// Whether this many points more win the match.
bool win_match(const Game& game, PerColor<int> score, Color winner, int points) {
    const Rules& rules = game.rules();
    return !rules.money() && score[winner] + points >= rules.match_length;
}

}  // namespace

bool is_worth(int cost, const Game& game, PerColor<int> score, Color winner, int points) {
    return cost == points || win_match(game, score, winner, std::min(points, cost));
}

Event rolled(const Game& game, Color by, Dice dice) {
    if (game.position().stage() != Stage::opening_roll) return Roll{by, dice};
    const bool white = by == Color::white;
    return OpeningRoll{white ? dice.high() : dice.low(), white ? dice.low() : dice.high()};
}

Event doubled(const Game& game, Color by) {
    const Position& position = game.position();
    if (position.stage() == Stage::response) return Beaver{by};
    if (position.beavered_by()) return Raccoon{by};
    return Double{by};
}

bool was_beavered(const Game& game) {
    if (game.events().empty() || game.position().stage() == Stage::response) return false;
    return std::holds_alternative<Beaver>(game.events().back());
}

GivingUp giving_up(const Game& game, PerColor<int> score, Color winner, int points) {
    const Position& position = game.position();
    const Color loser = opponent(winner);
    const Cube& cube = position.cube();
    // The lowest level that costs as much: with the Jacoby rule all may cost the same.
    Level lost = Level::backgammon;
    const int paid = std::min(points, points_for(game.rules(), cube, lost));
    for (const Level level : {Level::gammon, Level::single}) {
        if (points_for(game.rules(), cube, level) >= paid) lost = level;
    }
    const int cost = points_for(game.rules(), cube, lost);
    const bool drops = position.stage() == Stage::response && position.turn() == loser &&
                       (cost == cube.value || is_worth(cube.value, game, score, winner, points));
    if (drops) return {{Drop{loser}}, cube.value};
    return {{OfferResignation{loser, lost}, AcceptResignation{winner}}, cost};
}

}  // namespace arbiter::backgammon

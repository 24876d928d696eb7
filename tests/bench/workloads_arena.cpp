#include <stdexcept>

#include "arena/game.hpp"
#include "core/games/any_game.hpp"
#include "players/bots/built_in.hpp"
#include "tests/bench/workloads.hpp"

namespace arbiter::bench {

namespace {

using arena::Fixture;
using players::Player;

constexpr std::size_t moves_max = 300;

arena::Terms terms_of(const std::string& game, int games) {
    Json::Array two{Json{std::string("random")}, Json{std::string("random")}};
    const Json document{Json::Object{
        {"game", Json{game}},
        {"players", Json{std::move(two)}},
        {"rounds", Json{std::int64_t{(games + 1) / 2}}},
        {"moves_max", Json{static_cast<std::int64_t>(moves_max)}},
        {"draws", Json{std::string("asked")}},
    }};
    auto setup = arena::read_setup(document, ".");
    if (!setup) throw std::runtime_error(setup.faults.begin()->sentence);
    return std::move(setup->terms);
}

/// The same players in every game, however it is played.
PerColor<std::unique_ptr<Player>> seated(const arena::Terms& terms, const Fixture& fixture) {
    PerColor<std::unique_ptr<Player>> players;
    for (const Color color : {Color::white, Color::black}) {
        players[color] = players::built_in("random", seed_of(terms, fixture, color));
    }
    return players;
}

Count play_bare(AnyGame game, const PerColor<std::unique_ptr<Player>>& players) {
    Count moves = 0;
    while (!game.outcome() && game.event_count() < moves_max) {
        const Color seat = game.turn();
        const auto choice = players[seat]->choose(
            {.game = game, .seat = seat, .actions = {}, .now = {}, .budget = {}, .refusals = {}});
        if (!choice || !game.play(choice->move, seat)) throw std::runtime_error("refused");
        ++moves;
    }
    return moves;
}

}  // namespace

Count arena_games(const std::string& game, int games) {
    const arena::Terms terms = terms_of(game, games);
    const arena::Schedule schedule(terms.schedule);
    Count moves = 0;
    for (std::size_t number = 0; number < schedule.games(); ++number) {
        const Fixture fixture = schedule.game(number);
        const auto players = seated(terms, fixture);
        const auto played =
            arena::play({terms, fixture, {players.white.get(), players.black.get()}});
        if (!played) throw std::runtime_error("stopped");
        moves += played->report.sides.white.turns + played->report.sides.black.turns;
    }
    return moves;
}

Count bare_games(const std::string& game, int games) {
    const arena::Terms terms = terms_of(game, games);
    const arena::Schedule schedule(terms.schedule);
    const auto start = AnyGame::create(game);
    Count moves = 0;
    for (std::size_t number = 0; number < schedule.games(); ++number) {
        moves += play_bare(*start, seated(terms, schedule.game(number)));
    }
    return moves;
}

}  // namespace arbiter::bench

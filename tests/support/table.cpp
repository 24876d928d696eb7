#include "tests/support/table.hpp"

#include <cstdio>
#include <cstdlib>

#include "core/games/to_json.hpp"

namespace arbiter::test {

namespace {

referee::Seed dice_seed(std::uint64_t number) {
    std::string hex(2 * referee::Seed::size, '0');
    for (auto digit = hex.rbegin(); number > 0; number >>= 4)
        *digit++ = "0123456789abcdef"[number & 15];
    return *referee::Seed::of_hex(hex);
}

referee::Referee seated(const Table& table) {
    auto game = AnyGame::create(table.game, table.options);
    if (!game) {
        std::fprintf(stderr, "no such game: %s\n", game.faults.begin()->sentence.c_str());
        std::abort();
    }
    referee::Created terms{};
    terms.id = "table";
    terms.record = record_of(*game);
    if (table.game == "backgammon") terms.seed = dice_seed(table.dice_seed);
    return *referee::Referee::begin({referee::Moment{}, terms}).value;
}

/// The answer in words for a person who reads a failed test.
std::string about(const players::Turn& turn, const std::string& what) {
    return std::string(turn.game.name()) + ", " + std::string(to_string(turn.seat)) + " after " +
           std::to_string(turn.game.event_count()) + " events: " + what + "\n" +
           turn.game.text({.text_style = TextStyle::ascii});
}

}  // namespace

Played play(const Table& table, const PerColor<players::Player*>& players) {
    referee::Referee referee = seated(table).due({}).after;
    std::size_t answers = 0;
    const auto done = [&](std::string error) {
        return Played{referee.game(), std::move(error), answers};
    };
    while (!referee.game().outcome()) {
        const Color seat = referee.game().turn();
        const auto actions = referee.actions(seat);
        const players::Turn turn{.game = referee.game(),
                                 .seat = seat,
                                 .actions = actions,
                                 .now = {},
                                 .budget = table.budget,
                                 .refusals = {}};
        if (++answers > table.answers_max) return done(about(turn, "no end"));
        const auto choice = players[seat]->choose(turn);
        if (!choice) return done(about(turn, choice.error().sentence));
        if (table.watch) table.watch(turn, *choice);
        const auto decision = referee.decide({seat, choice->move, {}});
        if (!decision) return done(about(turn, choice->move + ": " + sentence(decision.error())));
        referee = decision->after;
    }
    return done({});
}

}  // namespace arbiter::test

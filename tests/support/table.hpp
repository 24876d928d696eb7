#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/games/any_game.hpp"
#include "players/player.hpp"
#include "referee/referee.hpp"

/// A game between two players, refereed without a clock on the wall.
namespace arbiter::test {

struct Table {
    std::string_view game;
    Options options{};
    std::uint64_t dice_seed = 1;
    players::Budget budget{};
    std::size_t answers_max = 20'000;  ///< a game that has not ended by then never will
    /// Shown each turn and its answer before the referee sees it.
    std::function<void(const players::Turn&, const players::Choice&)> watch{};
};

/// How it went; `error` is empty if every answer was accepted and the game ended.
struct Played {
    AnyGame game;
    std::string error;
    std::size_t answers = 0;
};

Played play(const Table& table, const PerColor<players::Player*>& players);

}  // namespace arbiter::test

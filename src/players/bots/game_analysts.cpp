#include <algorithm>
#include <array>

#include "players/bots/backgammon/analyst.hpp"
#include "players/bots/chess/analyst.hpp"
#include "players/bots/go/analyst.hpp"

namespace arbiter::players {

const GameAnalyst* analyst_for(const Traits& game) {
    static constexpr std::array analysts{&backgammon_analyst, &chess_analyst, &go_analyst};
    const auto found = std::ranges::find(analysts, &game, &GameAnalyst::game);
    return found == analysts.end() ? nullptr : *found;
}

}  // namespace arbiter::players

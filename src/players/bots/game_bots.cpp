#include <algorithm>
#include <array>

#include "players/bots/backgammon/bot.hpp"
#include "players/bots/chess/bot.hpp"
#include "players/bots/go/bot.hpp"

namespace arbiter::players {

std::span<const GameBot* const> game_bots() {
    static constexpr std::array bots{&backgammon_bot, &chess_bot, &go_bot};
    return bots;
}

const GameBot* bot_for(const Traits& game) {
    const auto bots = game_bots();
    const auto found = std::ranges::find(bots, &game, &GameBot::game);
    return found == bots.end() ? nullptr : *found;
}

}  // namespace arbiter::players

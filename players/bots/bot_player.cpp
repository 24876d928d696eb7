#include "players/bots/bot_player.hpp"

#include "players/bots/random_player.hpp"

namespace arbiter::players {

std::expected<Choice, Failure> BotPlayer::choose(const Turn& turn) {
    return RandomPlayer(mixed(seed_, static_cast<std::uint64_t>(level_))).choose(turn);
}

}  // namespace arbiter::players

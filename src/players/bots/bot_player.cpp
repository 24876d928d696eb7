#include "players/bots/bot_player.hpp"

#include <chrono>

#include "players/bots/politeness.hpp"
#include "players/bots/thinking_time.hpp"

namespace arbiter::players {

std::expected<Choice, PlayerError> BotPlayer::choose(const Turn& turn) {
    using Clock = std::chrono::steady_clock;
    stopped_ = false;
    if (const auto word = politeness(turn)) return Choice{std::string(*word), {}};
    if (turn.game.outcome()) return failed(PlayerError::Kind::cannot_play, "the game is over");
    if (turn.seat != turn.game.turn()) {
        return failed(PlayerError::Kind::cannot_play, "it is the other side's turn");
    }
    const GameBot* bot = bot_for(turn.game.traits());
    if (bot == nullptr) {
        return failed(PlayerError::Kind::cannot_play,
                      "there is no bot for " + std::string(turn.game.title()));
    }
    const auto time = thinking_time(turn);
    const Clock::time_point end = Clock::now() + time.value_or(std::chrono::milliseconds(0));
    const Limits limits{.nodes = turn.budget.nodes,
                        .should_stop = [&] { return stopped_ || (time && Clock::now() >= end); },
                        .timed = time.has_value()};
    auto [move, score] = bot->answer(turn.game, {level_, mixed(seed_, turn.game.hash())}, limits);
    if (stopped_) return failed(PlayerError::Kind::stopped, "stopped while thinking");
    return Choice{std::move(move), {}, score};
}

}  // namespace arbiter::players

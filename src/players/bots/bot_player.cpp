#include "players/bots/bot_player.hpp"

#include <chrono>

#include "players/bots/game_analyst.hpp"
#include "players/bots/politeness.hpp"
#include "players/bots/thinking_time.hpp"

namespace arbiter::players {

namespace {

std::unexpected<PlayerError> has_no_bot(const AnyGame& game) {
    return failed(PlayerError::Kind::cannot_play,
                  "there is no bot for " + std::string(game.title()));
}

}  // namespace

Limits BotPlayer::limits_within(Time time, std::optional<std::uint64_t> nodes) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + time.value_or(std::chrono::milliseconds(0));
    return {.nodes = nodes,
            .should_stop = [this, time, end] { return stopped_ || (time && Clock::now() >= end); },
            .timed = time.has_value()};
}

std::expected<Analysis, PlayerError> BotPlayer::analyse(const AnyGame& game,
                                                        const AnalysisTask& task,
                                                        const Budget& budget) {
    if (game.outcome()) return failed(PlayerError::Kind::cannot_play, "the game is over");
    const GameAnalyst* analyst = analyst_for(game.traits());
    if (analyst == nullptr) return has_no_bot(game);
    Analysis analysis = analyst->analyse(game, task, {level_, mixed(seed_, game.hash())},
                                         limits_within(budget.time, budget.nodes));
    if (stopped_) return failed(PlayerError::Kind::stopped, "stopped while thinking");
    return analysis;
}

std::expected<Choice, PlayerError> BotPlayer::choose(const Turn& turn) {
    stopped_ = false;
    if (const auto word = politeness(turn)) return Choice{std::string(*word), {}};
    if (turn.game.outcome()) return failed(PlayerError::Kind::cannot_play, "the game is over");
    if (turn.seat != turn.game.turn()) {
        return failed(PlayerError::Kind::cannot_play, "it is the other side's turn");
    }
    const GameBot* bot = bot_for(turn.game.traits());
    if (bot == nullptr) return has_no_bot(turn.game);
    const Limits limits = limits_within(thinking_time(turn), turn.budget.nodes);
    auto [move, score] = bot->answer(turn.game, {level_, mixed(seed_, turn.game.hash())}, limits);
    if (stopped_) return failed(PlayerError::Kind::stopped, "stopped while thinking");
    return Choice{std::move(move), {}, score};
}

}  // namespace arbiter::players

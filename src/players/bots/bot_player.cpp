#include "players/bots/bot_player.hpp"

#include <chrono>

#include "core/games/all_games.hpp"
#include "players/bots/backgammon/bot.hpp"
#include "players/bots/chess/bot.hpp"
#include "players/bots/go/bot.hpp"
#include "players/bots/politeness.hpp"
#include "players/bots/thinking_time.hpp"

namespace arbiter::players {

namespace {

std::unexpected<Failure> failed(Failure::Kind kind, std::string_view sentence) {
    return std::unexpected(Failure{kind, std::string(sentence), {}});
}

/// Of the bot for this game.
Answer answer(const AnyGame& any, const Bot& bot, const Limits& limits) {
    return [&]<Game... G>(GameList<G...>) {
        Answer given;
        const auto ask = [&](const auto* game) {
            if (game != nullptr) given = answer(*game, bot, limits);
        };
        (ask(any.as<G>()), ...);
        return given;
    }(AllGames{});
}

}  // namespace

std::expected<Choice, Failure> BotPlayer::choose(const Turn& turn) {
    using Clock = std::chrono::steady_clock;
    stopped_ = false;
    if (const auto word = politeness(turn)) return Choice{std::string(*word), {}};
    if (turn.game.outcome()) return failed(Failure::Kind::cannot_play, "the game is over");
    if (turn.seat != turn.game.turn()) {
        return failed(Failure::Kind::cannot_play, "it is the other side's turn");
    }
    const auto time = thinking_time(turn);
    const Clock::time_point end = Clock::now() + time.value_or(std::chrono::milliseconds(0));
    const Limits limits{.nodes = turn.budget.nodes,
                        .should_stop = [&] { return stopped_ || (time && Clock::now() >= end); },
                        .timed = time.has_value()};
    auto [move, score] = answer(turn.game, {level_, mixed(seed_, turn.game.hash())}, limits);
    if (stopped_) return failed(Failure::Kind::stopped, "stopped while thinking");
    return Choice{std::move(move), {}, score};
}

}  // namespace arbiter::players

#include "bindings/python/batch/answers.hpp"

#include "players/bots/bot.hpp"

namespace arbiter::batch {

AnyGame asked(const std::string& state, BotCall call) {
    AnyGame game = *std::move(AnyGame::read(state).value);
    const players::GameBot* bot = players::bot_for(game.traits());
    const players::Bot thinker{.level = call.level, .seed = call.seed};
    if (bot != nullptr) static_cast<void>(game.play(bot->answer(game, thinker, {}).move));
    return game;
}

}  // namespace arbiter::batch

#include "players/bots/random_player.hpp"

#include "players/bots/bot.hpp"
#include "players/bots/politeness.hpp"

namespace arbiter::players {

namespace {

/// A move of a game that may have no bot: then it rolls where that is awaited.
std::optional<std::string> chosen(const AnyGame& game, std::uint64_t seed) {
    if (game.outcome()) return std::nullopt;
    const GameBot* bot = bot_for(game.traits());
    if (const auto word = bot != nullptr ? bot->courtesy(game) : std::nullopt) {
        return std::string(*word);
    }
    if (game.awaits() == Awaits::chance) return "roll";
    auto moves = *game.legal(game.traits().record_notation);
    if (moves.empty()) return std::nullopt;
    Random random(mixed(mixed(seed, game.hash()), game.event_count()));
    return std::move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
}

}  // namespace

std::expected<Choice, PlayerError> RandomPlayer::choose(const Turn& turn) {
    if (const auto word = politeness(turn)) return Choice{std::string(*word), {}};
    if (auto move = chosen(turn.game, seed_)) return Choice{*std::move(move), {}};
    return failed(PlayerError::Kind::cannot_play, "there is nothing to play in this game");
}

}  // namespace arbiter::players

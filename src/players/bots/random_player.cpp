#include "players/bots/random_player.hpp"

#include "core/games/all_games.hpp"
#include "players/bots/bot.hpp"
#include "players/bots/politeness.hpp"

namespace arbiter::players {

namespace {

/// What is answered without a choice.
std::optional<std::string_view> courtesy(const chess::Game&) { return std::nullopt; }

std::optional<std::string_view> courtesy(const go::Game& game) {
    if (game.phase() == go::Phase::marking) return "agree";
    if (game.passes() > 0) return "pass";
    return std::nullopt;
}

std::optional<std::string_view> courtesy(const backgammon::Game& game) {
    if (game.position().resignation()) return "accept_resignation";
    if (game.awaits() == Awaits::chance) return "roll";
    if (game.position().stage() == backgammon::Stage::response) return "take";
    return std::nullopt;
}

template <class G>
std::optional<std::string> chosen(const AnyGame& any, std::uint64_t seed) {
    const G* game = any.as<G>();
    if (game == nullptr) return std::nullopt;
    if (const auto word = courtesy(*game)) return std::string(*word);
    const auto events = game->legal();
    if (events.empty()) return std::nullopt;
    Random random(mixed(mixed(seed, any.hash()), any.event_count()));
    const auto pick = random.below(static_cast<std::uint32_t>(events.size()));
    return game->write_event(events[pick], G::traits.record_notation);
}

}  // namespace

std::expected<Choice, Failure> RandomPlayer::choose(const Turn& turn) {
    if (const auto word = politeness(turn)) return Choice{std::string(*word), {}};
    const auto move = [&]<Game... G>(GameList<G...>) {
        std::optional<std::string> found;
        static_cast<void>(((found = chosen<G>(turn.game, seed_)).has_value() || ...));
        return found;
    }(AllGames{});
    if (move) return Choice{*move, {}};
    return std::unexpected(
        Failure{Failure::Kind::cannot_play, "there is nothing to play in this game", {}});
}

}  // namespace arbiter::players

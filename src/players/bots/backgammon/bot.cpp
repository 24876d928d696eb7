#include "players/bots/backgammon/bot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ranges>

#include "players/bots/backgammon/bear_off.hpp"
#include "players/bots/backgammon/judge.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Game;
using backgammon::Level;
using backgammon::Position;
using backgammon::Spot;
using backgammon::Stage;

int rounds(int number, int per_roll) { return (number + per_roll - 1) / per_roll; }

/// What a side is certain to lose by, even if it rolls nothing but 6-6; nothing if it may win, or if
/// more or less is possible.
std::optional<Level> certain_loss(const Board& board, Color roller) {
    const auto* rolls = BearOffTable::instance().rolls(board, opponent(roller));
    if (rolls == nullptr || has_contact(board)) return std::nullopt;
    const auto is_too_slow = [&](int rolls_needed) {
        constexpr float never = 2e-4F;
        const auto later = std::views::drop(*rolls, rolls_needed);
        return std::accumulate(later.begin(), later.end(), 0.F) < never;
    };
    const int off = board.count(roller, Spot::off());
    const int left = backgammon::checkers_each - off;
    if (!is_too_slow(std::max(rounds(left, 4), rounds(board.pips(roller), 24))))
        return std::nullopt;
    if (off > 0) return Level::single;
    int pips_to_save = 1;
    for (int i = 7; i <= 24; ++i) pips_to_save += (i - 6) * board.count(roller, *Spot::at(i));
    const bool may_be_backgammon = board.rearmost(roller).index() > 18;
    if (may_be_backgammon || !is_too_slow(rounds(pips_to_save, 24))) return std::nullopt;
    return Level::gammon;
}

/// Whether the opponent has declined a resignation in the present game of the match.
bool wants_to_see_the_end(const Game& game) {
    const std::size_t first = game.ends().empty() ? 0 : game.ends().back().first;
    return std::ranges::any_of(game.events().subspan(first), [](const backgammon::Event& event) {
        return std::holds_alternative<backgammon::DeclineResignation>(event);
    });
}

std::optional<BotMove> resignation(const Game& game) {
    const auto loss = certain_loss(game.board(), game.turn());
    if (!loss || wants_to_see_the_end(game)) return std::nullopt;
    return loss == Level::single ? BotMove{"resign", -100} : BotMove{"resign gammon", -200};
}

/// Decides what is not a turn.
class Decider {
public:
    Decider(const Game& game, const BackgammonLevel& level, const SearchLimits& limits)
        : game_(game), position_(game.position()), level_(level), limits_(limits) {}

    std::string_view before_roll() const {
        const Color by = game_.turn();
        if (game_.check(backgammon::Raccoon{by}) && equities().no_double > 0) return "raccoon";
        if (!game_.check(backgammon::Double{by})) return "roll";
        return equities().should_double() ? "double" : "roll";
    }

    std::string_view to_double() const {
        const CubeEquities found = equities();
        if (game_.check(backgammon::Beaver{game_.turn()}) && found.take < 0) return "beaver";
        return found.should_take() ? "take" : "drop";
    }

    /// Accepts what is worth at least as much as playing on, less a little for the time it saves.
    std::string_view to_resignation() const {
        constexpr double courtesy = 0.02;
        const auto& [loser, level] = *position_.resignation();
        const Color winner = opponent(loser);
        const int points = points_for(game_.rules(), position_.cube(), level);
        const double best = equities().best();
        const double expected = position_.on_roll() == winner ? best : -best;
        const BackgammonCube cube(game_.rules(), position_);
        const bool fair = expected <= cube.result(points, winner, winner) + courtesy;
        return fair ? "accept_resignation" : "decline_resignation";
    }

private:
    CubeEquities equities() const {
        BackgammonSearch search(game_.rules(), position_, level_, 0, limits_);
        return search.cube_equities(search.before_roll(level_.cube_plies));
    }

    const Game& game_;
    const Position& position_;
    const BackgammonLevel& level_;
    const SearchLimits& limits_;
};

BotMove turn(const Game& game, const Bot& bot, const BackgammonLevel& level,
             const SearchLimits& limits) {
    BackgammonSearch search(game.rules(), game.position(), level, bot.seed, limits);
    const JudgedTurn best = search.turns(game.position().hand()).front();
    const backgammon::Move move{game.turn(), best.choice.turn};
    return {game.write_event(move, Game::traits.record_notation),
            static_cast<int>(std::lround(100 * best.chances.equity()))};
}

}  // namespace

backgammon::Choice best_turn(const backgammon::Rules& rules, const Position& position,
                             const BackgammonLevel& level, std::uint64_t seed,
                             const SearchLimits& limits) {
    BackgammonSearch search(rules, position, level, seed, limits);
    return search.turns(position.hand()).front().choice;
}

BotMove answer(const Game& game, const Bot& bot, const Limits& limits) {
    const BackgammonLevel level = backgammon_level(bot.level);
    const SearchLimits search = limits_of(bot, limits, level.nodes);
    const Stage stage = game.position().stage();
    const Decider decider(game, level, search);
    if (game.position().resignation()) return {std::string(decider.to_resignation())};
    if (stage == Stage::response) return {std::string(decider.to_double())};
    if (const auto resigned = resignation(game)) return *resigned;
    if (stage == Stage::move) return turn(game, bot, level, search);
    return {std::string(decider.before_roll())};
}

constinit const GameBot backgammon_bot{
    .game = &Game::traits,
    .answer = [](const AnyGame& any, const Bot& bot,
                 const Limits& limits) { return answer(*any.as<Game>(), bot, limits); },
    .courtesy = [](const AnyGame& any) -> std::optional<std::string_view> {
        const Game& game = *any.as<Game>();
        if (game.position().resignation()) return "accept_resignation";
        if (game.awaits() == Awaits::chance) return "roll";
        if (game.position().stage() == Stage::response) return "take";
        return std::nullopt;
    },
};

}  // namespace arbiter::players

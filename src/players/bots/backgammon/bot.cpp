#include "players/bots/backgammon/bot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "players/bots/backgammon/cube.hpp"
#include "players/bots/backgammon/judge.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Game;
using backgammon::Hand;
using backgammon::Position;
using backgammon::Stage;

constexpr float nothing = -10;  // worse than every game

struct Candidate {
    const backgammon::Choice* choice;
    float equity;

    /// The best first; among equals the one that was found first.
    bool operator<(const Candidate& other) const {
        return equity != other.equity ? equity > other.equity : choice < other.choice;
    }
};

class Chooser {
public:
    Chooser(const BackgammonLevel& level, std::uint64_t seed, const SearchLimits& limits)
        : level_(level), seed_(seed), limits_(limits) {}

    backgammon::Choice choose(const Position& position) {
        const auto choices = legal_turns(position.board(), position.turn(), position.hand());
        std::vector<Candidate> candidates;
        for (const auto& choice : choices) {
            if (out_of_budget()) break;
            candidates.push_back({&choice, judged(choice.after, position.turn())});
        }
        if (candidates.empty()) return choices.front();
        std::sort(candidates.begin(), candidates.end());
        look_at_replies(candidates, position.turn());
        return *candidates.front().choice;
    }

private:
    bool out_of_budget() {
        if (stopped_) return true;
        if (nodes_ >= limits_.nodes) return stopped_ = true;
        if (nodes_ % 64 == 0 && limits_.should_stop()) return stopped_ = true;
        ++nodes_;
        return false;
    }

    float judged(const Board& board, Color mover) {
        const float equity = chances_after_move(trained_backgammon_net(), board, mover).equity();
        if (level_.error_max == 0) return equity;
        constexpr std::uint32_t steps = 1000;
        Random random(mixed(seed_, nodes_));
        const float drawn = static_cast<float>(random.below(2 * steps)) / steps - 1;
        return equity + drawn * level_.error_max;
    }

    /// Judges the best few again by the opponent's best replies to each roll, if the budget allows.
    void look_at_replies(std::vector<Candidate>& candidates, Color mover) {
        const std::size_t count = std::min(level_.replies, candidates.size());
        if (count < 2) return;
        std::vector<Candidate> best(candidates.begin(),
                                    candidates.begin() + static_cast<std::ptrdiff_t>(count));
        for (Candidate& candidate : best) {
            candidate.equity = -expected_by_roller(candidate.choice->after, opponent(mover));
            if (stopped_) return;
        }
        std::sort(best.begin(), best.end());
        std::ranges::copy(best, candidates.begin());
    }

    /// The equity of the side to roll, averaged over the 36 rolls.
    float expected_by_roller(const Board& board, Color roller) {
        if (board.count(opponent(roller), backgammon::Spot::off()) == backgammon::checkers_each) {
            return -chances_after_move(trained_backgammon_net(), board, opponent(roller)).equity();
        }
        float sum = 0;
        for (const backgammon::Dice dice : backgammon::all_dice()) {
            float most = nothing;
            for (const auto& reply : legal_turns(board, roller, Hand(dice))) {
                if (out_of_budget()) return 0;
                most = std::max(most, judged(reply.after, roller));
            }
            sum += most * (dice.is_double() ? 1.0F : 2.0F);
        }
        return sum / 36;
    }

    const BackgammonLevel& level_;
    std::uint64_t seed_;
    const SearchLimits& limits_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

BackgammonCube cube_of(const Game& game, Color roller) {
    const Position& position = game.position();
    return {game.rules(), position, roller,
            chances_before_roll(trained_backgammon_net(), position.board(), roller)};
}

bool wants_to_double(const Game& game) {
    const Color by = game.turn();
    return game.check(backgammon::Double{by}) && cube_of(game, by).should_double();
}

std::string_view answer_to_double(const Game& game) {
    const Color by = game.turn();
    const BackgammonCube cube = cube_of(game, opponent(by));
    if (game.check(backgammon::Beaver{by}) && cube.should_beaver()) return "beaver";
    return cube.should_take() ? "take" : "drop";
}

/// Accepts what is worth at least the expected points, less a little for the time it saves.
std::string_view answer_to_resignation(const Game& game) {
    constexpr float courtesy = 0.02F;
    const Position& position = game.position();
    const auto& [loser, level] = *position.resignation();
    const auto chances =
        position.turn() == loser
            ? chances_before_roll(trained_backgammon_net(), position.board(), loser).turned()
            : chances_before_roll(trained_backgammon_net(), position.board(), opponent(loser));
    const bool gammons_count = points_for(game.rules(), position.cube(),
                                          backgammon::Level::gammon) > position.cube().value;
    const float expected = gammons_count ? chances.equity() : 2 * chances.win - 1;
    const bool fair = expected <= static_cast<float>(level) + courtesy;
    return fair ? "accept_resignation" : "decline_resignation";
}

}  // namespace

BackgammonLevel backgammon_level(int level) {
    constexpr std::array<BackgammonLevel, level_max> levels{{
        {2'000, 0.6F, 0},
        {2'000, 0.25F, 0},
        {2'000, 0.1F, 0},
        {2'000, 0.04F, 0},
        {2'000, 0.01F, 0},
        {2'000, 0, 0},
        {20'000, 0, 4},
        {60'000, 0, 10},
    }};
    return levels[static_cast<std::size_t>(level - level_min)];
}

backgammon::Choice best_turn(const Position& position, const BackgammonLevel& level,
                             std::uint64_t seed, const SearchLimits& limits) {
    return Chooser(level, seed, limits).choose(position);
}

BotMove answer(const Game& game, const Bot& bot, const Limits& limits) {
    if (game.position().resignation()) return {std::string(answer_to_resignation(game))};
    if (game.awaits() == Awaits::chance) return {wants_to_double(game) ? "double" : "roll"};
    if (game.position().stage() == Stage::response) return {std::string(answer_to_double(game))};
    const BackgammonLevel level = backgammon_level(bot.level);
    const auto [turn, after] =
        best_turn(game.position(), level, bot.seed, limits_of(bot, limits, level.nodes));
    const float equity = chances_after_move(trained_backgammon_net(), after, game.turn()).equity();
    return {game.write_event(backgammon::Move{game.turn(), turn}, Game::traits.record_notation),
            static_cast<int>(std::lround(100 * equity))};
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

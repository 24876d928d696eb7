#include "players/bots/backgammon/analyst.hpp"

#include <algorithm>

#include "core/base/sort.hpp"
#include "players/bots/backgammon/analysis.hpp"

namespace arbiter::players {

namespace {

using backgammon::Game;
using backgammon::Stage;

/// The lowest level that judges without errors.
constexpr int level_without_errors = 6;

Judgement judgement_of(const BackgammonChances& chances, double equity) {
    return {.value = equity,
            .chance = chances.win,
            .mate_in = {},
            .chances = {{"win_gammon", chances.win_gammon},
                        {"win_backgammon", chances.win_backgammon},
                        {"lose_gammon", chances.lose_gammon},
                        {"lose_backgammon", chances.lose_backgammon}}};
}

/// The board that a turn leads to; nothing if the text is something else.
std::optional<backgammon::Board> board_after(const Game& game, std::string_view text) {
    const auto event = game.read_event(text);
    const auto* move = event ? std::get_if<backgammon::Move>(&*event) : nullptr;
    if (move == nullptr) return std::nullopt;
    const backgammon::Position& position = game.position();
    const auto choice =
        legal_choice(position.board(), position.turn(), position.hand(), move->turn);
    return choice ? std::optional(choice->after) : std::nullopt;
}

Analysis turn_analysis(const Game& game, const AnalysisTask& task, int level) {
    const auto played = board_after(game, task.played);
    const auto turns = judged_turns(game.rules(), game.position(), level);
    const auto lines = static_cast<std::size_t>(std::max(task.lines, 1));
    Analysis analysis{.moves = {}, .played = {}, .forced = turns.size() == 1};
    for (const JudgedTurn& turn : turns) {
        const backgammon::Move move{game.turn(), turn.choice.turn};
        const RatedMove rated{game.write_event(move, Game::traits.record_notation),
                              judgement_of(turn.chances, turn.equity)};
        if (analysis.moves.size() < lines) analysis.moves.push_back(rated);
        if (turn.choice.after == played) analysis.played = rated;
    }
    return analysis;
}

Analysis answer_analysis(const Game& game, std::string_view played, int level) {
    const JudgedCube judged = judged_cube(game.rules(), game.position(), level);
    const BackgammonChances own = judged.chances.turned();
    return cube_decision({{"take", judgement_of(own, -judged.equities.take)},
                          {"drop", judgement_of(own, -judged.equities.drop)}},
                         played);
}

/// Before the roll: to double or not, and how lucky the roll was that came.
Analysis roll_analysis(const Game& game, std::string_view played, int level) {
    const auto [chances, equities, cubeless, win] =
        judged_cube(game.rules(), game.position(), level);
    std::vector<RatedMove> choices{{"roll", judgement_of(chances, equities.no_double)}};
    if (equities.may_double) {
        choices.push_back(
            {"double", judgement_of(chances, std::min(equities.take, equities.drop))});
    }
    const auto event = game.read_event(played);
    const auto* roll = event ? std::get_if<backgammon::Roll>(&*event) : nullptr;
    Analysis analysis = cube_decision(std::move(choices), roll == nullptr ? played : "roll");
    if (roll == nullptr) return analysis;
    const auto [equity, in_result] = luck(game.rules(), game.position(), roll->dice);
    analysis.luck = equity;
    analysis.luck_in_result = in_result;
    analysis.played->move = played;
    return analysis;
}

}  // namespace

Analysis cube_decision(std::vector<RatedMove> choices, std::string_view played) {
    constexpr double close = 0.16;
    const auto worth = [](const RatedMove& choice) { return choice.judgement.value; };
    sort_short(choices, std::ranges::greater{}, worth);
    Analysis analysis{.moves = std::move(choices), .played = {}};
    const auto& moves = analysis.moves;
    const auto found = std::ranges::find(moves, played, &RatedMove::move);
    if (found != moves.end()) analysis.played = *found;
    const bool nobody_would = found == moves.begin() && played == "roll" && moves.size() > 1 &&
                              worth(moves[0]) - worth(moves[1]) >= close;
    analysis.forced = moves.size() < 2 || nobody_would;
    return analysis;
}

Analysis analyse(const Game& game, const AnalysisTask& task, const Bot& bot, const Limits&) {
    const int level = std::max(bot.level, level_without_errors);
    if (game.position().resignation()) return {};
    switch (game.position().stage()) {
        case Stage::move: return turn_analysis(game, task, level);
        case Stage::roll_or_double: return roll_analysis(game, task.played, level);
        case Stage::response: return answer_analysis(game, task.played, level);
        case Stage::opening_roll:
        case Stage::over: break;
    }
    return {};
}

constinit const GameAnalyst backgammon_analyst{
    .game = &Game::traits,
    .analyse = [](const AnyGame& any, const AnalysisTask& task, const Bot& bot,
                  const Limits& limits) { return analyse(*any.as<Game>(), task, bot, limits); },
    .scale = {.unit = "equity",
              .shown = "equity",
              .unit_shown = 1,
              .decimals = 3,
              .in_files = std::nullopt,
              .measure = Scale::Measure::value,
              .doubtful = 0.04,
              .bad = 0.08,
              .blunder = 0.16},
};

}  // namespace arbiter::players

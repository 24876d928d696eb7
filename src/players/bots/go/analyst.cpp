#include "players/bots/go/analyst.hpp"

#include <algorithm>

#include "players/bots/go/bot.hpp"

namespace arbiter::players {

namespace {

using go::Event;
using go::Game;

Event event_of(const Game& game, const std::optional<go::Point>& point) {
    return point ? Event(go::Play{game.turn(), *point}) : Event(go::Pass{game.turn()});
}

RatedMove rated(const Game& game, const GoCandidate& candidate) {
    RatedMove move{game.write_event(event_of(game, candidate.move), Game::traits.record_notation),
                   {.value = candidate.score, .chance = candidate.chance}};
    Game after = game;
    for (const auto& step : candidate.line) {
        const Event event = event_of(after, step);
        move.line.push_back(after.write_event(event, Game::traits.record_notation));
        if (!after.play(event)) break;
    }
    return move;
}

/// A move that the search has hardly looked at, by what the other side has after it.
std::optional<RatedMove> judged_alone(const Game& game, const Event& event, const Bot& bot,
                                      const Limits& limits) {
    Game after = game;
    if (!after.play(event)) return std::nullopt;
    const GoReport next = analyse_go(after, game.rules(), bot, limits);
    return RatedMove{game.write_event(event, Game::traits.record_notation),
                     {.value = -next.score, .chance = 1 - next.chance}};
}

std::optional<RatedMove> judged(const Game& game, const Event& event, const GoReport& report,
                                const Bot& bot, const Limits& limits) {
    constexpr std::uint64_t share_to_trust = 4;
    const auto found = std::ranges::find_if(report.candidates, [&](const GoCandidate& candidate) {
        return event_of(game, candidate.move) == event;
    });
    const bool is_known = found != report.candidates.end() &&
                          (found == report.candidates.begin() ||
                           found->visits * share_to_trust >= report.candidates.front().visits);
    return is_known ? rated(game, *found) : judged_alone(game, event, bot, limits);
}

}  // namespace

Analysis analyse(const Game& game, const AnalysisTask& task, const Bot& bot, const Limits& limits) {
    if (game.phase() != go::Phase::play || !game.check(go::Pass{game.turn()})) return {};
    const GoReport report = analyse_go(game, game.rules(), bot, limits);
    Analysis analysis;
    for (const GoCandidate& candidate : report.candidates) {
        if (analysis.moves.size() >= static_cast<std::size_t>(std::max(task.lines, 1))) break;
        analysis.moves.push_back(rated(game, candidate));
    }
    for (const float share : report.black_share) analysis.ownership.push_back(1 - 2 * share);
    const auto event = game.read_event(task.played);
    const bool is_move = event && (std::holds_alternative<go::Play>(*event) ||
                                   std::holds_alternative<go::Pass>(*event));
    if (is_move) analysis.played = judged(game, *event, report, bot, limits);
    return analysis;
}

constinit const GameAnalyst go_analyst{
    .game = &Game::traits,
    .analyse = [](const AnyGame& any, const AnalysisTask& task, const Bot& bot,
                  const Limits& limits) { return analyse(*any.as<Game>(), task, bot, limits); },
    .scale = {.unit = "points",
              .shown = "points",
              .unit_shown = 1,
              .decimals = 1,
              .in_files = Evaluation::Unit::points,
              .measure = Scale::Measure::chance,
              .doubtful = 0.05,
              .bad = 0.1,
              .blunder = 0.2},
};

}  // namespace arbiter::players

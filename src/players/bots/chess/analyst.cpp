#include "players/bots/chess/analyst.hpp"

#include <algorithm>
#include <cmath>

#include "core/chess/rules.hpp"
#include "players/bots/chess/bot.hpp"
#include "players/bots/chess/search.hpp"

namespace arbiter::players {

namespace {

using chess::Game;
using chess::Move;

constexpr int value_max = 1'500;

std::string uci_of(const Game& game, Move move) {
    return game.write_event(move, Game::traits.record_notation);
}

RatedMove rated(const Game& game, const ChessReport& report) {
    RatedMove move{.move = uci_of(game, report.line.front()),
                   .judgement = chess_judgement(report.score, report.mate_in())};
    for (const Move step : report.line) move.line.push_back(uci_of(game, step));
    return move;
}

/// A draw offer, a resignation and so on are nothing that a search can judge.
std::optional<Move> move_in(const Game& game, std::string_view text) {
    if (text.empty()) return std::nullopt;
    const auto event = game.read_event(text);
    const auto* move = event ? std::get_if<Move>(&*event) : nullptr;
    return move == nullptr ? std::nullopt : std::optional(*move);
}

}  // namespace

Judgement chess_judgement(int centipawns, std::optional<int> mate_in) {
    if (mate_in) {
        const bool wins = *mate_in > 0;
        return {.value = static_cast<double>(wins ? value_max : -value_max),
                .chance = wins ? 1.0 : 0.0,
                .mate_in = mate_in};
    }
    // How often a side scores that is so far ahead, as lichess counted it.
    return {.value = static_cast<double>(std::clamp(centipawns, -value_max, value_max)),
            .chance = 1 / (1 + std::exp(-0.00368208 * centipawns))};
}

Analysis analyse(const Game& game, const AnalysisTask& task, const Bot& bot, const Limits& limits) {
    const auto moves = chess::legal_moves(game.board());
    if (moves.empty()) return {};
    const SearchLimits search = limits_of(bot, limits, chess_level(bot.level).nodes);
    ChessTable table(ChessTable::entries_for(search.nodes));
    ChessSettings settings{.lines = std::max(task.lines, 1), .table = &table};
    if (task.depth > 0) settings.depth_max = task.depth;
    const auto lines = best_chess_moves(game.positions(), settings, search);
    Analysis analysis{.moves = {}, .played = {}, .forced = moves.size() == 1};
    analysis.depth = lines.front().depth;
    // A search that ends early may not have come to all of them.
    for (const ChessReport& line : lines) {
        if (!line.line.empty()) analysis.moves.push_back(rated(game, line));
    }
    const auto played = move_in(game, task.played);
    if (!played) return analysis;
    const auto same = std::ranges::find(analysis.moves, uci_of(game, *played), &RatedMove::move);
    if (same != analysis.moves.end()) {
        analysis.played = *same;
        return analysis;
    }
    // As deep as the best line, so that the two can be compared.
    const ChessSettings alone{
        .depth_max = std::max(lines.front().depth, 1), .only = {*played}, .table = &table};
    const ChessReport report = search_chess(game.positions(), alone, search);
    if (!report.line.empty()) analysis.played = rated(game, report);
    return analysis;
}

constinit const GameAnalyst chess_analyst{
    .game = &Game::traits,
    .analyse = [](const AnyGame& any, const AnalysisTask& task, const Bot& bot,
                  const Limits& limits) { return analyse(*any.as<Game>(), task, bot, limits); },
    .scale = {.unit = "centipawns",
              .shown = "pawns",
              .unit_shown = 100,
              .decimals = 2,
              .in_files = Evaluation::Unit::centipawns,
              .measure = Scale::Measure::chance,
              .doubtful = 0.05,
              .bad = 0.1,
              .blunder = 0.15},
};

}  // namespace arbiter::players

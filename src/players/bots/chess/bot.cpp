#include "players/bots/chess/bot.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "players/bots/chess/search.hpp"

namespace arbiter::players {

namespace {

using chess::ClaimDraw;
using chess::Game;
using chess::Move;

constexpr int content_with_draw = -40;  // from here on down
constexpr int equal_max = 25;
constexpr std::uint32_t quiet_half_moves = 30;

/// The claim that a draw is due on the board, or after a move.
std::optional<ClaimDraw> justified_claim(const Game& game, std::optional<Move> move) {
    using enum ClaimDraw::Reason;
    for (const auto reason : {threefold_repetition, fifty_move_rule}) {
        const ClaimDraw claim{game.turn(), reason, move};
        if (game.check(claim)) return claim;
    }
    return std::nullopt;
}

bool accepts_draw(const Game& game, const ChessReport& report) {
    const bool nothing_happens = game.position().halfmove_clock() >= quiet_half_moves;
    return report.score <= content_with_draw ||
           (nothing_happens && std::abs(report.score) <= equal_max);
}

}  // namespace

ChessLevel chess_level(int level) {
    constexpr std::array<ChessLevel, level_max> levels{{
        {100, 160},
        {400, 90},
        {1'500, 40},
        {5'000, 4},
        {20'000, 4},
        {80'000, 4},
        {300'000, 4},
        {1'500'000, 4},
    }};
    return levels[static_cast<std::size_t>(level - level_min)];
}

BotMove answer(const Game& game, const Bot& bot, const Limits& limits) {
    const ChessLevel level = chess_level(bot.level);
    const ChessReport report =
        search_chess(game.positions(), {.seed = bot.seed, .error_max = level.error_max},
                     limits_of(bot, limits, level.nodes));
    const Move move = report.line.front();
    if (report.depth == 0) return {game.write_event(move, Game::traits.record_notation)};
    if (game.draw_offer() == opponent(game.turn())) {
        return {accepts_draw(game, report) ? "accept_draw" : "decline_draw", report.score};
    }
    chess::Event event = move;
    if (report.score <= 0) {
        auto claim = justified_claim(game, std::nullopt);
        if (!claim) claim = justified_claim(game, move);
        if (claim) event = *claim;
    }
    return {game.write_event(event, Game::traits.record_notation), report.score};
}

constinit const GameBot chess_bot{
    .game = &Game::traits,
    .answer = [](const AnyGame& any, const Bot& bot,
                 const Limits& limits) { return answer(*any.as<Game>(), bot, limits); },
    .courtesy = [](const AnyGame&) -> std::optional<std::string_view> { return std::nullopt; },
};

}  // namespace arbiter::players

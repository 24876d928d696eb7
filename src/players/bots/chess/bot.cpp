#include "players/bots/chess/bot.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "players/bots/chess/evaluation.hpp"
#include "players/bots/chess/search.hpp"

namespace arbiter::players {

namespace {

using chess::ClaimDraw;
using chess::Game;
using chess::Move;

constexpr int content_with_draw = -40;  // from here on down
constexpr int equal_max = 25;
constexpr std::uint32_t quiet_half_moves = 30;
constexpr std::uint32_t offers_from_move = 40;
constexpr std::size_t events_between_offers = 40;
constexpr int lost = -1000;
constexpr int lost_at_sight = -600;
constexpr int resigns_from_level = 3;

constexpr std::array<ChessLevel, level_max> levels{{
    {1000, 100, 300},
    {1200, 140, 200},
    {1400, 200, 120},
    {1600, 400, 65},
    {1800, 1'500, 10},
    {2000, 5'000, 4},
    {2200, 120'000, 4},
    {2400, 1'500'000, 4},
}};

/// The claim that a draw is due on the board, or after a move.
std::optional<ClaimDraw> justified_claim(const Game& game, std::optional<Move> move) {
    using enum ClaimDraw::Reason;
    for (const auto reason : {threefold_repetition, fifty_move_rule}) {
        const ClaimDraw claim{game.turn(), reason, move};
        if (game.check(claim)) return claim;
    }
    return std::nullopt;
}

/// Nothing happens, and nothing is expected.
bool is_level(const Game& game, const ChessReport& report) {
    return game.position().halfmove_clock() >= quiet_half_moves &&
           std::abs(report.score) <= equal_max;
}

bool accepts_draw(const Game& game, const ChessReport& report) {
    return report.score <= content_with_draw || is_level(game, report);
}

/// Once in twenty moves, and not before the game has been played.
bool offers_draw(const Game& game, const ChessReport& report) {
    if (game.position().fullmove_number() < offers_from_move || !is_level(game, report))
        return false;
    const auto events = game.events();
    const auto recent = events.last(std::min(events.size(), events_between_offers));
    return std::ranges::none_of(recent, [&](const chess::Event& event) {
        const auto* offer = std::get_if<chess::OfferDraw>(&event);
        return offer != nullptr && offer->by == game.turn();
    });
}

/// What is lost must also look lost: a mate that only a search sees may be missed.
bool resigns(const Game& game, const Bot& bot, const ChessReport& report) {
    return bot.level >= resigns_from_level && report.score <= lost &&
           evaluate(game.board()) <= lost_at_sight;
}

}  // namespace

ChessLevel chess_level(int level) { return levels[static_cast<std::size_t>(level - level_min)]; }

ChessLevel chess_strength(int elo) {
    elo = std::clamp(elo, levels.front().elo, levels.back().elo);
    std::size_t at = 1;
    while (levels[at].elo < elo) ++at;
    const ChessLevel& below = levels[at - 1];
    const ChessLevel& above = levels[at];
    const int part = elo - below.elo;
    const int whole = above.elo - below.elo;
    const auto between = [&](auto low, auto high) { return low + (high - low) * part / whole; };
    return {elo,
            static_cast<std::uint64_t>(between(static_cast<std::int64_t>(below.nodes),
                                               static_cast<std::int64_t>(above.nodes))),
            between(below.error_max, above.error_max)};
}

BotMove answer(const Game& game, const Bot& bot, const Limits& limits) {
    const ChessLevel level = chess_level(bot.level);
    const ChessReport report = search_chess(
        game.positions(), {.seed = bot.seed, .error_max = level.error_max, .stops_early = true},
        limits_of(bot, limits, level.nodes));
    const Move move = report.line.front();
    if (report.depth == 0) return {game.write_event(move, Game::traits.record_notation)};
    if (game.draw_offer() == opponent(game.turn())) {
        return {accepts_draw(game, report) ? "accept_draw" : "decline_draw", report.score};
    }
    if (report.score <= 0) {
        auto claim = justified_claim(game, std::nullopt);
        if (!claim) claim = justified_claim(game, move);
        if (claim) return {game.write_event(*claim, Game::traits.record_notation), report.score};
    }
    if (resigns(game, bot, report)) return {"resign", report.score};
    if (offers_draw(game, report)) return {"offer_draw", report.score};
    return {game.write_event(move, Game::traits.record_notation), report.score};
}

constinit const GameBot chess_bot{
    .game = &Game::traits,
    .answer = [](const AnyGame& any, const Bot& bot,
                 const Limits& limits) { return answer(*any.as<Game>(), bot, limits); },
    .courtesy = [](const AnyGame&) -> std::optional<std::string_view> { return std::nullopt; },
};

}  // namespace arbiter::players

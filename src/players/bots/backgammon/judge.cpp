#include "players/bots/backgammon/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/backgammon/rules.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Spot;

constexpr float pips_a_roll = 49 / 6.F;

float normal_share_below(float deviations) {
    return 0.5F * std::erfc(-deviations / std::sqrt(2.F));
}

/// Kleinman's estimate of a race: the side to roll is four pips ahead of its count, and the rest is
/// luck, whose variance grows with the pips to come.
float race_won_by_roller(float roller, float other) {
    const float luck = std::max(roller + other - 4, 1.F);
    return normal_share_below((other - roller + 4) / std::sqrt(2 * luck));
}

/// How often the loser of a race is left with nothing off.
float race_gammon(const Board& board, Color winner) {
    const Color loser = opponent(winner);
    if (board.count(loser, Spot::off()) > 0) return 0;
    int pips_home = 1;
    for (int i = 7; i <= 25; ++i) pips_home += (i - 6) * board.count(loser, *Spot::at(i));
    const float needed = static_cast<float>(pips_home) / pips_a_roll;
    const float left = effective_pips(board, winner) / pips_a_roll;
    return normal_share_below((needed - left) / 0.9F);
}

BackgammonChances race(const Board& board, Color mover) {
    const Color roller = opponent(mover);
    const float lost =
        race_won_by_roller(effective_pips(board, roller), effective_pips(board, mover));
    return {1 - lost, (1 - lost) * race_gammon(board, mover), lost * race_gammon(board, roller)};
}

BackgammonChances won(const Board& board, Color winner) {
    const bool gammon = backgammon::level_of(board, winner) != backgammon::Level::single;
    return {1, gammon ? 1.F : 0.F, 0};
}

}  // namespace

bool has_contact(const Board& board) {
    const int white = board.rearmost(Color::white).index();
    const int black = board.rearmost(Color::black).index();
    return white + black > 25;
}

float effective_pips(const Board& board, Color color) {
    // A checker on the ace point uses a whole die but needs only one pip; and so on.
    constexpr std::array<float, 6> wasted{2.2F, 1.3F, 0.7F, 0.35F, 0.15F, 0};
    constexpr float gap = 0.5F;
    auto pips = static_cast<float>(board.pips(color));
    int checkers = 0;
    for (std::size_t i = 0; i < wasted.size(); ++i) {
        const int count = board.count(color, *Spot::point(static_cast<int>(i) + 1));
        checkers += count;
        pips += wasted[i] * static_cast<float>(count);
        if (count == 0 && i >= 3 && checkers > 3) pips += gap;
    }
    return pips;
}

BackgammonChances chances_after_move(const BackgammonNet& net, const Board& board, Color mover) {
    if (board.count(mover, Spot::off()) == backgammon::checkers_each) return won(board, mover);
    if (!has_contact(board)) return race(board, mover);
    return net.judge(BackgammonInputs(board, mover));
}

}  // namespace arbiter::players

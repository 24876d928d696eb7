#include "players/bots/backgammon/search.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "players/bots/backgammon/judge.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Dice;

/// Turns that look worse than the best one by more than this are not worth a longer look.
constexpr double hopeless = 0.15;

/// The best first; among equals the one that was found first.
void sort_best_first(std::span<JudgedTurn> turns) {
    for (auto turn = turns.begin(); turn != turns.end(); ++turn) {
        const auto place = std::ranges::upper_bound(turns.begin(), turn, turn->equity,
                                                    std::greater<>(), &JudgedTurn::equity);
        std::rotate(place, turn, turn + 1);
    }
}

}  // namespace

BackgammonLevel backgammon_level(int level) {
    constexpr std::array<BackgammonLevel, level_max> levels{{
        {2'000, 0.6F, 0, 0, 0},
        {2'000, 0.25F, 0, 0, 0},
        {2'000, 0.1F, 0, 0, 0},
        {2'000, 0.04F, 0, 0, 0},
        {2'000, 0.01F, 0, 0, 0},
        {2'000, 0, 0, 0, 0},
        {20'000, 0, 8, 0, 1},
        {100'000, 0, 12, 4, 2},
    }};
    return levels[static_cast<std::size_t>(level - level_min)];
}

bool BackgammonSearch::out_of_budget() {
    if (stopped_) return true;
    if (nodes_ >= limits_.nodes) return stopped_ = true;
    if (nodes_ % 64 == 0 && limits_.should_stop()) return stopped_ = true;
    ++nodes_;
    return false;
}

std::optional<BackgammonChances> BackgammonSearch::judged(const Board& board, Color mover) {
    if (out_of_budget()) return std::nullopt;
    return chances_after_move(board, mover);
}

double BackgammonSearch::equity_after(const Board& board, Color mover,
                                      const BackgammonChances& chances) const {
    return -cube_.equity(chances.turned(), opponent(mover), cube_efficiency(board));
}

double BackgammonSearch::misjudged(double equity) const {
    if (level_.error_max == 0) return equity;
    constexpr std::uint32_t steps = 1000;
    Random random(mixed(seed_, nodes_));
    const float drawn = static_cast<float>(random.below(2 * steps)) / steps - 1;
    return equity + double{drawn * level_.error_max};
}

std::vector<JudgedTurn> BackgammonSearch::turns(const backgammon::Hand& hand) {
    const Color mover = position_.turn();
    std::vector<JudgedTurn> turns;
    for (auto& choice : legal_turns(position_.board(), mover, hand)) {
        const auto chances = judged(choice.after, mover);
        if (!chances && !turns.empty()) break;
        const BackgammonChances known = chances.value_or(BackgammonChances{});
        turns.push_back({choice, known, misjudged(equity_after(choice.after, mover, known)),
                         cube_.without_cube(known, mover)});
    }
    sort_best_first(turns);
    look_further(turns, level_.replies, 1);
    look_further(turns, level_.returns, 2);
    return turns;
}

/// Judges the best few again by what comes after them, if the budget allows.
void BackgammonSearch::look_further(std::vector<JudgedTurn>& turns, std::size_t count, int plies) {
    std::vector<JudgedTurn> best;
    for (const JudgedTurn& turn : turns) {
        if (best.size() == count || turn.equity < turns.front().equity - hopeless) break;
        best.push_back(turn);
    }
    if (best.size() < 2) return;
    const Color mover = position_.turn();
    for (JudgedTurn& turn : best) {
        const auto chances = averaged(turn.choice.after, opponent(mover), plies);
        if (!chances) return;
        turn.chances = chances->turned();
        turn.equity = equity_after(turn.choice.after, mover, turn.chances);
        turn.cubeless = cube_.without_cube(turn.chances, mover);
    }
    sort_best_first(best);
    std::ranges::copy(best, turns.begin());
}

BackgammonChances BackgammonSearch::before_roll(int plies) {
    const Board& board = position_.board();
    const Color roller = position_.on_roll();
    if (plies > 0) {
        if (const auto chances = averaged(board, roller, plies)) return *chances;
    }
    return chances_before_roll(board, roller);
}

CubeEquities BackgammonSearch::cube_equities(const BackgammonChances& chances) const {
    return cube_.equities(chances, position_.on_roll(), cube_efficiency(position_.board()));
}

/// The chances of the side to roll over the 36 rolls; nothing if the budget is used up.
std::optional<BackgammonChances> BackgammonSearch::averaged(const Board& board, Color roller,
                                                            int plies) {
    const Color other = opponent(roller);
    if (board.count(other, backgammon::Spot::off()) == backgammon::checkers_each) {
        return chances_after_move(board, other).turned();
    }
    BackgammonChances sum{.win = 0};
    for (const Dice dice : backgammon::all_dice()) {
        const auto chances = after_roll(board, roller, dice, plies);
        if (!chances) return std::nullopt;
        sum.add(*chances, dice.is_double() ? 1 / 36.F : 2 / 36.F);
    }
    return sum;
}

/// After the turn that looks best with these dice.
std::optional<BackgammonChances> BackgammonSearch::after_roll(const Board& board, Color roller,
                                                              Dice dice, int plies) {
    double most = -std::numeric_limits<double>::infinity();
    BackgammonChances best;
    Board after = board;
    for (const auto& choice : legal_turns(board, roller, backgammon::Hand(dice))) {
        const auto chances = judged(choice.after, roller);
        if (!chances) return std::nullopt;
        const double equity = equity_after(choice.after, roller, *chances);
        if (equity <= most) continue;
        most = equity;
        best = *chances;
        after = choice.after;
    }
    if (plies <= 1) return best;
    const auto further = averaged(after, opponent(roller), plies - 1);
    if (!further) return std::nullopt;
    return further->turned();
}

}  // namespace arbiter::players

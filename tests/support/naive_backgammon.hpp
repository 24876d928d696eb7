#pragma once

#include <array>
#include <set>
#include <vector>

#include "core/backgammon/board/board.hpp"

/// Backgammon once more, as slowly and plainly as possible: every die is tried in every order on
/// every point of a copy. It shares nothing with core/ but the names of things.
namespace arbiter::backgammon::naive {

/// Points by index, White's checkers positive and Black's negative; White moves down, Black up.
struct Table {
    std::array<int, 24> points{};
    std::array<int, 2> bar{};  ///< of White, of Black
    std::array<int, 2> off{};

    auto operator<=>(const Table&) const = default;
};

Table table_of(const Board& board);
/// On the points, on the bar and off.
int checkers(const Table& table, Color color);

/// Dice that are still to be played.
using Pips = std::vector<int>;
Pips pips_of(const Hand& hand);

/// What a legal turn can lead to.
std::set<Table> reachable(const Table& table, Color color, const Pips& dice);

/// Checker moves that are possible one after another, whether or not they make a legal turn.
struct Sequence {
    std::vector<CheckerMove> moves;
    Pips dice_left;
    Table after;
};
/// All of them, the empty one included.
std::vector<Sequence> sequences(const Table& table, Color color, const Pips& dice);

}  // namespace arbiter::backgammon::naive

#include "tests/support/naive_backgammon.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

namespace arbiter::backgammon::naive {

namespace {

constexpr int on_bar = -1;

std::size_t side(Color color) { return color == Color::white ? 0 : 1; }
int direction(Color color) { return color == Color::white ? -1 : 1; }

int own_at(const Table& table, Color color, int index) {
    const int there = table.points[static_cast<std::size_t>(index)];
    return std::max(color == Color::white ? there : -there, 0);
}

bool is_home(Color color, int index) { return color == Color::white ? index < 6 : index > 17; }

bool all_home(const Table& table, Color color) {
    if (table.bar[side(color)] > 0) return false;
    for (int i = 0; i < 24; ++i) {
        if (!is_home(color, i) && own_at(table, color, i) > 0) return false;
    }
    return true;
}

bool any_behind(const Table& table, Color color, int index) {
    for (int i = index - direction(color); i >= 0 && i < 24; i -= direction(color)) {
        if (own_at(table, color, i) > 0) return true;
    }
    return false;
}

/// Where a checker comes to by a number of pips; outside of the board it is off.
int target(Color color, int from, int pips) {
    if (from == on_bar) return color == Color::white ? 24 - pips : pips - 1;
    return from + direction(color) * pips;
}

bool can_move(const Table& table, Color color, int from, int pips) {
    if (from == on_bar ? table.bar[side(color)] == 0 : own_at(table, color, from) == 0)
        return false;
    if (from != on_bar && table.bar[side(color)] > 0) return false;
    const int to = target(color, from, pips);
    if (to >= 0 && to < 24) return own_at(table, opponent(color), to) < 2;
    const bool exact = to == -1 || to == 24;
    return all_home(table, color) && (exact || !any_behind(table, color, from));
}

void move(Table& table, Color color, int from, int pips) {
    const int to = target(color, from, pips);
    const int own = color == Color::white ? 1 : -1;
    if (from == on_bar) {
        --table.bar[side(color)];
    } else {
        table.points[static_cast<std::size_t>(from)] -= own;
    }
    if (to < 0 || to > 23) {
        ++table.off[side(color)];
        return;
    }
    int& there = table.points[static_cast<std::size_t>(to)];
    if (there == -own) {
        there = 0;
        ++table.bar[side(opponent(color))];
    }
    there += own;
}

Spot spot_of(Color color, int index) {
    if (index < 0 || index > 23) return Spot::off();
    return *Spot::point(color == Color::white ? index + 1 : 24 - index);
}

Pips without(Pips dice, int die) {
    dice.erase(std::ranges::find(dice, die));
    return dice;
}

/// Every single checker move: `visit(from, die, table after)`.
template <class Visit>
void try_everything(const Table& table, Color color, const Pips& dice, Visit visit) {
    for (const int die : std::set<int>(dice.begin(), dice.end())) {
        for (int from = on_bar; from < 24; ++from) {
            if (!can_move(table, color, from, die)) continue;
            Table after = table;
            move(after, color, from, die);
            visit(from, die, after);
        }
    }
}

void collect(const Sequence& so_far, Color color, std::vector<Sequence>& all) {
    all.push_back(so_far);
    try_everything(so_far.after, color, so_far.dice_left,
                   [&](int from, int die, const Table& after) {
                       Sequence next{so_far.moves, without(so_far.dice_left, die), after};
                       next.moves.push_back({from == on_bar ? Spot::bar() : spot_of(color, from),
                                             spot_of(color, target(color, from, die))});
                       collect(next, color, all);
                   });
}

}  // namespace

Table table_of(const Board& board) {
    Table table;
    for (int i = 0; i < 24; ++i) {
        table.points[static_cast<std::size_t>(i)] = board.count(Color::white, *Spot::point(i + 1)) -
                                                    board.count(Color::black, *Spot::point(24 - i));
    }
    for (const Color color : {Color::white, Color::black}) {
        table.bar[side(color)] = board.count(color, Spot::bar());
        table.off[side(color)] = board.count(color, Spot::off());
    }
    return table;
}

int checkers(const Table& table, Color color) {
    int sum = table.bar[side(color)] + table.off[side(color)];
    for (int i = 0; i < 24; ++i) sum += own_at(table, color, i);
    return sum;
}

Pips pips_of(const Hand& hand) {
    Pips dice;
    for (const Die die : hand) dice.push_back(die.pips());
    return dice;
}

std::set<Table> reachable(const Table& table, Color color, const Pips& dice) {
    std::set<std::pair<Pips, Table>> now{{dice, table}};
    for (;;) {
        std::set<std::pair<Pips, Table>> next;
        for (const auto& [left, reached] : now) {
            try_everything(reached, color, left, [&](int, int die, const Table& after) {
                next.emplace(without(left, die), after);
            });
        }
        if (next.empty()) break;
        now = std::move(next);
    }
    // With one of two different dice used, the lower one must be left if it can be.
    const int least_left = now.begin()->first.empty() ? 0 : now.begin()->first.front();
    std::set<Table> tables;
    for (const auto& [left, reached] : now) {
        if (left.size() != 1 || left.front() == least_left) tables.insert(reached);
    }
    return tables;
}

std::vector<Sequence> sequences(const Table& table, Color color, const Pips& dice) {
    std::vector<Sequence> all;
    collect({{}, dice, table}, color, all);
    return all;
}

}  // namespace arbiter::backgammon::naive

#include "tests/support/drawn_backgammon.hpp"

#include <charconv>

#include <gtest/gtest.h>

#include "core/base/words.hpp"

namespace arbiter::backgammon {

namespace {

constexpr int columns = 13;  // six points, the bar, six points
constexpr int bar_column = 6;

/// The place that a cell shows, as White counts it.
Spot spot_of(int cell) {
    const int column = cell % columns;
    if (column == bar_column) return Spot::bar();
    const int place = column < bar_column ? column : column - 1;
    return *Spot::point(cell < columns ? 13 + place : 12 - place);
}

void put(Board& board, int cell, std::string_view checkers) {
    if (checkers == ".") return;
    int count = 1;
    std::from_chars(checkers.data(), checkers.data() + checkers.size(), count);
    const Color color = checkers.ends_with('X') ? Color::white : Color::black;
    const Spot spot = spot_of(cell);
    const bool mirrored = color == Color::black && spot.is_point();
    board.set(color, mirrored ? spot.mirrored() : spot, count);
}

}  // namespace

Board drawn(std::string_view drawing) {
    Board board;
    Words words(drawing, " \n|");
    int cell = 0;
    for (Word word = words.next(); !word.text.empty(); word = words.next()) {
        put(board, cell++, word.text);
    }
    EXPECT_EQ(cell, 2 * columns) << drawing;
    for (const Color color : both_colors) {
        int off = checkers_each;
        for (int i = 1; i <= Spot::bar().index(); ++i) off -= board.count(color, *Spot::at(i));
        board.set(color, Spot::off(), off);
    }
    return board;
}

Game game_at(const Setup& setup, const Rules& rules) {
    auto game = game_from(setup, rules, {}, {});
    EXPECT_TRUE(game) << game.faults.begin()->sentence;
    return game ? *std::move(game.value) : Game();
}

Game new_game(const Rules& rules) { return Game(Start{rules, Position(rules.start)}); }

}  // namespace arbiter::backgammon

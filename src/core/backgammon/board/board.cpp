#include "core/backgammon/board/board.hpp"

#include <initializer_list>
#include <utility>

namespace arbiter::backgammon {

namespace {

struct Stack {
    int point;
    int checkers;
};

/// The same stacks for both sides, each in its own numbering.
Board with_both(std::initializer_list<Stack> stacks) {
    Board board;
    for (const auto [point, checkers] : stacks) {
        board.set(Color::white, *Spot::point(point), checkers);
        board.set(Color::black, *Spot::point(point), checkers);
    }
    return board;
}

/// 1-1, 2-1, 2-2, 3-1 ...: `high` rolls end with the double of `high`.
constexpr Dice roll_number(std::size_t number) {
    int high = 1;
    int low = static_cast<int>(number) + 1;
    while (low > high) low -= high++;
    return {*Die::showing(high), *Die::showing(low)};
}

template <std::size_t... Numbers>
constexpr std::array<Dice, sizeof...(Numbers)> rolls(std::index_sequence<Numbers...>) {
    return {roll_number(Numbers)...};
}

}  // namespace

std::array<Dice, 21> all_dice() { return rolls(std::make_index_sequence<21>()); }

int Board::pips(Color color) const {
    int sum = 0;
    for (int i = 1; i <= Spot::bar().index(); ++i) sum += i * count(color, *Spot::at(i));
    return sum;
}

bool Board::all_home(Color color) const {
    const Spot last = rearmost(color);
    return last.is_off() || last.in_home();
}

Spot Board::rearmost(Color color) const {
    int i = Spot::bar().index();
    while (i > 0 && count(color, *Spot::at(i)) == 0) --i;
    return *Spot::at(i);
}

bool Board::move(Color color, CheckerMove move) {
    set(color, move.from, count(color, move.from) - 1);
    set(color, move.to, count(color, move.to) + 1);
    if (!move.to.is_point() || opposing(color, move.to) != 1) return false;
    const Color hit = opponent(color);
    set(hit, move.to.mirrored(), 0);
    set(hit, Spot::bar(), count(hit, Spot::bar()) + 1);
    return true;
}

Board start_board(StartName name) {
    switch (name) {
        case StartName::standard: return with_both({{24, 2}, {13, 5}, {8, 3}, {6, 5}});
        case StartName::gitgammon: return with_both({{19, 5}, {17, 3}, {12, 5}, {1, 2}});
        case StartName::nackgammon: return with_both({{24, 2}, {23, 2}, {13, 4}, {8, 3}, {6, 4}});
    }
    std::unreachable();
}

std::string_view to_string(StartName name) {
    switch (name) {
        case StartName::standard: return "standard";
        case StartName::gitgammon: return "gitgammon";
        case StartName::nackgammon: return "nackgammon";
    }
    std::unreachable();
}

}  // namespace arbiter::backgammon

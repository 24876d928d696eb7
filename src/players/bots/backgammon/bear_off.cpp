#include "players/bots/backgammon/bear_off.hpp"

#include <algorithm>
#include <limits>

#include "core/backgammon/board/generate.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Spot;
using Home = std::array<int, 6>;  // checkers on the points 1 to 6

constexpr std::size_t chosen(std::size_t from, std::size_t count) {
    std::size_t ways = 1;
    for (std::size_t i = 0; i < count; ++i) ways = ways * (from - i) / (i + 1);
    return from < count ? 0 : ways;
}

constexpr std::size_t homes = chosen(BearOffTable::checkers_max + 6, 6);

/// Numbers them from 0 without gaps: the sums of the checkers up to each point, spread so that they
/// rise, are a choice of six numbers.
std::size_t number_of(const Home& home) {
    std::size_t number = 0;
    std::size_t sum = 0;
    for (std::size_t i = 0; i < home.size(); ++i) {
        sum += static_cast<std::size_t>(home[i]);
        number += chosen(sum + i, i + 1);
    }
    return number;
}

template <class CountAt>
Home home_of(CountAt count_at) {
    Home home{};
    for (int i = 0; i < 6; ++i) home[static_cast<std::size_t>(i)] = count_at(*Spot::at(i + 1));
    return home;
}

int pips_of(const Home& home) {
    int pips = 0;
    for (int i = 0; i < 6; ++i) pips += (i + 1) * home[static_cast<std::size_t>(i)];
    return pips;
}

void list(Home& home, std::size_t point, int left, std::vector<Home>& all) {
    if (point == home.size()) {
        all.push_back(home);
        return;
    }
    for (home[point] = 0; home[point] <= left; ++home[point]) {
        list(home, point + 1, left - home[point], all);
    }
    home[point] = 0;
}

Board alone(const Home& home) {
    Board board;
    for (int i = 0; i < 6; ++i) {
        board.set(Color::white, *Spot::at(i + 1), home[static_cast<std::size_t>(i)]);
    }
    return board;
}

}  // namespace

BearOffTable::BearOffTable() : rolls_(homes), average_(homes) {
    std::vector<Home> all;
    Home none{};
    list(none, 0, checkers_max, all);
    std::ranges::sort(all, {}, pips_of);
    for (const Home& home : all) compute(home);
}

/// All that can follow has fewer pips and is known.
void BearOffTable::compute(const Home& home) {
    const std::size_t number = number_of(home);
    Rolls& rolls = rolls_[number];
    if (pips_of(home) == 0) {
        rolls[0] = 1;
        return;
    }
    const Board board = alone(home);
    for (const backgammon::Dice dice : backgammon::all_dice()) {
        std::size_t best = number;
        float fewest = std::numeric_limits<float>::max();
        for_each_turn(board, Color::white, backgammon::Hand(dice), [&](const auto& line) {
            const std::size_t next =
                number_of(home_of([&](Spot spot) { return line.own().count(spot); }));
            if (average_[next] >= fewest) return;
            fewest = average_[next];
            best = next;
        });
        const float weight = dice.is_double() ? 1 / 36.F : 2 / 36.F;
        for (std::size_t i = 0; i < rolls_max; ++i) {
            rolls[std::min(i + 1, rolls_max - 1)] += weight * rolls_[best][i];
        }
    }
    for (std::size_t i = 0; i < rolls_max; ++i)
        average_[number] += static_cast<float>(i) * rolls[i];
}

const BearOffTable& BearOffTable::instance() {
    static const BearOffTable table;
    return table;
}

const BearOffTable::Rolls* BearOffTable::rolls(const Board& board, Color color) const {
    const int left = backgammon::checkers_each - board.count(color, Spot::off());
    if (left > checkers_max || !board.all_home(color)) return nullptr;
    return &rolls_[number_of(home_of([&](Spot spot) { return board.count(color, spot); }))];
}

std::optional<float> BearOffTable::won_by_roller(const Board& board, Color roller) const {
    const Rolls* own = rolls(board, roller);
    const Rolls* other = rolls(board, opponent(roller));
    if (own == nullptr || other == nullptr) return std::nullopt;
    float won = 0;
    float not_faster = 0;  // the chance that the other side needs as many rolls or more
    for (std::size_t i = rolls_max; i-- > 0;) {
        not_faster += (*other)[i];
        won += (*own)[i] * not_faster;
    }
    return std::min(won, 1.F);
}

}  // namespace arbiter::players

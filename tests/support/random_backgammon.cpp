#include "tests/support/random_backgammon.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <random>

namespace arbiter::backgammon::testing {

namespace {

// The engine is specified to the bit, the standard's distributions are not.
using Random = std::mt19937_64;

int below(Random& random, int limit) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
}

Die rolled(Random& random) { return *Die::showing(1 + below(random, 6)); }

Hand rolled_hand(Random& random) { return Hand(Dice(rolled(random), rolled(random))); }

/// Puts a side's checkers on points up to `rearmost` that the other side has left free.
void scatter(Board& board, Color color, int rearmost, Random& random) {
    const int elsewhere = below(random, 4) == 0 ? below(random, checkers_each + 1) : 0;
    const Spot other = below(random, 3) == 0 ? Spot::bar() : Spot::off();
    board.set(color, other, elsewhere);
    for (int left = checkers_each - elsewhere; left > 0;) {
        const Spot spot = *Spot::point(1 + below(random, rearmost));
        if (board.opposing(color, spot) > 0) {
            rearmost = std::min(rearmost + 1, 24);
            continue;
        }
        const int placed = std::min(left, 1 + below(random, 3));
        board.set(color, spot, board.count(color, spot) + placed);
        left -= placed;
    }
}

Board made_up(Random& random) {
    Board board;
    const Color first = below(random, 2) == 0 ? Color::white : Color::black;
    for (const Color color : {first, opponent(first)}) {
        scatter(board, color, 1 + below(random, below(random, 2) == 0 ? 6 : 24), random);
    }
    return board;
}

}  // namespace

std::vector<PositionRoll> random_game(std::uint64_t seed, StartName start) {
    Random random(seed);
    std::vector<PositionRoll> rolls;
    Color color = below(random, 2) == 0 ? Color::white : Color::black;
    for (Board board = start_board(start); board.pips(opponent(color)) > 0;) {
        rolls.push_back({board, color, rolled_hand(random)});
        const auto choices = legal_turns(board, color, rolls.back().hand);
        board = choices[static_cast<std::size_t>(below(random, static_cast<int>(choices.size())))]
                    .after;
        color = opponent(color);
    }
    return rolls;
}

std::vector<PositionRoll> game_rolls(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    constexpr std::array starts{StartName::standard, StartName::gitgammon, StartName::nackgammon};
    std::vector<PositionRoll> rolls;
    for (std::size_t game = 0; rolls.size() < count; ++game) {
        std::ranges::copy(random_game(random(), starts[game % starts.size()]),
                          std::back_inserter(rolls));
    }
    rolls.erase(rolls.begin() + static_cast<std::ptrdiff_t>(count), rolls.end());
    return rolls;
}

std::vector<PositionRoll> made_up_rolls(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<PositionRoll> rolls;
    while (rolls.size() < count) {
        const Color color = below(random, 2) == 0 ? Color::white : Color::black;
        Hand hand = rolled_hand(random);
        while (hand.size() > 1 && below(random, 8) == 0) hand.use(hand[hand.size() - 1]);
        rolls.push_back({made_up(random), color, hand});
    }
    return rolls;
}

}  // namespace arbiter::backgammon::testing

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "core/backgammon/position.hpp"
#include "core/backgammon/rules.hpp"
#include "players/bots/backgammon/judge.hpp"
#include "players/bots/bot.hpp"

/// How the net of backgammon has learnt: by games against itself, after each move of which the
/// judgement of the board before is moved towards that of the board after (TD(0), as in Tesauro's
/// TD-Gammon).
///
///     ARBITER_TRAINING_GAMES=300000 ARBITER_WEIGHTS=weights.txt test_matches --gtest_filter=Training.*
///
/// writes weights for players/bots/backgammon/weights.cpp.
namespace arbiter::players {
namespace {

using backgammon::Board;
using backgammon::Dice;
using backgammon::Die;

Dice rolled(Random& random) {
    const auto die = [&] { return *Die::showing(1 + static_cast<int>(random.below(6))); };
    const Die first = die();
    return {first, die()};
}

Board best_move(const BackgammonNet& net, const Board& board, Color color, Dice dice) {
    Board best = board;
    float most = -10;
    for (const auto& choice : legal_turns(board, color, backgammon::Hand(dice))) {
        const float equity = chances_after_move(net, choice.after, color).equity();
        if (equity <= most) continue;
        most = equity;
        best = choice.after;
    }
    return best;
}

bool is_over(const Board& board, Color mover) {
    return board.count(mover, backgammon::Spot::off()) == backgammon::checkers_each;
}

/// One game, from which the net learns.
void learn_from_game(BackgammonNet& net, Random& random, float rate) {
    Board board = start_board(backgammon::StartName::standard);
    Color color = random.below(2) == 0 ? Color::white : Color::black;
    while (has_contact(board)) {
        const Color other = opponent(color);
        const Board next = best_move(net, board, color, rolled(random));
        // What the side that has moved expects now, the other side expected the reverse of.
        const BackgammonChances now = chances_after_move(net, next, color);
        net.learn(BackgammonInputs(board, other), now.turned(), rate);
        if (is_over(next, color)) return;
        board = next;
        color = other;
    }
}

/// Points a game that the first net wins from the second, without a cube.
double points_a_game(const PerColor<const BackgammonNet*>& nets, int games) {
    double points = 0;
    for (int i = 0; i < games; ++i) {
        Random random(mixed(77, static_cast<std::uint64_t>(i / 2)));
        Board board = start_board(backgammon::StartName::standard);
        Color color = i % 2 == 0 ? Color::white : Color::black;
        while (true) {
            board = best_move(*nets[color], board, color, rolled(random));
            if (is_over(board, color)) break;
            color = opponent(color);
        }
        const auto level = static_cast<int>(backgammon::level_of(board, color));
        points += color == Color::white ? level : -level;
    }
    return points / games;
}

TEST(Training, MakesTheNetBetter) {
    const char* wanted = std::getenv("ARBITER_TRAINING_GAMES");
    const char* file = std::getenv("ARBITER_WEIGHTS");
    const int games = wanted != nullptr ? std::atoi(wanted) : 1'000;
    const BackgammonNet untrained(1);
    BackgammonNet net(1);
    Random random(2);
    for (int i = 0; i < games; ++i) {
        const float done = static_cast<float>(i) / static_cast<float>(games);
        learn_from_game(net, random, 0.1F * (1 - done) + 0.01F * done);
        const bool report = file != nullptr && (i + 1) % 10'000 == 0;
        if (!report) continue;
        std::ofstream(file) << net.text();
        std::printf("%d games: %+.3f against the bots' net\n", i + 1,
                    points_a_game({&net, &trained_backgammon_net()}, 1'000));
    }
    EXPECT_GT(points_a_game({&net, &untrained}, 200), 0.5);
}

TEST(Training, TheBotsNetIsTheBestSoFar) {
    BackgammonNet net(1);
    Random random(2);
    for (int i = 0; i < 500; ++i) learn_from_game(net, random, 0.1F);
    EXPECT_GT(points_a_game({&trained_backgammon_net(), &net}, 200), 0.2);
}

}  // namespace
}  // namespace arbiter::players

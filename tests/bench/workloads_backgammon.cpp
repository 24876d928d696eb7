#include <random>
#include <stdexcept>

#include "core/backgammon/board/generate.hpp"
#include "tests/bench/workloads.hpp"
#include "tests/support/random_backgammon.hpp"

namespace arbiter::bench {

namespace {

using backgammon::Board;
using backgammon::Line;

std::uint64_t trace_of(const Line& line) {
    const auto [low, high] = line.own().words();
    return low + high + line.hits();
}

/// Turns of both sides until one has borne off all its checkers.
class RandomPlayer {
public:
    explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

    void play(Board board) {
        for (Color color = Color::white; board.pips(opponent(color)) > 0; color = opponent(color)) {
            const backgammon::Turn turn = chosen(board, color);
            for (const backgammon::CheckerMove move : turn.moves()) board.move(color, move);
        }
    }

private:
    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

    backgammon::Turn chosen(const Board& board, Color color) {
        const auto die = [&] { return *backgammon::Die::showing(1 + static_cast<int>(below(6))); };
        const backgammon::Hand hand(backgammon::Dice(die(), die()));
        lines_.clear();
        for_each_turn(board, color, hand, [&](const Line& line) { lines_.push_back(line); });
        return lines_[below(lines_.size())].turn();
    }

    std::mt19937_64 random_;
    std::vector<Line> lines_;
};

}  // namespace

struct TurnGeneration::Rolls {
    std::vector<backgammon::testing::PositionRoll> list;
};

TurnGeneration::TurnGeneration(std::size_t rolls)
    : rolls_(std::make_unique<Rolls>(backgammon::testing::game_rolls(1, rolls))) {}

TurnGeneration::~TurnGeneration() = default;

Count TurnGeneration::run(int rounds) const {
    std::uint64_t trace = 0;
    for (int round = 0; round < rounds; ++round) {
        for (const auto& [board, color, hand] : rolls_->list) {
            for_each_turn(board, color, hand, [&](const Line& line) { trace += trace_of(line); });
        }
    }
    // Nobody bears off all checkers in every turn.
    if (trace == 0) throw std::runtime_error("there are no boards");
    return static_cast<Count>(rounds) * rolls_->list.size();
}

Count random_backgammon(int games, std::uint64_t seed) {
    RandomPlayer player(seed);
    for (int i = 0; i < games; ++i) player.play(start_board(backgammon::StartName::standard));
    return static_cast<Count>(games);
}

}  // namespace arbiter::bench

#pragma once

#include <optional>

#include "players/bots/go/reading_board.hpp"

namespace arbiter::players {

/// Reads ladders: one side runs, the other gives atari again and again. It follows one line, in which
/// the attacker blocks where the runner would gain more, so it can err where both ways matter.
template <int Side>
class Ladder {
public:
    using Board = ReadingBoard<Side>;
    using Cell = go::Cell;
    using Spot = go::Spot;

    explicit Ladder(const Board& board) : board_(board) {}

    /// Whether a group in atari is taken even if it runs at once.
    bool takes(const Board& board, Spot stone) {
        if (!reads) return false;
        board_ = board;
        return runner_is_lost(stone);
    }

    /// The atari that takes a group with two liberties in the end.
    std::optional<Spot> atari(const Board& board, Spot stone) {
        if (!reads) return std::nullopt;
        board_ = board;
        const auto block = attack(stone);
        if (!block || !runner_is_lost(stone)) return std::nullopt;
        return block;
    }

private:
    static constexpr int moves_max = 2 * Side * 3;
    /// A copy of a larger board costs more than a ladder tells.
    static constexpr bool reads = Side <= 19;

    bool runner_is_lost(Spot stone) {
        const Cell runner = board_.at(stone);
        for (int move = 0; move < moves_max; ++move) {
            if (can_take_a_neighbour(stone)) return false;
            const Spot way = board_.last_liberty(stone);
            if (!board_.is_legal(way, runner)) return true;
            board_.play(way, runner);
            const int liberties = board_.liberties(stone);
            if (liberties != 2) return liberties < 2;
            if (!attack(stone)) return false;
        }
        return false;
    }

    bool can_take_a_neighbour(Spot stone) const {
        const Cell attacker = go::enemy_of(board_.at(stone));
        bool can = false;
        board_.for_each_stone(stone, [&](Spot s) {
            for (const Spot n : Board::beside(s)) {
                can = can || (board_.at(n) == attacker && board_.liberties(n) == 1);
            }
        });
        return can;
    }

    /// Plays on one of two liberties, so that the runner gains least on the other.
    std::optional<Spot> attack(Spot stone) {
        const Cell runner = board_.at(stone);
        const Cell attacker = go::enemy_of(runner);
        std::optional<Spot> best;
        int best_gain = 0;
        int gain_max = 0;
        int open = 0;
        board_.liberties_of(stone).for_each([&](Spot way) {
            // Without the other liberty, on which the attacker would be.
            const int gain = board_.preview(way, runner).liberties - 1;
            open += gain > 2 ? 1 : 0;
            gain_max = std::max(gain, gain_max);
            const bool can_block =
                board_.is_legal(way, attacker) && board_.preview(way, attacker).liberties >= 2;
            if (!can_block || (best && gain <= best_gain)) return;
            best = way;
            best_gain = gain;
        });
        // If the runner gets away on the other one, or on the one that cannot be blocked, it escapes.
        if (!best || open > 1 || (gain_max > 2 && best_gain != gain_max)) return std::nullopt;
        board_.play(*best, attacker);
        return best;
    }

    Board board_;
};

}  // namespace arbiter::players

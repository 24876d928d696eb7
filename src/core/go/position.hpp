#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/fault.hpp"
#include "core/go/board/board.hpp"
#include "core/go/board/stones.hpp"
#include "core/go/setup.hpp"

namespace arbiter::go {

/// A board on which every group has a liberty, and whose turn it is.
class Position {
public:
    using Board = BasicBoard<AnyGeometry>;

    explicit Position(Size size = {}, Color turn = Color::black);
    /// The only way from a setup to a position: all the faults, or none. `point_off_board`,
    /// `point_occupied`, `no_liberties`.
    static Reading<Position> from(const Setup& setup, const Locate& locate);
    /// A position of this game, remembered.
    static Position of(const Stones& stones, Color turn, std::optional<Point> ko);

    Size size() const { return size_; }
    Color turn() const { return turn_; }
    const Board& board() const { return board_; }
    std::optional<Color> at(Point point) const;
    bool is_empty(Point point) const { return !at(point); }
    bool full() const { return board_.empty_count() == 0; }
    /// Where the side to move may not take back at once, if the rules know ko.
    std::optional<Point> ko() const { return ko_; }

    /// The group of the stone there and its liberties, each in the order of the points; nothing
    /// where no stone stands.
    std::vector<Point> group(Point point) const;
    std::vector<Point> liberties(Point point) const;
    /// What a stone on an empty point would take, and whether it would be without liberties then.
    std::vector<Point> captures(Stone stone) const;
    bool is_suicide(Stone stone) const;

    /// A key of the stones alone; whose turn it is and ko are in `hash`.
    std::uint64_t key() const { return key_; }
    std::uint64_t recomputed_key() const;
    std::uint64_t hash() const;
    /// The key that a stone on an empty point leads to, captures and suicide included.
    std::uint64_t key_after(Stone stone) const;

    Stones stones() const;

    /// Puts a stone on an empty point; what has no liberties then is taken off, the opponent's stones
    /// first. The answer is all that was taken off. It is the opponent's turn afterwards.
    std::vector<Point> play(Stone stone);
    void pass(Color by);
    void give_turn(Color color) { turn_ = color; }

    bool operator==(const Position& other) const;

private:
    Size size_;
    Board board_;
    Color turn_;
    std::optional<Point> ko_;
    std::uint64_t key_ = 0;
};

}  // namespace arbiter::go

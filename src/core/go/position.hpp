#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/fault.hpp"
#include "core/go/board/board.hpp"
#include "core/go/board/stones.hpp"
#include "core/go/setup.hpp"

namespace arbiter::go {

/// A board on which every group has a liberty, or a full one, and the side to move.
class Position {
public:
    using Board = BasicBoard<AnyGeometry>;

    explicit Position(Size size = {}, Color turn = Color::black);
    /// Whether a board without an empty point is a position: only where it ends the game.
    enum class FullBoard : std::uint8_t { refused, accepted };

    /// The only way from a setup to a position. Reports all faults: `point_off_board`,
    /// `point_occupied`, and `no_liberties` at the first stone of each such group.
    static Reading<Position> from(const Setup& setup, const Locate& locate,
                                  FullBoard full_board = FullBoard::refused);
    /// A position that a game has kept.
    static Position of(const Stones& stones, Color turn, std::optional<Point> ko);

    Size size() const { return size_; }
    Color turn() const { return turn_; }
    const Board& board() const { return board_; }
    std::optional<Color> at(Point point) const;
    bool is_empty(Point point) const { return !at(point); }
    bool full() const { return board_.empty_count() == 0; }
    /// The point that a simple ko rule forbids to the side to move.
    std::optional<Point> ko() const { return ko_; }

    /// The group of the stone there and its liberties, each in the order of the points; empty if the
    /// point is empty.
    std::vector<Point> group(Point point) const;
    std::vector<Point> liberties(Point point) const;
    /// The stones that a stone on an empty point would capture, and whether it would have no
    /// liberties after that.
    std::vector<Point> captures(Stone stone) const;
    bool is_suicide(Stone stone) const;

    /// A key of the stones alone; `hash` includes the turn and ko.
    std::uint64_t key() const { return key_; }
    std::uint64_t recomputed_key() const;
    std::uint64_t hash() const;
    /// The key after a stone on an empty point, captures and suicide included.
    std::uint64_t key_after(Stone stone) const;

    const Stones& stones() const { return stones_; }

    /// Puts a stone on an empty point and takes off groups without liberties, the opponent's first.
    /// Returns the points of all stones taken off. It is the opponent's turn afterwards.
    std::vector<Point> play(Stone stone);
    void pass(Color by);
    void give_turn(Color color) { turn_ = color; }

    bool operator==(const Position& other) const;

private:
    /// Takes nothing off.
    void set_up(Stone stone);

    Size size_;
    Board board_;
    Stones stones_;
    Color turn_;
    std::optional<Point> ko_;
    std::uint64_t key_ = 0;
};

}  // namespace arbiter::go

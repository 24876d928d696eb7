#pragma once

#include <optional>
#include <span>
#include <utility>

#include "core/backgammon/setup.hpp"
#include "core/base/fault.hpp"

namespace arbiter::backgammon {

struct Rules;

/// A position that can be played from, with the match around it: 15 checkers a side, no point
/// shared, dice exactly while a side has to move, a cube that shows a power of two.
class Position {
public:
    static constexpr int cube_value_max = 1 << 20;
    static constexpr int score_max = (1 << 30) - 1;

    /// The opening roll of the first game.
    explicit Position(StartName start = StartName::standard);

    /// The only way from a setup to a position: all the faults, or none. They stand at `place`:
    /// `wrong_checker_count`, `shared_point`, `game_is_over`, `dice_disagree`, `bad_cube`,
    /// `bad_score`, `match_is_over`.
    static Reading<Position> from(const Setup& setup, const Rules& rules, const Place& place = {});

    const Setup& setup() const { return setup_; }
    const Board& board() const { return setup_.board; }
    Stage stage() const { return setup_.stage; }
    /// The side to act; White in the stage `opening_roll`.
    Color turn() const { return setup_.turn; }
    /// The side that rolls or has rolled; while a double is answered, the side that doubled.
    Color on_roll() const { return stage() == Stage::response ? opponent(turn()) : turn(); }
    const std::optional<Dice>& dice() const { return setup_.dice; }
    std::span<const Die> dice_used() const { return setup_.dice_used; }
    const Cube& cube() const { return setup_.cube; }
    const PerColor<int>& score() const { return setup_.score; }
    bool crawford_game() const { return setup_.crawford_game; }
    const std::optional<Resignation>& resignation() const { return setup_.resignation; }
    const std::optional<Color>& beavered_by() const { return setup_.beavered_by; }
    bool is_raccooned() const { return setup_.is_raccooned(); }

    /// The dice that are still to be played; only in the stage `move`.
    Hand hand() const;

    // What the rules lead to. Each must be legal here: nothing is checked.

    /// One die each, and they differ.
    Position after_opening(PerColor<Die> rolled) const;
    /// A tie of the opening roll.
    Position after_automatic_double() const;
    Position after_roll(Dice dice) const;
    /// A turn that leads to this board.
    Position after_turn(const Board& board) const;
    /// A raccoon too: it doubles what the beaver has made of the cube.
    Position after_double() const;
    Position after_take() const;
    Position after_beaver() const;
    Position with_resignation(std::optional<Resignation> offer) const;
    /// The next game of a match.
    Position next_game(const Rules& rules, const PerColor<int>& new_score) const;
    /// The end of the match, or of a game for money.
    Position won(Color winner, const PerColor<int>& new_score) const;

    bool operator==(const Position&) const = default;

private:
    explicit Position(Setup setup) : setup_(std::move(setup)) {}
    template <class Change>
    Position changed(Change change) const;

    Setup setup_;
};

}  // namespace arbiter::backgammon

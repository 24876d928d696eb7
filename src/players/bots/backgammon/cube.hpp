#pragma once

#include "core/backgammon/position.hpp"
#include "core/backgammon/rules.hpp"
#include "players/bots/backgammon/net.hpp"

/// Doubling decisions by the value of each result: points for money, in a match the chance to win it.
namespace arbiter::players {

/// What a score in a match is worth to a side, from 0 to 1; `away` is what each still needs.
double match_chance(const backgammon::Rules& rules, const PerColor<int>& away, Color side);

/// The decisions about one cube in one position.
class BackgammonCube {
public:
    /// `chances` are those of the side that is about to roll, whose turn it is in `position` or, if a
    /// double is on the table, the side that has offered it.
    BackgammonCube(const backgammon::Rules& rules, const backgammon::Position& position,
                   Color roller, const BackgammonChances& chances);

    /// Whether the side to roll should double: the other side does not gain by dropping yet but soon
    /// will, or it already drops and playing on for a gammon is worth less.
    bool should_double() const;
    /// Whether the other side should take.
    bool should_take() const;
    /// Whether the other side should turn the cube back at once.
    bool should_beaver() const;

private:
    struct Line;  // what a cube is worth as the chance to win goes from 0 to 1

    double value(int points, Color winner) const;
    Line played_with(int cube_value, bool gammons_count) const;

    const backgammon::Rules& rules_;
    const backgammon::Position& position_;
    Color roller_;
    BackgammonChances chances_;
};

}  // namespace arbiter::players

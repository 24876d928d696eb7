#pragma once

#include "core/backgammon/position.hpp"
#include "core/backgammon/rules.hpp"
#include "players/bots/backgammon/chances.hpp"

/// What a position is worth with the cube, at the score.
///
/// Rick Janowski's model ("Take-points in money games", 1993): between a cube that is never turned
/// again and one that is always turned at the very moment the other side would as well drop as take,
/// real cubes are worth a part of the way. Here it is computed with the chances to win the match,
/// from the highest cube that matters down.
namespace arbiter::players {

/// How far the cube is on the way from dead (0) to always turned at the best moment (1).
double cube_efficiency(const backgammon::Board& board);

/// Equities of the side that is about to roll. 1 is what it is worth to win a single game with the
/// cube as it is, -1 to lose one.
struct CubeEquities {
    bool may_double = false;
    double no_double = 0;
    double take = 0;  ///< after a double that is taken, or beavered where that is agreed and better
    double drop = 1;

    bool should_double() const;
    bool should_take() const { return take <= drop; }
    /// With the best decisions of both sides.
    double best() const;
};

class CubeLines;

/// The cube and the score of a position; the board may be any that comes of it.
class BackgammonCube {
public:
    BackgammonCube(const backgammon::Rules& rules, const backgammon::Position& position);

    /// `chances` are those of `roller`, who is about to roll.
    CubeEquities equities(const BackgammonChances& chances, Color roller, double efficiency) const;
    /// The equity of `roller` with the cube as it is. Where the best decision is to cash, all boards
    /// would be worth the same; this still tells them apart.
    double equity(const BackgammonChances& chances, Color roller, double efficiency) const;
    /// What it is worth to `side` that `winner` wins these points.
    double result(int points, Color winner, Color side) const;
    /// With the chances alone: points for money, in a match by what each result is worth there.
    double without_cube(const BackgammonChances& chances, Color side) const;
    /// The chance to win the match, or for money half of one and an equity.
    double match_chance_at(double equity, Color side) const;
    /// A difference of equities in points for money, in a match from -1 (lost) to 1 (won).
    double in_result(double difference, Color side) const;

private:
    friend CubeLines;
    double after_take(const CubeLines& lines, Color roller, double efficiency) const;
    bool can_turn(Color side, int value) const;
    /// In points or chances to win the match.
    double worth(int points, Color winner, Color side) const;
    double normal(double value, Color side) const;

    backgammon::Rules rules_;
    backgammon::Cube cube_;
    PerColor<int> away_;
    bool no_cube_;
    bool crawford_played_;
    bool counts_points_;  // for money, and in a match that is as good as decided
};

}  // namespace arbiter::players

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// The strength of players, estimated from their results against each other.
///
/// The model is Bradley and Terry's with Davidson's draws (1970) and an advantage of the side that
/// moves first. Of strengths p and q, where p moves first and g is the advantage,
///
///     p wins : draw : q wins   as   g p : v sqrt(g p q) : q
///
/// The strengths that make the results most likely are found by Newton's method: the likelihood is
/// concave, so there is one answer. Ratings are relative to the average of all.
namespace arbiter::arena {

/// How two players fared. `first` had the side that moves first.
struct Encounters {
    std::size_t first;
    std::size_t second;
    double first_wins = 0;
    double draws = 0;
    double second_wins = 0;
};

/// In Elo. As in BayesElo, the scale is stretched so that near opponents score as Elo's formula
/// says, however many draws there are: by 2 / (2 + v).
struct Rating {
    double elo = 0;
    double error = 0;  ///< the interval of 95 % is elo - error to elo + error
};

struct Ratings {
    std::vector<Rating> players;
    std::optional<Rating> first_move;  ///< what it is worth to move first
    double draw_rate = 0;              ///< between equals, were neither first
};

struct RatingTerms {
    /// Before any game a player's rating is taken to be spread around the average with this standard
    /// deviation. So a player who won or lost everything has a rating too; a few dozen games
    /// outweigh it. Nothing: likelihood alone, which must have a maximum then.
    std::optional<double> prior_elo = 1000;
    bool has_first_move = true;  ///< whether one side is the first in this game
};

Ratings rate(std::size_t players, std::span<const Encounters> encounters,
             const RatingTerms& terms = {});

/// The expected score, from 0 to 1, of a player who is stronger by this much.
double expected_score(double elo);

}  // namespace arbiter::arena

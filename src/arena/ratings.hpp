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
/// concave, so there is one answer. The Elo difference of two players is the one that Elo's formula
/// has for their expected score, so it means the same however many draws there are:
///
///     400 log10(s / (1 - s)),  s = (sqrt(p/q) + v/2) / (sqrt(p/q) + v + sqrt(q/p))
///
/// A rating is the average of the differences from all players, or from the anchors, whose ratings
/// are given.
///
/// Intervals are those of the profile likelihood: every rating for which some strengths, g and v make
/// the results likely enough. Unlike intervals from the curvature at the maximum they hold in short
/// matches and where nearly all is drawn. Half a win for each side, as in Jeffreys' interval of a
/// proportion, is added to what two players did to each other, less where games are drawn or they
/// have other opponents; twice the logarithm of the likelihood may fall by 3.84 n / (n + 1), where n is
/// the number of games that were won and 0.45 for each draw, ten draws at most. With both the coverage is
/// near 95 % from two games on.
namespace arbiter::arena {

/// How two players fared. `first` had the side that moves first.
struct Encounters {
    std::size_t first;
    std::size_t second;
    double first_wins = 0;
    double draws = 0;
    double second_wins = 0;
};

/// In Elo, with its interval of 95 %.
struct Rating {
    double elo = 0;
    double low = 0;
    double high = 0;
    double error() const { return (high - low) / 2; }
};

struct Ratings {
    std::vector<Rating> players;
    std::optional<Rating> first_move;  ///< what it is worth to move first
    double draw_rate = 0;              ///< between equals, were neither first
};

struct RatingTerms {
    /// Before any game a player's rating is taken to be spread around the average with this standard
    /// deviation. So a player who won or lost everything has a rating too; a few dozen games
    /// outweigh it. Nothing: likelihood alone, which must have a maximum then, and no added wins.
    std::optional<double> prior_elo = 1000;
    bool has_first_move = true;  ///< whether one side is the first in this game
    /// The given ratings by player; nothing, or fewer than there are players: none.
    std::vector<std::optional<double>> anchors{};
};

Ratings rate(std::size_t players, std::span<const Encounters> encounters,
             const RatingTerms& terms = {});

/// The expected score, from 0 to 1, of a player who is stronger by this much.
double expected_score(double elo);

}  // namespace arbiter::arena

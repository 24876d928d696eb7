#pragma once

#include <optional>
#include <vector>

#include "core/backgammon/position.hpp"
#include "core/backgammon/rules.hpp"
#include "players/bots/backgammon/cube.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// How a level judges. A node is one board that is judged.
struct BackgammonLevel {
    std::uint64_t nodes;
    float error_max;      ///< by how many points it misjudges a board at most
    std::size_t replies;  ///< for how many of its best turns it looks at every reply
    std::size_t returns;  ///< and for how many at every turn after the best reply too
    int cube_plies;       ///< rolls that it looks ahead before it decides about the cube
};
BackgammonLevel backgammon_level(int level);

/// A turn and what it leads to, for the side that makes it.
struct JudgedTurn {
    backgammon::Choice choice;
    BackgammonChances chances;  ///< after the turn
    double equity;              ///< with the cube at the score; see `CubeEquities`
    double cubeless;            ///< with the chances alone at the score
};

/// Judges what can come of one position.
class BackgammonSearch {
public:
    BackgammonSearch(const backgammon::Rules& rules, const backgammon::Position& position,
                     const BackgammonLevel& level, std::uint64_t seed, const SearchLimits& limits)
        : cube_(rules, position),
          position_(position),
          level_(level),
          seed_(seed),
          limits_(limits) {}

    /// The legal turns with these dice, the best first. Not all of them if the limits allow fewer,
    /// but always one.
    std::vector<JudgedTurn> turns(const backgammon::Hand& hand);
    /// The chances of the side about to roll, averaged over all rolls of the next plies.
    BackgammonChances before_roll(int plies);
    CubeEquities cube_equities(const BackgammonChances& chances) const;

private:
    bool out_of_budget();
    std::optional<BackgammonChances> judged(const backgammon::Board& board, Color mover);
    double equity_after(const backgammon::Board& board, Color mover,
                        const BackgammonChances& chances) const;
    double misjudged(double equity) const;
    void look_further(std::vector<JudgedTurn>& turns, std::size_t count, int plies);
    std::optional<BackgammonChances> averaged(const backgammon::Board& board, Color roller,
                                              int plies);
    std::optional<BackgammonChances> after_roll(const backgammon::Board& board, Color roller,
                                                backgammon::Dice dice, int plies);

    BackgammonCube cube_;
    const backgammon::Position& position_;
    const BackgammonLevel& level_;
    std::uint64_t seed_;
    const SearchLimits& limits_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace arbiter::players

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/go/position.hpp"
#include "core/go/rules.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

/// What is searched: a position and the points where the side to move may play.
struct GoTask {
    const go::Position& position;
    const std::vector<go::Point>& candidates;
    std::optional<go::Point> last{};
    /// The number of points that Black must have more than White on the board for a draw.
    go::HalfPoints black_needs{};
    std::uint64_t seed = 0;
};

/// What is known about a move.
struct GoCandidate {
    std::optional<go::Point> move;  ///< nothing: a pass
    std::uint64_t visits = 0;
    double chance = 0.5;  ///< that the side to move wins
    double score = 0;     ///< the points by which it wins on average
    double prior = 0;     ///< how likely it seemed before any playout; all together 1
    std::vector<std::optional<go::Point>> line;  ///< the moves expected, beginning with this one
};

struct GoReport {
    std::uint64_t playouts = 0;
    double chance = 0.5;                  ///< that the side to move wins
    double score = 0;                     ///< the points by which it wins on average
    double score_deviation = 0;           ///< the standard deviation of that in the playouts
    std::vector<GoCandidate> candidates;  ///< the best first, the pass included
    /// For each point: the share of playouts in which it is Black's.
    std::vector<float> black_share;

    /// The best candidate that is not a pass.
    std::optional<go::Point> move() const;
};

/// Monte-Carlo tree search. The tree grows where playouts are won; the value of a point anywhere in a
/// playout (RAVE, rapid action value estimation) and a first estimate of every move guide the choice
/// until a node has enough visits of its own.
class GoSearch {
public:
    explicit GoSearch(const GoTask& task);
    ~GoSearch();
    GoSearch(const GoSearch&) = delete;
    GoSearch& operator=(const GoSearch&) = delete;
    GoSearch(GoSearch&&) noexcept;
    GoSearch& operator=(GoSearch&&) noexcept;

    /// Takes over what an earlier search found below these moves, which led from its position to this
    /// one; nothing is a pass.
    void inherit(const GoSearch& earlier, std::span<const std::optional<go::Point>> moves);

    /// Continues until the limits are reached.
    void run(const SearchLimits& limits);
    GoReport report() const;

    /// What the sizes of board have in common.
    class Tree;

private:
    std::unique_ptr<Tree> tree_;
};

/// A node of the limits is one playout.
GoReport search_go(const GoTask& task, const SearchLimits& limits);

}  // namespace arbiter::players

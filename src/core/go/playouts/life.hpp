#pragma once

#include <vector>

#include "core/go/playouts/benson.hpp"
#include "core/go/position.hpp"

/// Life and death, as far as it can be determined without strong play. It is only a proposal: the
/// players decide.
namespace arbiter::go {

enum class LifeStatus : std::uint8_t {
    alive,
    dead,       ///< even if its side moves first
    seki,       ///< alive without two eyes
    unsettled,  ///< whoever moves first decides
};

enum class LifeReason : std::uint8_t {
    two_eyes,       ///< Benson: alive even if its side always passes
    inside_an_eye,  ///< of a group that is alive in that way
    playouts,       ///< nearly all playouts agree
    reading,        ///< a local search
};

struct GroupLife {
    Color color;
    std::vector<Point> stones;
    LifeStatus status;
    LifeReason reason;
    float survival;  ///< the share of playouts in which the group stayed
    /// After reading: the moves that show it, alternately, beginning with `first`; nothing is a pass.
    std::vector<std::optional<Point>> line{};
    std::optional<Color> first{};
};

/// One entry for each group, in the order of the points. The same position gives the same result.
std::vector<GroupLife> life_and_death(const Position& position);

/// The stones of the groups that are dead, and of those that are unsettled and mostly die in the
/// playouts, in the order of the points.
std::vector<Point> dead_stones_proposal(const Position& position);

}  // namespace arbiter::go

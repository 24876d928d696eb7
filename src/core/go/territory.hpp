#pragma once

#include "core/go/eyes.hpp"
#include "core/go/rules.hpp"

namespace arbiter::go {

/// What each side surrounds at the end of play, as the Japanese rules count it (article 8): a group
/// that lives without two eyes is in seki and has no territory.
struct Territory {
    Grid owners;  ///< of empty points, and of points with dead stones
    Grid seki;    ///< where a group stands or surrounds points in seki: its colour
};

/// Dame need not be filled. The ideas are those of lightvector's goscorer.
Territory territory(const MarkedBoard& board, FalseEyes false_eyes = FalseEyes::filled);

}  // namespace arbiter::go

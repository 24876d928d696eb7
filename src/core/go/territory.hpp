#pragma once

#include "core/go/eyes.hpp"

namespace arbiter::go {

/// What each side surrounds at the end of play, as the Japanese rules count it (article 8): a group
/// that lives without two eyes is in seki and has no territory, and a false eye counts nothing,
/// because it must be filled in the end.
struct Territory {
    Grid owners;  ///< of empty points, and of points with dead stones
    Grid seki;    ///< where a group stands or surrounds points in seki: its colour
};

/// Dame need not be filled. The ideas are those of lightvector's goscorer.
Territory territory(const MarkedBoard& board);

}  // namespace arbiter::go

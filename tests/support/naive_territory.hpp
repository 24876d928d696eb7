#pragma once

#include <optional>
#include <set>

#include "tests/support/naive_go.hpp"

/// Territory and seki once more, straight from the definitions in core/go/RULES.md, as slowly and plainly
/// as possible. It shares nothing with core/ but the names of things.
namespace arbiter::go::naive {

/// A board on which living stones are drawn as 'X' and 'O', dead ones as 'x' and 'o'.
struct Territory {
    Picture owners;  ///< of empty points and dead stones
    Picture seki;    ///< of all that stands or lies in seki

    bool operator==(const Territory&) const = default;
};

/// Nothing where the definitions say too little: both sides reach a space of several points, or a
/// larger eye holds dead stones or false points.
std::optional<Territory> territory(Size size, const Picture& picture);

/// Whether the side that owns a space can live in it if it moves first and has nothing else: every
/// line of play is tried. At most six points.
bool lives_in(const std::set<Point>& space);

}  // namespace arbiter::go::naive

#pragma once

#include <vector>

#include "core/go/board/point.hpp"

namespace arbiter::go {

/// The points that a board marks with dots, in order: the corner stars, on the third lines if a side
/// is up to 12 long and on the fourth lines from 13; the centre where both sides are odd; and the
/// middle of a side that is odd and at least 15 long. Boards narrower than 5 have none.
std::vector<Point> star_points(Size size);

/// The number of stones that have fixed places: 9 on odd boards from 7x7, 4 where a side is even, 0 on smaller
/// boards. (GTP 2 allows only 4 on 7x7.)
int fixed_handicap_max(Size size);

/// The places of 2 or more handicap stones in the order of GTP 2, section 4.1.1, which defines them
/// for square boards; on others each side has its own lines. Empty if the board has no fixed places
/// for that many.
std::vector<Point> fixed_handicap(Size size, int stones);

}  // namespace arbiter::go

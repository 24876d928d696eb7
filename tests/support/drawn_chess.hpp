#pragma once

#include <string_view>

#include "core/chess/position.hpp"

namespace arbiter::chess {

/// A position from a drawing, the eighth rank first: letters as in FEN, . is empty. Blanks are for
/// the eye. `fields` is what a FEN has after the placement: "b", "w KQkq", "w - e6 0 1".
Position drawn(std::string_view drawing, std::string_view fields = "w");

/// The same for a position that need not be valid.
Setup drawn_setup(std::string_view drawing, std::string_view fields = "w");

}  // namespace arbiter::chess

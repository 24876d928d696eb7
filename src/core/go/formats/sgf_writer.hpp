#pragma once

#include <string>

#include "core/go/formats/sgf_game.hpp"

namespace arbiter::go {

/// FF[4] in UTF-8. A property whose name is not an SGF identifier is left out; a bracket that would
/// end a value too early is escaped.
std::string write_sgf(const SgfGame& game);

}  // namespace arbiter::go

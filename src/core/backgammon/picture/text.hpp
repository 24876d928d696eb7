#pragma once

#include <string>

#include "core/backgammon/picture/describe.hpp"

namespace arbiter::backgammon {

/// The board in letters as GNU Backgammon draws it, White as X, or in lines and discs.
std::string text_board(const Scene& scene, const RenderOptions& options);

}  // namespace arbiter::backgammon

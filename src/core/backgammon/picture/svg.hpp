#pragma once

#include <string>

#include "core/backgammon/picture/describe.hpp"

namespace arbiter::backgammon {

/// A self-contained SVG. The points are numbered as the player at the bottom counts them. Every
/// point, both halves of the bar and both trays are elements of the class `spot` that catch clicks,
/// with `data-point` (1 to 24 as labelled, "bar", "off"), `data-index` (0 to 23 as in `gitgammon`),
/// `data-color` and `data-count`, so that a page can make it interactive; title and description
/// speak the position. The themes are light, dark, auto and print.
std::string svg_board(const Scene& scene, const RenderOptions& options);

}  // namespace arbiter::backgammon

/// Draws what people marked on a board: marks, labels, arrows. Every game's board has places of 100
/// units.
///
/// ```cpp
/// #include "core/contract/remark_svg.hpp"
///
/// SvgWriter out;
/// const std::vector<Remark> remarks{Mark{Mark::Shape::circle, "e4", ""}};
/// draw_remarks(out, remarks, [](std::string_view) { return RemarkSpot{50, 50}; });
/// assert(out.take().starts_with("<circle "));
/// ```
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/svg.hpp"
#include "core/contract/annotation.hpp"

namespace arbiter {

/// The middle of a place, and what lies there.
struct RemarkSpot {
    enum class Ground : std::uint8_t { light, dark };
    double x = 0;
    double y = 0;
    Ground ground = Ground::light;
};

/// Nothing for a place that the board does not have: what is said of it is not drawn.
using RemarkSpots = std::function<std::optional<RemarkSpot>(std::string_view place)>;

/// Coloured places, to be drawn before the pieces.
void draw_colored_places(SvgWriter& out, std::span<const Remark> remarks, const RemarkSpots& spots);
/// All others. Comments, times and evaluations are not drawn.
void draw_remarks(SvgWriter& out, std::span<const Remark> remarks, const RemarkSpots& spots);

}  // namespace arbiter

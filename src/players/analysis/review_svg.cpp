#include <algorithm>
#include <cmath>

#include "core/base/svg.hpp"
#include "players/analysis/review.hpp"

namespace arbiter::players {

namespace {

constexpr double curve_width = 640;
constexpr double curve_height = 160;

// White's part is light and Black's dark in every theme, as on the boards.
constexpr CssRule common[]{{".white", "fill:#f4efe4"},  {".black", "fill:#3b3733"},
                           {".half", "stroke:#8a8378"}, {".doubtful", "fill:#c9a227"},
                           {".bad", "fill:#d9822b"},    {".blunder", "fill:#cf3a24"},
                           {".dot", "stroke:#fff"}};
constexpr CssRule themed[]{{".frame", "fill:none;stroke:$line"}};
constexpr StyleSheet sheet{.common = common, .themed = themed, .print = {}};

struct CurvePoint {
    double x;
    double y;
};

/// A row of places as SVG has it.
std::string points_of(std::span<const CurvePoint> places) {
    std::string points;
    for (const auto& [x, y] : places) {
        const auto tenths = [](double value) {
            const long whole = std::lround(value * 10);
            return std::to_string(whole / 10) + "." + std::to_string(whole % 10);
        };
        points += (points.empty() ? "" : " ") + tenths(x) + "," + tenths(y);
    }
    return points;
}

/// Where the game stood after each move: from left to right by events, up for White.
std::vector<CurvePoint> places_of(const Review& review) {
    const double step =
        curve_width / static_cast<double>(std::max<std::size_t>(review.game.event_count(), 1));
    std::vector<CurvePoint> places;
    for (const ReviewedMove& move : review.moves) {
        places.push_back({static_cast<double>(move.ply + 1) * step,
                          curve_height * (1 - std::clamp(white_chance(move), 0.0, 1.0))});
    }
    return places;
}

std::string area_under(const std::vector<CurvePoint>& places) {
    std::vector<CurvePoint> corners{{0, curve_height}, {0, curve_height / 2}};
    if (!places.empty()) corners[1].y = places.front().y;
    corners.insert(corners.end(), places.begin(), places.end());
    corners.push_back({corners.back().x, curve_height});
    return points_of(corners);
}

}  // namespace

std::string curve_svg(const Review& review, std::string_view theme_name) {
    const Theme theme = theme_named(theme_name);
    const std::vector<CurvePoint> places = places_of(review);
    const std::string area = area_under(places);
    const std::string id = content_id(area);
    const std::string title = "White's chance to win, move by move";
    SvgWriter out;
    const SvgHead head{.game = "curve",
                       .theme = theme,
                       .id = id,
                       .title = title,
                       .description = std::string_view(),
                       .width = static_cast<int>(curve_width),
                       .box = {-1, -1, curve_width + 2, curve_height + 2}};
    out.picture(head, [&] {
        out.style(write_css(sheet, "curve", theme));
        out.leaf("rect", {{"class", "black"}, {"width", curve_width}, {"height", curve_height}});
        out.leaf("polygon", {{"class", "white"}, {"points", area}});
        out.leaf("path", {{"class", "half"}, {"d", "M0 80H640"}, {"stroke-dasharray", "4 4"}});
        for (std::size_t i = 0; i < places.size(); ++i) {
            const ReviewedMove& move = review.moves[i];
            if (move.grade == Grade::good) continue;
            const std::string name = "dot " + std::string(to_string(move.grade));
            out.element("circle",
                        {{"class", name}, {"cx", places[i].x}, {"cy", places[i].y}, {"r", 4}},
                        [&] { out.text("title", {}, move.played.move); });
        }
        out.leaf("rect", {{"class", "frame"}, {"width", curve_width}, {"height", curve_height}});
    });
    return out.take();
}

}  // namespace arbiter::players

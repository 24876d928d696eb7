#include "core/go/picture/svg_board.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contract/remark_svg.hpp"
#include "core/go/board/handicap.hpp"

namespace arbiter::go {

namespace {

constexpr std::array<CssRule, 14> common_rules{{
    {".lines", "fill:none;stroke-linecap:square"},
    {".empty", "fill:none;pointer-events:all"},
    {".label", "font-family:system-ui,sans-serif;text-anchor:middle"},
    {".note", "font-family:system-ui,sans-serif"},
    {".count",
     "font-family:system-ui,sans-serif;font-weight:600;text-anchor:middle;"
     "pointer-events:none"},
    {".mark", "fill:none;stroke-width:7;pointer-events:none"},
    {".ring", "stroke-width:8"},
    {".cross", "stroke-linecap:round;stroke-width:10"},
    {".halo", "stroke-linecap:round;stroke-width:20"},
    {".owner", "stroke-width:3;pointer-events:none"},
    {".dead", "opacity:.45"},
    {".ghost", "opacity:.7;stroke-dasharray:14 10;stroke-width:6;pointer-events:none"},
    {".stone", "stroke-width:2.5"},
    {".turn", "stroke-width:2.5"},
}};

constexpr std::array<CssRule, 24> light_rules{{
    {".wood", "fill:#ecd2a0"},
    {".lines", "stroke:#5a4426"},
    {".star", "fill:#4a371d"},
    {".label", "fill:#6b5230"},
    {".note", "fill:#4a371d"},
    {".black-lit", "stop-color:#5d5f64"},
    {".black-body", "stop-color:#1b1c1e"},
    {".white-lit", "stop-color:#ffffff"},
    {".white-body", "stop-color:#e0ddd5"},
    {".stone.black", "stroke:#111214"},
    {".stone.white", "stroke:#57524a"},
    {".turn.black", "stroke:#111214"},
    {".turn.white", "stroke:#57524a"},
    {".on-black", "stroke:#fbfaf6"},
    {".on-white", "stroke:#1b1c1e"},
    {".count.on-black", "fill:#fbfaf6;stroke:none"},
    {".count.on-white", "fill:#1b1c1e;stroke:none"},
    {".ko", "stroke:#5a4426"},
    {".owner.black", "fill:#1b1c1e;stroke:#fbfaf6"},
    {".owner.white", "fill:#fbfaf6;stroke:#1b1c1e"},
    {".alarm", "stroke:#c4170f"},
    {".halo", "stroke:#fdf6e8"},
    {".ghost.black", "stroke:#111214"},
    {".ghost.white", "stroke:#57524a"},
}};

constexpr std::array<CssRule, 24> dark_rules{{
    {".wood", "fill:#6a5b45"},
    {".lines", "stroke:#2a2318"},
    {".star", "fill:#211b12"},
    {".label", "fill:#d8cbb4"},
    {".note", "fill:#efe6d6"},
    {".black-lit", "stop-color:#4a4d52"},
    {".black-body", "stop-color:#101113"},
    {".white-lit", "stop-color:#f6f4ee"},
    {".white-body", "stop-color:#c6c2b8"},
    {".stone.black", "stroke:#08090a"},
    {".stone.white", "stroke:#39342b"},
    {".turn.black", "stroke:#08090a"},
    {".turn.white", "stroke:#39342b"},
    {".on-black", "stroke:#f1eee6"},
    {".on-white", "stroke:#101113"},
    {".count.on-black", "fill:#f1eee6;stroke:none"},
    {".count.on-white", "fill:#101113;stroke:none"},
    {".ko", "stroke:#f1e4cb"},
    {".owner.black", "fill:#101113;stroke:#d8d3c8"},
    {".owner.white", "fill:#f1eee6;stroke:#101113"},
    {".alarm", "stroke:#ff4b3a"},
    {".halo", "stroke:#1d1810"},
    {".ghost.black", "stroke:#08090a"},
    {".ghost.white", "stroke:#f1eee6"},
}};

constexpr std::array<CssRule, 24> print_rules{{
    {".wood", "fill:#fff"},
    {".lines", "stroke:#000"},
    {".star", "fill:#000"},
    {".label", "fill:#000"},
    {".note", "fill:#000"},
    {".black-lit", "stop-color:#000"},
    {".black-body", "stop-color:#000"},
    {".white-lit", "stop-color:#fff"},
    {".white-body", "stop-color:#fff"},
    {".stone.black", "stroke:#000"},
    {".stone.white", "stroke:#000"},
    {".turn.black", "stroke:#000"},
    {".turn.white", "stroke:#000"},
    {".on-black", "stroke:#fff"},
    {".on-white", "stroke:#000"},
    {".count.on-black", "fill:#fff;stroke:none"},
    {".count.on-white", "fill:#000;stroke:none"},
    {".ko", "stroke:#000"},
    {".owner.black", "fill:#000;stroke:#fff"},
    {".owner.white", "fill:#fff;stroke:#000"},
    {".alarm", "stroke:#000"},
    {".halo", "stroke:#fff"},
    {".ghost.black", "stroke:#000"},
    {".ghost.white", "stroke:#000"},
}};

constexpr StyleSheet style_sheet{common_rules, light_rules, dark_rules, print_rules};

constexpr double half_spacing = spacing / 2.0;
constexpr int bare_margin = 70;
/// Where a board is one line wide, its points are short strokes across that line.
constexpr int stub = 22;

struct Stroke {
    int x, y, to_x, to_y;
};
void append(std::string& path, Stroke stroke) {
    path += "M" + std::to_string(stroke.x) + " " + std::to_string(stroke.y);
    path += "L" + std::to_string(stroke.to_x) + " " + std::to_string(stroke.to_y);
}

}  // namespace

// A board with more lines is drawn smaller: letters and lines grow to compensate, as long as two
// letters fit between two lines.
BoardArt::BoardArt(SvgWriter& out, Size size, const RenderOptions& options,
                   std::string_view description)
    : out_(out),
      size_(size),
      size_in_pixels_(std::max(options.size, 1)),
      theme_(theme_named(options.theme)),
      coordinates_(options.coordinates && !size.empty()),
      label_size_(std::min(30 + std::max(size.width, size.height), 56)),
      id_(content_id(std::string(description) + std::string(to_string(theme_)) +
                     std::to_string(size_in_pixels_) + (coordinates_ ? "+" : "-"))) {}

int BoardArt::columns_length() const { return spacing * std::max(size_.width - 1, 0); }
int BoardArt::rows_length() const { return spacing * std::max(size_.height - 1, 0); }

double BoardArt::margin() const {
    return coordinates_ ? half_spacing + 1.7 * label_size_ : bare_margin;
}
double BoardArt::label_distance() const { return half_spacing + 0.85 * label_size_; }
double BoardArt::line_width() const { return 1.4 + 0.13 * std::max(size_.width, size_.height); }

SvgHead::Box BoardArt::box() const {
    return {-margin(), -margin(), columns_length() + 2 * margin(), rows_length() + 2 * margin()};
}

int BoardArt::pixels(double width) const {
    const auto board = box();
    const double longer = std::max(board.width, board.height);
    return static_cast<int>(std::lround(size_in_pixels_ * width / longer));
}

std::string BoardArt::shade_id(Color color) const {
    return id_ + "-" + std::string(to_string(color));
}

void BoardArt::define() const {
    out_.style(write_css(style_sheet, "go", theme_));
    out_.element("defs", {}, [&] {
        for (const Color color : {Color::black, Color::white}) define_shade(color);
    });
}

/// Light from the upper left.
void BoardArt::define_shade(Color color) const {
    const std::string name(to_string(color));
    out_.element("radialGradient",
                 {{"id", shade_id(color)}, {"cx", 0.36}, {"cy", 0.3}, {"r", 0.72}}, [&] {
                     out_.leaf("stop", {{"class", name + "-lit"}, {"offset", 0.0}});
                     out_.leaf("stop", {{"class", name + "-body"}, {"offset", 1.0}});
                 });
}

void BoardArt::draw_wood(const SvgHead::Box& area) const {
    out_.leaf("rect", {{"class", "wood"},
                       {"x", area.x},
                       {"y", area.y},
                       {"width", area.width},
                       {"height", area.height},
                       {"rx", label_size_ / 2}});
}

void BoardArt::draw_board() const {
    if (size_.empty()) return;
    draw_lines();
    draw_star_points();
    if (coordinates_) draw_coordinates();
}

void BoardArt::draw_lines() const {
    const int across = size_.width == 1 ? stub : 0;
    const int along = size_.height == 1 ? stub : 0;
    std::string path;
    for (int row = 0; row < size_.height; ++row)
        append(path, {-across, spacing * row, columns_length() + across, spacing * row});
    for (int column = 0; column < size_.width; ++column)
        append(path, {spacing * column, -along, spacing * column, rows_length() + along});
    out_.leaf("path", {{"class", "lines"}, {"stroke-width", line_width()}, {"d", path}});
    if (across != 0 || along != 0) return;
    out_.leaf("rect", {{"class", "lines edge"},
                       {"stroke-width", 2 * line_width()},
                       {"width", static_cast<double>(columns_length())},
                       {"height", static_cast<double>(rows_length())}});
}

void BoardArt::draw_star_points() const {
    for (const Point point : star_points(size_)) {
        out_.leaf("circle", {{"class", "star"},
                             {"cx", static_cast<double>(x(point))},
                             {"cy", static_cast<double>(y(point))},
                             {"r", 6 + 1.4 * line_width()}});
    }
}

void BoardArt::draw_coordinates() const {
    const double low = -label_distance();
    for (int column = 0; column < size_.width; ++column) {
        const std::string name = column_name(column);
        const double at = spacing * column;
        draw_label({at, low}, name);
        draw_label({at, rows_length() + label_distance()}, name);
    }
    for (int row = 0; row < size_.height; ++row) {
        const std::string name = std::to_string(row + 1);
        const double at = spacing * (size_.height - 1 - row);
        draw_label({low, at}, name);
        draw_label({columns_length() + label_distance(), at}, name);
    }
}

void BoardArt::draw_label(Place middle, std::string_view text) const {
    out_.text("text",
              {{"class", "label"},
               {"x", middle.x},
               {"y", middle.y + baseline_drop * label_size_},
               {"font-size", label_size_}},
              text);
}

void BoardArt::draw_stone(Stone stone, std::string_view more_classes) const {
    const std::string_view color = to_string(stone.color);
    std::string classes = "point stone " + std::string(color);
    if (!more_classes.empty()) classes.append(" ").append(more_classes);
    out_.leaf("circle", {{"class", classes},
                         {"fill", shade(stone.color)},
                         {"cx", static_cast<double>(x(stone.point))},
                         {"cy", static_cast<double>(y(stone.point))},
                         {"r", static_cast<double>(stone_radius)},
                         {"data-point", to_string(stone.point)},
                         {"data-stone", color}});
}

void BoardArt::draw_ghost(Stone stone) const {
    out_.leaf("circle", {{"class", "ghost " + std::string(to_string(stone.color))},
                         {"fill", shade(stone.color)},
                         {"cx", static_cast<double>(x(stone.point))},
                         {"cy", static_cast<double>(y(stone.point))},
                         {"r", static_cast<double>(stone_radius - 3)},
                         {"data-preview", to_string(stone.point)}});
}

void BoardArt::draw_empty_point(Point point) const {
    out_.leaf("rect", {{"class", "point empty"},
                       {"x", x(point) - half_spacing},
                       {"y", y(point) - half_spacing},
                       {"width", static_cast<double>(spacing)},
                       {"height", static_cast<double>(spacing)},
                       {"data-point", to_string(point)}});
}

void BoardArt::draw_turn(Color turn) const {
    const double distance = coordinates_ ? label_distance() : bare_margin - 22;
    out_.leaf("circle", {{"class", "turn " + std::string(to_string(turn))},
                         {"fill", shade(turn)},
                         {"cx", columns_length() + distance},
                         {"cy", rows_length() + distance},
                         {"r", coordinates_ ? 0.42 * label_size_ : 16}});
}

void BoardArt::draw_remarks(std::span<const Remark> remarks, const Stones& stones) const {
    arbiter::draw_remarks(out_, remarks, [&](std::string_view place) -> std::optional<RemarkSpot> {
        const auto point = point_named(place);
        if (!point || !contains(size_, *point)) return std::nullopt;
        const bool dark = stones.at(*point) == Color::black;
        return RemarkSpot{static_cast<double>(x(*point)), static_cast<double>(y(*point)),
                          dark ? RemarkSpot::Ground::dark : RemarkSpot::Ground::light};
    });
}

void BoardArt::draw_number(Stone stone, std::string_view number) const {
    const auto digits = static_cast<double>(number.size());
    const double size = std::min(digits < 2 ? 58.0 : 52.0, 120 / digits);
    out_.text("text",
              {{"class", "count on-" + std::string(to_string(stone.color))},
               {"x", static_cast<double>(x(stone.point))},
               {"y", y(stone.point) + baseline_drop * size},
               {"font-size", size}},
              number);
}

std::string cross_path(int x, int y, int arm) {
    std::string path;
    append(path, {x - arm, y - arm, x + arm, y + arm});
    append(path, {x - arm, y + arm, x + arm, y - arm});
    return path;
}

}  // namespace arbiter::go

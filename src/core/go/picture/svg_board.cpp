#include "core/go/picture/svg_board.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contract/remark_svg.hpp"
#include "core/go/board/handicap.hpp"

namespace arbiter::go {

namespace {

constexpr std::array<CssRule, 16> common_rules{{
    {".lines", "fill:none;stroke-linecap:square;stroke-opacity:.82"},
    {".grain", "fill:none"},
    {".empty", "fill:none;pointer-events:all"},
    {".label",
     "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Cantarell,'Liberation "
     "Sans',Arial,sans-serif;font-weight:600;text-anchor:middle"},
    {".note",
     "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Cantarell,'Liberation "
     "Sans',Arial,sans-serif"},
    {".count",
     "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Cantarell,'Liberation "
     "Sans',Arial,sans-serif;font-weight:600;text-anchor:middle;pointer-events:none"},
    {".mark", "fill:none;stroke-width:7;pointer-events:none"},
    {".ring", "stroke-width:7.5"},
    {".cross", "stroke-linecap:round;stroke-width:10"},
    {".halo", "stroke-linecap:round;stroke-width:20"},
    {".owner", "stroke-width:2;pointer-events:none"},
    {".dead", "opacity:.42"},
    {".ghost", "opacity:.62;pointer-events:none"},
    {".shadow", "pointer-events:none"},
    {".stone", "stroke-width:1.5"},
    {".turn", "stroke-width:1.5"},
}};

constexpr std::array<CssRule, 28> themed_rules{{
    {".wood-lit", "stop-color:$go-wood-lit"},
    {".wood-body", "stop-color:$go-wood-body"},
    {".grain", "stroke:$go-grain"},
    {".lines", "stroke:$go-line"},
    {".star", "fill:$go-line"},
    {".label", "fill:$go-label"},
    {".note", "fill:$go-note"},
    {".shadow-heart", "stop-color:#000;stop-opacity:$go-shadow-opacity"},
    {".ko", "stroke:$go-line"},
    {".halo", "stroke:$go-halo"},
    {".shadow-edge", "stop-color:#000;stop-opacity:0"},
    {".black-lit", "stop-color:$go-black-lit"},
    {".black-body", "stop-color:$go-black-body"},
    {".black-edge", "stop-color:$go-black-edge"},
    {".white-lit", "stop-color:#fff"},
    {".white-body", "stop-color:$go-white-body"},
    {".white-edge", "stop-color:$go-white-edge"},
    {".stone.black", "stroke:none"},
    {".stone.white", "stroke:$go-white-outline;stroke-opacity:.48"},
    {".turn.black", "stroke:none"},
    {".turn.white", "stroke:$go-white-outline;stroke-opacity:.48"},
    {".on-black", "stroke:$go-mark-on-black"},
    {".on-white", "stroke:$go-mark-on-white"},
    {".count.on-black", "fill:$go-mark-on-black;stroke:none"},
    {".count.on-white", "fill:$go-mark-on-white;stroke:none"},
    {".owner.black", "fill:$go-owner-black;stroke:$go-white-edge"},
    {".owner.white", "fill:#fff;stroke:$go-owner-outline"},
    {".alarm", "stroke:$go-alarm"},
}};

constexpr std::array<CssRule, 28> print_rules{{
    {".wood-lit", "stop-color:#fff"},
    {".wood-body", "stop-color:#fff"},
    {".grain", "stroke:none"},
    {".lines", "stroke:#000;stroke-opacity:1"},
    {".star", "fill:#000"},
    {".label", "fill:#000"},
    {".note", "fill:#000"},
    {".shadow-heart", "stop-opacity:0"},
    {".ko", "stroke:#000"},
    {".halo", "stroke:#fff"},
    {".shadow-edge", "stop-opacity:0"},
    {".black-lit", "stop-color:#000"},
    {".black-body", "stop-color:#000"},
    {".black-edge", "stop-color:#000"},
    {".white-lit", "stop-color:#fff"},
    {".white-body", "stop-color:#fff"},
    {".white-edge", "stop-color:#fff"},
    {".stone.black", "stroke:#000"},
    {".stone.white", "stroke:#000"},
    {".turn.black", "stroke:#000"},
    {".turn.white", "stroke:#000"},
    {".on-black", "stroke:#fff"},
    {".on-white", "stroke:#000"},
    {".count.on-black", "fill:#fff;stroke:none"},
    {".count.on-white", "fill:#000;stroke:none"},
    {".owner.black", "fill:#000;stroke:#fff"},
    {".owner.white", "fill:#fff;stroke:#000"},
    {".alarm", "stroke:#000"},
}};

static_assert(have_looks(themed_rules));
constexpr StyleSheet style_sheet{common_rules, themed_rules, print_rules};

constexpr double half_spacing = spacing / 2.0;
constexpr int bare_margin = 62;
/// Where a board is one line wide, its points are short strokes across that line.
constexpr int stub = 22;

/// Of the wood, as round in every picture.
double corner(const SvgHead::Box& area) { return 0.014 * std::max(area.width, area.height); }

struct Stroke {
    int x, y, to_x, to_y;
};
void append(std::string& path, Stroke stroke) {
    path += "M" + std::to_string(stroke.x) + " " + std::to_string(stroke.y);
    path += "L" + std::to_string(stroke.to_x) + " " + std::to_string(stroke.to_y);
}

}  // namespace

// Letters and lines have the same size in a picture whatever the board, as long as two letters fit
// between two lines.
BoardArt::BoardArt(SvgWriter& out, Size size, const RenderOptions& options,
                   std::string_view description)
    : out_(out),
      size_(size),
      size_in_pixels_(std::max(options.size, 1)),
      theme_(theme_named(options.theme)),
      coordinates_(options.coordinates && !size.empty()),
      label_size_(std::clamp(2.6 * std::max(size.width, size.height), 24.0, 56.0)),
      id_(content_id(std::string(description) + std::string(to_string(theme_)) +
                     std::to_string(size_in_pixels_) + (coordinates_ ? "+" : "-"))) {}

int BoardArt::columns_length() const { return spacing * std::max(size_.width - 1, 0); }
int BoardArt::rows_length() const { return spacing * std::max(size_.height - 1, 0); }

double BoardArt::margin() const {
    return coordinates_ ? half_spacing + 1.75 * label_size_ : bare_margin;
}
double BoardArt::label_distance() const { return half_spacing + 0.85 * label_size_; }
double BoardArt::line_width() const {
    constexpr double share = 1.15 / 720;  // of the picture
    return std::max(1.5, share * std::max(box().width, box().height));
}

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
        out_.element("radialGradient", {{"id", id_ + "-shadow"}}, [&] {
            out_.leaf("stop", {{"class", "shadow-heart"}, {"offset", 0.8}});
            out_.leaf("stop", {{"class", "shadow-edge"}, {"offset", 1.0}});
        });
        out_.element("linearGradient", {{"id", id_ + "-wood"}, {"x2", 0.0}, {"y2", 1.0}}, [&] {
            out_.leaf("stop", {{"class", "wood-lit"}, {"offset", 0.0}});
            out_.leaf("stop", {{"class", "wood-body"}, {"offset", 1.0}});
        });
    });
}

/// Light from the upper left.
void BoardArt::define_shade(Color color) const {
    const std::string name(to_string(color));
    out_.element("radialGradient",
                 {{"id", shade_id(color)}, {"cx", 0.36}, {"cy", 0.28}, {"r", 0.78}}, [&] {
                     out_.leaf("stop", {{"class", name + "-lit"}, {"offset", 0.0}});
                     out_.leaf("stop", {{"class", name + "-body"}, {"offset", 0.5}});
                     out_.leaf("stop", {{"class", name + "-edge"}, {"offset", 1.0}});
                 });
}

void BoardArt::draw_wood(const SvgHead::Box& area) const {
    out_.leaf("rect", {{"class", "wood"},
                       {"fill", "url(#" + id_ + "-wood)"},
                       {"x", area.x},
                       {"y", area.y},
                       {"width", area.width},
                       {"height", area.height},
                       {"rx", corner(area)}});
    draw_grain(area);
}

/// Fine strokes along the wood, the same in every picture.
void BoardArt::draw_grain(const SvgHead::Box& area) const {
    constexpr int strokes = 46;
    std::uint32_t seed = 20'240'701;
    const auto next = [&seed] {
        seed = seed * 1'664'525 + 1'013'904'223;
        return static_cast<double>(seed >> 16U) / 65'536;
    };
    for (int i = 0; i < strokes; ++i) {
        const double x = area.x + area.width * (i + next()) / strokes;
        const double sway = area.width * 0.004 * (next() - 0.5);
        const double inset = corner(area);
        out_.leaf(
            "line",
            {{"class", "grain"},
             {"x1", x},
             {"y1", area.y + (x - area.x < inset || area.x + area.width - x < inset ? inset : 0)},
             {"x2", x + sway},
             {"y2", area.y + area.height - inset},
             {"stroke-width", area.width * (0.001 + 0.002 * next())},
             {"stroke-opacity", 0.03 + 0.06 * next()}});
    }
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
                       {"stroke-width", 1.7 * line_width()},
                       {"width", static_cast<double>(columns_length())},
                       {"height", static_cast<double>(rows_length())}});
}

/// Nine on the smallest usual board too, where one looks for the sides as well.
void BoardArt::draw_star_points() const {
    const bool is_small = size_ == Size{9, 9};
    for (const Point point : is_small ? fixed_handicap(size_, 9) : star_points(size_)) {
        out_.leaf("circle", {{"class", "star"},
                             {"cx", static_cast<double>(x(point))},
                             {"cy", static_cast<double>(y(point))},
                             {"r", std::max(6.5, 3.2 * line_width())}});
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

void BoardArt::draw_shadow(Point point) const {
    out_.leaf("circle", {{"class", "shadow"},
                         {"fill", "url(#" + id_ + "-shadow)"},
                         {"cx", x(point) + 2.5},
                         {"cy", y(point) + 5.0},
                         {"r", 53.0}});
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
    const double distance = coordinates_ ? label_distance() : bare_margin - 18;
    out_.leaf("circle", {{"class", "turn " + std::string(to_string(turn))},
                         {"fill", shade(turn)},
                         {"cx", columns_length() + distance},
                         {"cy", rows_length() + distance},
                         {"r", coordinates_ ? 0.42 * label_size_ : 14}});
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

#include "core/contract/remark_svg.hpp"

#include <array>
#include <cmath>
#include <string>

namespace arbiter {

namespace {

constexpr double cell = 100;

struct NamedColor {
    std::string_view name;
    std::string_view hex;
};
constexpr std::array named_colors{
    NamedColor{"green", "#15781b"},  NamedColor{"red", "#b3130f"},
    NamedColor{"yellow", "#c99700"}, NamedColor{"blue", "#1f5fbf"},
    NamedColor{"orange", "#d1680f"},
};

std::string_view hex_of(std::string_view name) {
    for (const auto& [known, hex] : named_colors) {
        if (known == name) return hex;
    }
    return named_colors[0].hex;
}

std::string point(double x, double y) {
    const auto number = [](double value) {
        return std::to_string(static_cast<int>(std::lround(value)));
    };
    return number(x) + ' ' + number(y);
}

class RemarkArt {
public:
    RemarkArt(SvgWriter& out, const RemarkSpots& spots) : out_(out), spots_(spots) {}

    void operator()(const Mark& mark) const {
        const auto spot = spots_(mark.place);
        if (!spot) return;
        using enum Mark::Shape;
        switch (mark.shape) {
            case circle: return ring(*spot);
            case square: return outline(*spot, box_path(*spot, 20));
            case triangle: return outline(*spot, triangle_path(*spot));
            case cross: return outline(*spot, cross_path(*spot));
            case selected: return fill(*spot, 16, ink(*spot), 1);
            case dimmed: return fill(*spot, cell / 2, "#808080", 0.5);
            case black_territory: return fill(*spot, 13, "#111", 1);
            case white_territory: return fill(*spot, 13, "#fff", 1);
            case colored: return;
        }
    }

    void operator()(const Arrow& arrow) const {
        const auto from = spots_(arrow.from);
        const auto to = spots_(arrow.to);
        if (!from || !to) return;
        const double length = std::hypot(to->x - from->x, to->y - from->y);
        if (length == 0) return;
        const double dx = (to->x - from->x) / length;
        const double dy = (to->y - from->y) / length;
        const double head = arrow.headed ? 34 : 0;
        const std::string_view color = hex_of(arrow.color);
        const std::string shaft =
            'M' + point(from->x, from->y) + 'L' + point(to->x - head * dx, to->y - head * dy);
        out_.leaf("path", {{"class", "remark arrow"},
                           {"d", shaft},
                           {"fill", "none"},
                           {"stroke", color},
                           {"stroke-width", 14},
                           {"stroke-opacity", 0.75}});
        if (!arrow.headed) return;
        const double x = to->x - head * dx;
        const double y = to->y - head * dy;
        const std::string tip = 'M' + point(to->x, to->y) + 'L' + point(x - 24 * dy, y + 24 * dx) +
                                'L' + point(x + 24 * dy, y - 24 * dx) + 'Z';
        out_.leaf("path",
                  {{"class", "remark arrow"}, {"d", tip}, {"fill", color}, {"fill-opacity", 0.75}});
    }

    void operator()(const Label& label) const {
        const auto spot = spots_(label.place);
        if (!spot) return;
        const double size = label.text.size() < 3 ? 52 : 34;
        const bool dark = spot->ground == RemarkSpot::Ground::dark;
        out_.text("text",
                  {{"class", "remark letter"},
                   {"x", spot->x},
                   {"y", spot->y + 0.355 * size},
                   {"font-family", "system-ui,sans-serif"},
                   {"font-weight", "600"},
                   {"font-size", size},
                   {"text-anchor", "middle"},
                   {"fill", ink(*spot)},
                   {"stroke", dark ? "#111" : "#fff"},
                   {"stroke-width", 8},
                   {"paint-order", "stroke"}},
                  label.text);
    }

    void operator()(const auto&) const {}

    void color(const Mark& mark) const {
        const auto spot = spots_(mark.place);
        if (spot) fill(*spot, cell / 2, hex_of(mark.color), 0.6);
    }

private:
    static std::string_view ink(const RemarkSpot& spot) {
        return spot.ground == RemarkSpot::Ground::dark ? "#fff" : "#111";
    }

    static std::string box_path(const RemarkSpot& spot, double half) {
        return 'M' + point(spot.x - half, spot.y - half) + 'L' +
               point(spot.x + half, spot.y - half) + 'L' + point(spot.x + half, spot.y + half) +
               'L' + point(spot.x - half, spot.y + half) + 'Z';
    }
    static std::string triangle_path(const RemarkSpot& spot) {
        return 'M' + point(spot.x, spot.y - 27) + 'L' + point(spot.x + 24, spot.y + 15) + 'L' +
               point(spot.x - 24, spot.y + 15) + 'Z';
    }
    static std::string cross_path(const RemarkSpot& spot) {
        return 'M' + point(spot.x - 20, spot.y - 20) + 'L' + point(spot.x + 20, spot.y + 20) + 'M' +
               point(spot.x + 20, spot.y - 20) + 'L' + point(spot.x - 20, spot.y + 20);
    }

    void ring(const RemarkSpot& spot) const {
        out_.leaf("circle", {{"class", "remark"},
                             {"cx", spot.x},
                             {"cy", spot.y},
                             {"r", 24},
                             {"fill", "none"},
                             {"stroke", ink(spot)},
                             {"stroke-width", 6}});
    }
    void outline(const RemarkSpot& spot, const std::string& path) const {
        out_.leaf("path", {{"class", "remark"},
                           {"d", path},
                           {"fill", "none"},
                           {"stroke", ink(spot)},
                           {"stroke-width", 6}});
    }
    void fill(const RemarkSpot& spot, double half, std::string_view color, double opacity) const {
        out_.leaf("rect", {{"class", "remark"},
                           {"x", spot.x - half},
                           {"y", spot.y - half},
                           {"width", 2 * half},
                           {"height", 2 * half},
                           {"fill", color},
                           {"fill-opacity", opacity}});
    }

    SvgWriter& out_;
    const RemarkSpots& spots_;
};

}  // namespace

void draw_colored_places(SvgWriter& out, std::span<const Remark> remarks,
                         const RemarkSpots& spots) {
    const RemarkArt art(out, spots);
    for (const Remark& remark : remarks) {
        const auto* mark = std::get_if<Mark>(&remark);
        if (mark != nullptr && mark->shape == Mark::Shape::colored) art.color(*mark);
    }
}

void draw_remarks(SvgWriter& out, std::span<const Remark> remarks, const RemarkSpots& spots) {
    const RemarkArt art(out, spots);
    for (const Remark& remark : remarks) std::visit(art, remark);
}

}  // namespace arbiter

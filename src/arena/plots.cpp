#include "arena/plots.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/excerpt.hpp"
#include "core/base/svg.hpp"

namespace arbiter::arena {

namespace {

constexpr double width = 800;
constexpr double names_width = 190;
constexpr double labels_width = 210;
constexpr double row_height = 28;
constexpr double axis_height = 26;
constexpr double plot_right = width - labels_width;

/// From values to where they are drawn.
struct Axis {
    double low;
    double high;
    double step;

    double x(double value) const {
        return names_width + (value - low) / (high - low) * (plot_right - names_width);
    }
};

/// 1, 2 or 5 times a power of ten, so that there are about five lines.
double round_step(double span) {
    const double rough = span / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) return factor * power;
    }
    return 10 * power;
}

Axis axis_over(double low, double high) {
    if (high - low < 1e-9) high = low + 1;
    const double step = round_step(high - low);
    return {std::floor(low / step) * step, std::ceil(high / step) * step, step};
}

std::string axis_label(double value) {
    if (std::abs(value) < 1e-9) return "0";
    return std::abs(value) >= 1e5 ? fmt::format("{:.0e}", value) : fmt::format("{:g}", value);
}

/// A name that is cut has its rank beside it, so that no two look alike.
std::string short_name(const std::string& name, std::size_t rank) {
    constexpr std::size_t bytes_max = 26;
    if (name.size() <= bytes_max) return name;
    return fmt::format("{}. {}\u2026", rank, excerpt(name, bytes_max - 5));
}

/// What both plots share; `mark` draws the value of one line at its height.
template <class Mark>
std::string plot(const std::string& title, const std::vector<PlotValue>& values, const Axis& axis,
                 Mark mark) {
    const double bottom = row_height * static_cast<double>(values.size());
    SvgWriter out;
    const std::string box = fmt::format("0 0 {} {}", width, bottom + axis_height);
    out.element(
        "svg", {{"viewBox", box}, {"role", "img"}, {"aria-label", title}, {"class", "plot"}}, [&] {
            for (double tick = axis.low; tick <= axis.high + axis.step / 2; tick += axis.step) {
                const bool is_zero = std::abs(tick) < axis.step / 1e6;
                out.leaf("line", {{"class", is_zero ? "zero" : "grid"},
                                  {"x1", axis.x(tick)},
                                  {"x2", axis.x(tick)},
                                  {"y1", 0.0},
                                  {"y2", bottom}});
                out.text("text", {{"class", "tick"}, {"x", axis.x(tick)}, {"y", bottom + 17}},
                         axis_label(tick));
            }
            double middle = row_height / 2;
            std::size_t rank = 0;
            for (const PlotValue& each : values) {
                out.text("text", {{"class", "name"}, {"x", names_width - 10}, {"y", middle + 5}},
                         short_name(each.name, ++rank));
                mark(out, each, middle);
                out.text("text", {{"class", "label"}, {"x", plot_right + 10}, {"y", middle + 5}},
                         each.label);
                middle += row_height;
            }
        });
    return out.take();
}

}  // namespace

std::string point_plot(const std::string& title, const std::vector<PlotValue>& values) {
    double low = 0;
    double high = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        low = i == 0 ? values[i].low : std::min(low, values[i].low);
        high = i == 0 ? values[i].high : std::max(high, values[i].high);
    }
    const Axis axis = axis_over(low, high);
    return plot(title, values, axis, [&](SvgWriter& out, const PlotValue& each, double y) {
        const double left = axis.x(each.low);
        const double right = axis.x(each.high);
        out.leaf("line", {{"class", "error"}, {"x1", left}, {"x2", right}, {"y1", y}, {"y2", y}});
        for (const double end : {left, right}) {
            out.leaf("line",
                     {{"class", "error"}, {"x1", end}, {"x2", end}, {"y1", y - 4}, {"y2", y + 4}});
        }
        out.leaf("circle", {{"class", "point"}, {"cx", axis.x(each.value)}, {"cy", y}, {"r", 5.0}});
    });
}

std::string bar_plot(const std::string& title, const std::vector<PlotValue>& values) {
    double high = 0;
    for (const PlotValue& each : values) high = std::max(high, each.value);
    const Axis axis = axis_over(0, high);
    return plot(title, values, axis, [&](SvgWriter& out, const PlotValue& each, double y) {
        out.leaf("rect", {{"class", "bar"},
                          {"x", axis.x(0)},
                          {"y", y - 8},
                          {"width", std::max(axis.x(each.value) - axis.x(0), 0.0)},
                          {"height", 16.0}});
    });
}

}  // namespace arbiter::arena

#pragma once

#include <string>
#include <vector>

/// Drawings for the report: SVG to be put inline, coloured by the page's style.
namespace arbiter::arena {

/// One line of a plot: a name on the left, a value, and how far off it may be.
struct PlotValue {
    std::string name;
    double value;
    double low;  ///< what it may be as well
    double high;
    std::string label;  ///< what stands beside it
};

/// Points with error bars on a common axis.
std::string point_plot(const std::string& title, const std::vector<PlotValue>& values);
/// Bars from 0.
std::string bar_plot(const std::string& title, const std::vector<PlotValue>& values);

}  // namespace arbiter::arena

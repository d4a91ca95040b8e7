// Line plots over time as SVG.
#pragma once

#include <string>
#include <vector>

namespace pliant {

/// One line. Values that are not finite leave a gap.
struct Series {
    std::string name;
    std::vector<double> values;  ///< one per time
};

struct Plot {
    std::string title;
    std::string unit;           ///< of the values; may be empty
    std::vector<double> times;  ///< s, ascending
    std::vector<Series> series;
    bool stacked = false;    ///< areas on top of one another: values must be at least 0
    bool from_zero = false;  ///< the axis starts at 0
};

/// At most this many points are drawn for each line.
inline constexpr std::size_t plot_points = 480;

/// The plot with at most plot_points times. Of each stretch of times that becomes one point, each line keeps the value
/// that is furthest from the stretch's mean, so that no peak is lost.
Plot thinned(Plot plot);

/// A <figure> with the title, the names of the lines and the plot. Colours are the classes c0, c1, … of the page.
std::string plot_figure(const Plot& plot);

}  // namespace pliant

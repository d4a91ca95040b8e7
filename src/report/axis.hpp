// Round numbers along an axis.
#pragma once

#include <string>
#include <vector>

namespace pliant {

/// An axis from `low` to `high`, both ticks, with `step` (1, 2 or 5 times a power of ten) between ticks.
struct Axis {
    double low = 0;
    double high = 1;
    double step = 0.2;

    std::vector<double> ticks() const;
    /// As short as tells two ticks apart: "0.25", "1500", "2e+06".
    std::string label(double tick) const;
    /// Where a value lies: 0 at low, 1 at high.
    double place(double value) const { return (value - low) / (high - low); }
};

/// The tightest axis with about `ticks` steps that holds both values. Equal or not finite values get room around them.
Axis make_axis(double low, double high, int ticks);

}  // namespace pliant

// The legal values of a number, and how to say them.
#pragma once

#include <limits>
#include <string>
#include <string_view>

namespace pliant {

struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool above = false;    ///< min itself is not legal
    bool or_zero = false;  ///< 0 is legal too and means off or automatic

    /// False for NaN and, since no range reaches that far, for infinity.
    bool holds(double value) const {
        return (or_zero && value == 0) || ((above ? value > min : value >= min) && value <= max && value < unbounded);
    }
    /// "from 1 to 10000 Hz", "above 0, up to 1", "that is 0, or from 1e-06 to 1000000 m".
    std::string text(std::string_view unit) const;

  private:
    static constexpr double unbounded = std::numeric_limits<double>::infinity();
};

constexpr Range between(double min, double max) { return {.min = min, .max = max}; }
constexpr Range within(double size) { return between(-size, size); }
constexpr Range above_up_to(double min, double max) { return {.min = min, .max = max, .above = true}; }
constexpr Range zero_or(double min, double max) { return {.min = min, .max = max, .or_zero = true}; }

}  // namespace pliant

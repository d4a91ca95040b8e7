#include "report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// The smallest of 1, 2, 5 times a power of ten that is not below `length`.
double round_up(double length) {
    const double power = std::pow(10.0, std::floor(std::log10(length)));
    const double digit = length / power;
    constexpr double slack = 1 + 1e-9;  // 2.0000000001 is 2
    return power * (digit <= slack ? 1 : digit <= 2 * slack ? 2 : digit <= 5 * slack ? 5 : 10);
}

}  // namespace

std::vector<double> Axis::ticks() const {
    const auto count = static_cast<int>(std::lround((high - low) / step));
    std::vector<double> all;
    for (int i = 0; i <= count; ++i) all.push_back(low + i * step);
    return all;
}

std::string Axis::label(double tick) const {
    const double largest = std::max(std::abs(low), std::abs(high));
    if (std::abs(tick) < 1e-6 * step) return "0";
    if (largest >= 1e5 || largest < 1e-3) return fmt::format("{:.4g}", tick);
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    return fmt::format("{:.{}f}", tick, decimals);
}

Axis make_axis(double low, double high, int ticks) {
    if (!std::isfinite(low) || !std::isfinite(high) || low > high) return {};
    // A line that is straight up to rounding gets an axis around it, not one that magnifies the rounding.
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low <= 1e-6 * size) {
        low -= 0.1 * size;
        high += size > 0 ? 0.1 * size : 1;
    }
    const double step = round_up((high - low) / ticks);
    return {step * std::floor(low / step + 1e-9), step * std::ceil(high / step - 1e-9), step};
}

}  // namespace pliant

#include "report/plot.hpp"

#include "report/axis.hpp"
#include "support/uniform.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

RC_GTEST_PROP(Axis, holds_its_values_with_a_few_round_ticks_that_read_back, ()) {
    const double scale = std::pow(10.0, uniform(-9, 9));
    const double a = scale * uniform(-1, 1);
    const double b = scale * uniform(-1, 1);
    const Axis axis = make_axis(std::min(a, b), std::max(a, b), 4);
    const double slack = 1e-6 * axis.step;
    RC_ASSERT(axis.low <= std::min(a, b) + slack);
    RC_ASSERT(axis.high >= std::max(a, b) - slack);
    const std::vector<double> ticks = axis.ticks();
    RC_ASSERT(ticks.size() >= 2u);
    RC_ASSERT(ticks.size() <= 8u);
    for (const double tick : ticks)
        RC_ASSERT(std::abs(std::stod(axis.label(tick)) - tick) <=
                  1e-3 * std::max(std::abs(axis.low), axis.step) + slack);
}

TEST(Axis, gives_room_to_a_line_that_does_not_change) {
    for (const double value : {0.0, 1.0, -3.0, 1e-12}) {
        const double same = value * (1 + 1e-12);
        const Axis axis = make_axis(std::min(value, same), std::max(value, same), 4);
        EXPECT_LT(axis.low, axis.high) << value;
        EXPECT_LE(axis.low, value);
        EXPECT_GE(axis.high, value);
    }
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_LT(make_axis(infinity, -infinity, 4).low, make_axis(infinity, -infinity, 4).high);
}

Plot long_plot(std::size_t count) {
    Plot plot{.title = "t", .unit = "", .times = {}, .series = {{"a", {}}, {"b", {}}}};
    for (std::size_t i = 0; i < count; ++i) {
        plot.times.push_back(0.5 * static_cast<double>(i));
        plot.series[0].values.push_back(std::sin(0.001 * static_cast<double>(i)));
        plot.series[1].values.push_back(1);
    }
    return plot;
}

TEST(Plot, thinning_keeps_peaks_and_ends) {
    Plot plot = long_plot(30000);
    plot.series[0].values[12345] = 40;
    plot.series[1].values[777] = -9;
    const Plot thin = thinned(plot);
    EXPECT_EQ(thin.times.size(), plot_points);
    EXPECT_EQ(thin.times.front(), plot.times.front());
    EXPECT_EQ(thin.times.back(), plot.times.back());
    EXPECT_TRUE(std::is_sorted(thin.times.begin(), thin.times.end()));
    EXPECT_EQ(*std::max_element(thin.series[0].values.begin(), thin.series[0].values.end()), 40);
    EXPECT_EQ(*std::min_element(thin.series[1].values.begin(), thin.series[1].values.end()), -9);
}

TEST(Plot, short_ones_are_not_thinned) {
    const Plot plot = long_plot(plot_points);
    EXPECT_EQ(thinned(plot).series[0].values, plot.series[0].values);
}

/// How often a text occurs.
int count(const std::string& whole, const std::string& text) {
    int found = 0;
    for (std::size_t at = whole.find(text); at != std::string::npos; at = whole.find(text, at + 1)) ++found;
    return found;
}

TEST(Plot, draws_a_line_per_series_and_a_new_one_after_a_gap) {
    Plot plot = long_plot(20);
    const std::string whole = plot_figure(plot);
    EXPECT_EQ(count(whole, "class=\"line "), 2);
    EXPECT_EQ(count(whole, "M"), 2);
    plot.series[0].values[9] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(count(plot_figure(plot), "M"), 3);
}

}  // namespace
}  // namespace pliant

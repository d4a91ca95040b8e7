#include "render/palette.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace pliant::render {
namespace {

struct Lch {
    float lightness, chroma, hue;
};

constexpr std::array<Lch, palette_size> picked = {{
    {0.63f, 0.185f, 20},   // raspberry
    {0.62f, 0.130f, 252},  // blue
    {0.82f, 0.135f, 80},   // amber
    {0.69f, 0.115f, 158},  // green
    {0.57f, 0.130f, 302},  // violet
    {0.72f, 0.150f, 52},   // orange
    {0.78f, 0.090f, 208},  // cyan
    {0.81f, 0.095f, 355},  // rose
    {0.52f, 0.075f, 55},   // brown
    {0.82f, 0.140f, 128},  // lime
    {0.45f, 0.100f, 265},  // navy
    {0.87f, 0.045f, 305},  // lavender
}};

// The colour map's control points: lightness rises evenly between these two, hue turns from violet to yellow.
constexpr std::size_t ramp_points = 6;
constexpr float ramp_darkest = 0.33f;
constexpr float ramp_lightest = 0.94f;
constexpr std::array<float, ramp_points> ramp_chroma = {0.115f, 0.125f, 0.095f, 0.110f, 0.145f, 0.120f};
constexpr std::array<float, ramp_points> ramp_hue = {300, 262, 218, 168, 128, 103};

/// Control point `i` in OKLab; one before the first and one after the last go on straight.
Vec3f ramp_point(int i) {
    constexpr int last = static_cast<int>(ramp_points) - 1;
    if (i < 0) return 2 * ramp_point(0) - ramp_point(1);
    if (i > last) return 2 * ramp_point(last) - ramp_point(last - 1);
    const auto at = static_cast<std::size_t>(i);
    const float lightness = ramp_darkest + (ramp_lightest - ramp_darkest) * static_cast<float>(i) / last;
    return to_oklab(from_oklch(lightness, ramp_chroma[at], ramp_hue[at]));
}

std::vector<std::vector<int>> symmetric(const std::vector<std::vector<int>>& adjacency) {
    std::vector<std::vector<int>> both(adjacency.size());
    for (std::size_t i = 0; i < adjacency.size(); ++i) {
        for (int j : adjacency[i]) {
            PLIANT_ASSERT(j >= 0 && static_cast<std::size_t>(j) < adjacency.size());
            if (static_cast<std::size_t>(j) == i) continue;
            both[i].push_back(j);
            both[static_cast<std::size_t>(j)].push_back(static_cast<int>(i));
        }
    }
    for (auto& row : both) {
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
    }
    return both;
}

// The least used free category; the palette's own twelve are never exceeded without need. `taken` is sorted.
int pick_category(const std::vector<int>& taken, const std::vector<int>& uses) {
    int best = -1;
    for (int c = 0; c < static_cast<int>(uses.size()); ++c) {
        if (c >= palette_size && best >= 0) break;
        if (std::binary_search(taken.begin(), taken.end(), c)) continue;
        if (best < 0 || uses[static_cast<std::size_t>(c)] < uses[static_cast<std::size_t>(best)]) best = c;
    }
    return best >= 0 ? best : static_cast<int>(uses.size());
}

}  // namespace

Color categorical(int index) {
    PLIANT_ASSERT(index >= 0);
    if (index < palette_size) {
        const Lch& c = picked[static_cast<std::size_t>(index)];
        return from_oklch(c.lightness, c.chroma, c.hue);
    }
    constexpr double golden_turn = 360 * 0.6180339887498949;
    constexpr std::array<float, 3> lightness = {0.70f, 0.55f, 0.82f};
    const int extra = index - palette_size;
    const auto hue = static_cast<float>(std::fmod(40 + golden_turn * extra, 360.0));
    return from_oklch(lightness[static_cast<std::size_t>(extra) % lightness.size()], 0.12f, hue);
}

Color colormap(double t) {
    if (std::isnan(t)) return {0.5f, 0.5f, 0.5f};
    static const std::array<Vec3f, ramp_points + 2> ramp = [] {
        std::array<Vec3f, ramp_points + 2> points;
        for (std::size_t i = 0; i < points.size(); ++i) points[i] = ramp_point(static_cast<int>(i) - 1);
        return points;
    }();
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(ramp_points - 1);
    const std::size_t cell = std::min(static_cast<std::size_t>(place), ramp_points - 2);
    const auto s = static_cast<float>(place - static_cast<double>(cell));
    // A Catmull-Rom spline: no kinks in the hue that would show as bands, and evenly rising lightness stays even.
    const Vec3f &before = ramp[cell], &from = ramp[cell + 1], &to = ramp[cell + 2], &after = ramp[cell + 3];
    return from_oklab(from + 0.5f * s *
                                 ((to - before) + s * ((2 * before - 5 * from + 4 * to - after) +
                                                       s * (3 * (from - to) + after - before))));
}

std::vector<int> color_neighbors(const std::vector<std::vector<int>>& adjacency) {
    const std::vector<std::vector<int>> neighbors = symmetric(adjacency);
    // Welsh and Powell 1967: the best connected nodes first, while there is most freedom.
    std::vector<int> order(neighbors.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        const std::size_t da = neighbors[static_cast<std::size_t>(a)].size();
        const std::size_t db = neighbors[static_cast<std::size_t>(b)].size();
        return da != db ? da > db : a < b;
    });
    std::vector<int> category(neighbors.size(), -1);
    std::vector<int> uses(palette_size, 0);
    std::vector<int> taken;
    for (int node : order) {
        taken.clear();
        for (int other : neighbors[static_cast<std::size_t>(node)]) {
            if (category[static_cast<std::size_t>(other)] >= 0)
                taken.push_back(category[static_cast<std::size_t>(other)]);
        }
        std::sort(taken.begin(), taken.end());
        const int chosen = pick_category(taken, uses);
        if (chosen == static_cast<int>(uses.size())) uses.push_back(0);
        ++uses[static_cast<std::size_t>(chosen)];
        category[static_cast<std::size_t>(node)] = chosen;
    }
    return category;
}

}  // namespace pliant::render

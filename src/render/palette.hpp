// Which colour stands for what: categories, numbers, and neighbors that must differ.
#pragma once

#include "render/color.hpp"

#include <vector>

namespace pliant::render {

/// How many hand-picked colours categorical() starts with.
inline constexpr int palette_size = 12;

/// The colour of category `index` (at least 0). The first twelve are picked by hand to differ in hue and lightness;
/// later ones step around the hue circle by the golden ratio, so that any run of them is spread out.
Color categorical(int index);

/// A perceptually even colour map: dark violet over blue, teal and green to pale yellow. `t` in [0, 1], clamped; OKLab
/// lightness rises linearly with t, so equal steps of the number look like equal steps. NaN is neutral grey.
Color colormap(double t);

/// A category for each node of a graph so that neighbors differ, few categories are used and each about equally often.
/// adjacency[i] lists the neighbors of i; it need not be symmetric, and self-loops are ignored.
std::vector<int> color_neighbors(const std::vector<std::vector<int>>& adjacency);

}  // namespace pliant::render

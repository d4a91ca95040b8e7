#include "render/palette.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::render {
namespace {

float uniform01() { return static_cast<float>(*rc::gen::inRange(0, 256)) / 255; }

RC_GTEST_PROP(Color, survives_every_change_of_space, ()) {
    const Color color{uniform01(), uniform01(), uniform01()};
    const auto same = [&](Color other) {
        return std::max({std::abs(color.r - other.r), std::abs(color.g - other.g), std::abs(color.b - other.b)}) <
               2e-3f;
    };
    RC_ASSERT(same(from_linear(to_linear(color))));
    RC_ASSERT(same(from_oklab(to_oklab(color))));
}

TEST(Color, oklab_has_white_at_one_and_greys_without_chroma) {
    EXPECT_NEAR(to_oklab({1, 1, 1}).x(), 1, 1e-3);
    for (float grey : {0.1f, 0.5f, 0.9f}) EXPECT_LT(to_oklab({grey, grey, grey}).tail<2>().norm(), 1e-3f);
}

TEST(Color, what_a_screen_cannot_show_keeps_its_lightness_and_hue) {
    for (float hue = 0; hue < 360; hue += 15) {
        const Vec3f lab = to_oklab(from_oklch(0.7f, 0.4f, hue));
        EXPECT_NEAR(lab.x(), 0.7f, 5e-3f) << hue;
        const float radians = hue * std::acos(-1.0f) / 180;
        const Vec3f wanted(0, std::cos(radians), std::sin(radians));
        EXPECT_GT(lab.dot(wanted) / lab.tail<2>().norm(), 0.995f) << hue;
    }
}

TEST(Colormap, gets_lighter_in_even_steps) {
    constexpr int steps = 256;
    std::vector<Vec3f> lab;
    for (int i = 0; i <= steps; ++i) lab.push_back(to_oklab(colormap(i / static_cast<double>(steps))));
    const float even = (lab.back().x() - lab.front().x()) / steps;
    EXPECT_GT(even * steps, 0.5f) << "from dark to light";
    float shortest = std::numeric_limits<float>::infinity();
    float longest = 0;
    for (int i = 0; i < steps; ++i) {
        const Vec3f step = lab[static_cast<std::size_t>(i) + 1] - lab[static_cast<std::size_t>(i)];
        EXPECT_NEAR(step.x(), even, 0.35f * even) << i;
        shortest = std::min(shortest, step.norm());
        longest = std::max(longest, step.norm());
    }
    EXPECT_LT(longest, 2 * shortest) << "no stretch of the map hides or exaggerates a difference";
}

TEST(Colormap, clamps_and_shows_not_a_number_as_grey) {
    EXPECT_EQ(colormap(-3), colormap(0));
    EXPECT_EQ(colormap(7), colormap(1));
    const Color grey = colormap(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(grey.r, grey.g);
    EXPECT_EQ(grey.g, grey.b);
}

TEST(Categorical, the_picked_colours_are_far_apart) {
    for (int i = 0; i < palette_size; ++i) {
        for (int j = 0; j < i; ++j) {
            EXPECT_GT((to_oklab(categorical(i)) - to_oklab(categorical(j))).norm(), 0.09f) << i << " and " << j;
        }
    }
}

TEST(Categorical, goes_on_for_ever_with_neighbors_that_differ) {
    for (int i = 1; i < 500; ++i) {
        const Color c = categorical(i);
        EXPECT_TRUE(std::min({c.r, c.g, c.b}) >= 0 && std::max({c.r, c.g, c.b}) <= 1) << i;
        EXPECT_GT((to_oklab(c) - to_oklab(categorical(i - 1))).norm(), 0.09f) << i;
    }
}

RC_GTEST_PROP(ColorNeighbors, never_gives_neighbors_the_same, ()) {
    const int nodes = *rc::gen::inRange(1, 60);
    const int edges = *rc::gen::inRange(0, 400);
    std::vector<std::vector<int>> adjacency(static_cast<std::size_t>(nodes));
    for (int e = 0; e < edges; ++e) {
        const int from = *rc::gen::inRange(0, nodes);
        adjacency[static_cast<std::size_t>(from)].push_back(*rc::gen::inRange(0, nodes));  // one way, loops included
    }
    const std::vector<int> category = color_neighbors(adjacency);
    RC_ASSERT(category.size() == adjacency.size());
    for (std::size_t i = 0; i < adjacency.size(); ++i) {
        RC_ASSERT(category[i] >= 0);
        for (int j : adjacency[i]) {
            if (static_cast<std::size_t>(j) != i) RC_ASSERT(category[i] != category[static_cast<std::size_t>(j)]);
        }
    }
}

TEST(ColorNeighbors, stays_within_the_palette_where_it_can_and_shares_it_out) {
    constexpr int side = 20;  // a grid needs two categories; all twelve are used so that the picture is lively
    std::vector<std::vector<int>> grid(side * side);
    for (int i = 0; i < side * side; ++i) {
        if (i % side + 1 < side) grid[static_cast<std::size_t>(i)].push_back(i + 1);
        if (i + side < side * side) grid[static_cast<std::size_t>(i)].push_back(i + side);
    }
    std::vector<int> uses(palette_size, 0);
    for (int category : color_neighbors(grid)) {
        ASSERT_LT(category, palette_size);
        ++uses[static_cast<std::size_t>(category)];
    }
    const auto [least, most] = std::minmax_element(uses.begin(), uses.end());
    EXPECT_LE(*most, *least + 4);
}

TEST(ColorNeighbors, a_complete_graph_needs_all_its_nodes) {
    constexpr int nodes = 20;
    std::vector<std::vector<int>> complete(nodes);
    for (int i = 0; i < nodes; ++i) {
        for (int j = 0; j < i; ++j) complete[static_cast<std::size_t>(i)].push_back(j);
    }
    std::vector<int> category = color_neighbors(complete);
    std::sort(category.begin(), category.end());
    for (int i = 0; i < nodes; ++i) EXPECT_EQ(category[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace pliant::render

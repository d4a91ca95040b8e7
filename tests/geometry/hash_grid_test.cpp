#include "geometry/hash_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "core/random.hpp"

namespace pliant {
namespace {

std::vector<Vec3> random_points(std::size_t count, const Vec3& center, const Vec3& half, std::uint64_t seed) {
    Random random(seed);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = random.uniform(-1, 1);
        const double y = random.uniform(-1, 1);
        const double z = random.uniform(-1, 1);
        points.push_back(center + half.cwiseProduct(Vec3(x, y, z)));
    }
    return points;
}

std::vector<std::uint32_t> within(const PointGrid& grid, const Vec3& center, double radius) {
    std::vector<std::uint32_t> found;
    grid.for_each_within(center, radius, [&](std::uint32_t i, double) { found.push_back(i); });
    return found;
}

std::vector<std::uint32_t> brute_within(const std::vector<Vec3>& points, const Vec3& center, double radius) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if ((points[i] - center).squaredNorm() <= radius * radius) found.push_back(i);
    }
    return found;
}

std::uint32_t brute_nearest(const std::vector<Vec3>& points, const Vec3& center) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < points.size(); ++i) {
        if ((points[i] - center).squaredNorm() < (points[best] - center).squaredNorm()) best = i;
    }
    return best;
}

void expect_same_as_brute_force(const std::vector<Vec3>& points, double cell, double radius) {
    const PointGrid grid(points, cell);
    for (const double shift : {0.0, 0.3, 5.0}) {
        for (std::size_t q = 0; q < points.size(); q += 17) {
            const Vec3 center = points[q] + Vec3(shift * radius, -shift * radius, 0.5 * shift * radius);
            std::vector<std::uint32_t> found = within(grid, center, radius);
            std::sort(found.begin(), found.end());
            ASSERT_EQ(found, brute_within(points, center, radius)) << "query " << q << " shift " << shift;
            ASSERT_EQ(grid.nearest(center).index, brute_nearest(points, center)) << "query " << q << " shift " << shift;
        }
    }
}

TEST(PointGrid, finds_the_same_sets_as_brute_force_in_a_crowded_box) {
    expect_same_as_brute_force(random_points(600, Vec3::Zero(), Vec3(1, 2, 0.5), 1), 0.2, 0.25);
}

TEST(PointGrid, finds_the_same_sets_a_kilometre_from_the_origin) {
    expect_same_as_brute_force(random_points(600, Vec3(1000, -1000, 1000), Vec3(0.01, 0.01, 0.01), 2), 0.002, 0.003);
}

TEST(PointGrid, finds_the_same_sets_across_a_huge_extent) {
    std::vector<Vec3> points = random_points(300, Vec3(-1e6, 0, 0), Vec3(0.1, 0.1, 0.1), 3);
    const std::vector<Vec3> far = random_points(300, Vec3(1e6, 1e6, -1e6), Vec3(10, 10, 10), 4);
    points.insert(points.end(), far.begin(), far.end());
    expect_same_as_brute_force(points, 0.05, 0.04);
    expect_same_as_brute_force(points, 0.05, 3e6);
}

TEST(PointGrid, finds_the_same_sets_when_cells_are_mostly_empty) {
    expect_same_as_brute_force(random_points(500, Vec3::Zero(), Vec3(50, 50, 50), 5), 0.5, 8);
    expect_same_as_brute_force(random_points(500, Vec3::Zero(), Vec3(50, 0, 50), 5), 0.1, 8);
}

RC_GTEST_PROP(PointGrid, points_on_cell_borders_are_found_like_any_other, (std::uint64_t seed)) {
    Random random(seed);
    const double step = 1.0 / (1 + random.below(7));
    const auto side = static_cast<int>(2 + random.below(4));
    std::vector<Vec3> points;
    for (int i = 0; i < side * side * side; ++i) {
        points.push_back(step * Vec3(i % side, (i / side) % side, i / side / side));
    }
    const double radius = step * (1 + random.below(3));
    const PointGrid grid(points, step * (1 + random.below(2)));
    for (const Vec3& p : points) {
        std::vector<std::uint32_t> found = within(grid, p, radius);
        std::sort(found.begin(), found.end());
        RC_ASSERT(found == brute_within(points, p, radius));
    }
}

TEST(PointGrid, reports_the_squared_distance) {
    const std::vector<Vec3> points = {Vec3(0, 0, 0), Vec3(3, 4, 0)};
    const PointGrid grid(points, 1);
    std::vector<double> squared;
    grid.for_each_within(Vec3::Zero(), 5, [&](std::uint32_t, double s) { squared.push_back(s); });
    EXPECT_EQ(squared, (std::vector<double>{0, 25}));
}

TEST(PointGrid, visits_points_of_one_cell_by_rising_index) {
    const std::vector<Vec3> points = random_points(50, Vec3::Zero(), Vec3(0.1, 0.1, 0.1), 6);
    const std::vector<std::uint32_t> found = within(PointGrid(points, 1), Vec3::Zero(), 1);
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
    EXPECT_EQ(found.size(), points.size());
}

TEST(PointGrid, nearest_breaks_ties_by_index) {
    const std::vector<Vec3> points = {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(-1, 0, 0)};
    const PointGrid grid(points, 0.3);
    EXPECT_EQ(grid.nearest(Vec3::Zero()).index, 0u);
    EXPECT_EQ(grid.nearest(Vec3(-2, 0, 0)).index, 1u);
    EXPECT_EQ(grid.nearest(Vec3(-2, 0, 0)).squared_distance, 1);
}

TEST(PointGrid, empty_grid_finds_nothing) {
    const PointGrid grid(std::vector<Vec3>{}, 1);
    EXPECT_TRUE(within(grid, Vec3::Zero(), 1e9).empty());
    EXPECT_EQ(grid.nearest(Vec3::Zero()).index, PointGrid::none);
}

TEST(PointGrid, coincident_points_are_all_found) {
    const std::vector<Vec3> points(20, Vec3(5, 5, 5));
    EXPECT_EQ(within(PointGrid(points, 0.1), Vec3(5, 5, 5), 0).size(), 20u);
}

}  // namespace
}  // namespace pliant

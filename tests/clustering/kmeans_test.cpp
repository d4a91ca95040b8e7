#include "clustering/kmeans.hpp"

#include "clouds.hpp"
#include "clustering/distance.hpp"
#include "clustering/spatial_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace pliant {
namespace {

std::vector<std::size_t> nearest_by_brute_force(const std::vector<Vec3>& points, const std::vector<Vec3>& centers) {
    std::vector<std::size_t> nearest;
    for (const Vec3& p : points) {
        std::size_t best = 0;
        for (std::size_t c = 1; c < centers.size(); ++c) {
            if (squared_distance(p, centers[c]) < squared_distance(p, centers[best])) best = c;
        }
        nearest.push_back(best);
    }
    return nearest;
}

/// Lloyd's iteration without any memory of what moved.
std::vector<Vec3> plain_kmeans(const Cloud& cloud, std::vector<Vec3> centers, int sweeps) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        const auto nearest = nearest_by_brute_force(cloud.points, centers);
        std::vector<Vec3> sums(centers.size(), Vec3::Zero());
        std::vector<double> masses(centers.size(), 0);
        for (std::size_t i = 0; i < cloud.points.size(); ++i) {
            sums[nearest[i]] += cloud.masses[i] * cloud.points[i];
            masses[nearest[i]] += cloud.masses[i];
        }
        for (std::size_t c = 0; c < centers.size(); ++c) {
            if (masses[c] > 0) centers[c] = sums[c] / masses[c];
        }
    }
    return centers;
}

TEST(KMeans, agrees_with_the_plain_iteration_after_every_sweep) {
    for (const Cloud& cloud : {block(9, 8, 7, 1, 0.3, 3), block(20, 15, 1, 1, 0.3, 4), block(200, 1, 1, 1, 0.3, 5)}) {
        const std::vector<Vec3> start = spread_centers(cloud.points, 23, 7);
        for (int sweeps = 1; sweeps <= 12; ++sweeps) {
            const KMeans fast = kmeans(cloud.points, cloud.masses, start, 1, sweeps);
            const std::vector<Vec3> plain = plain_kmeans(cloud, start, fast.converged ? sweeps : fast.sweeps);
            for (std::size_t c = 0; c < start.size(); ++c) {
                ASSERT_LT((fast.centers[c] - plain[c]).norm(), 1e-12) << "sweeps " << sweeps << " center " << c;
            }
        }
    }
}

TEST(KMeans, converges_to_centers_of_mass_of_their_nearest_particles) {
    const Cloud cloud = block(10, 10, 10, 1, 0.3, 1);
    const KMeans means = kmeans(cloud.points, cloud.masses, spread_centers(cloud.points, 30, 1), 1, 1000);
    ASSERT_TRUE(means.converged);
    const std::vector<Vec3> next = plain_kmeans(cloud, means.centers, 1);
    for (std::size_t c = 0; c < next.size(); ++c) EXPECT_LT((next[c] - means.centers[c]).norm(), 1e-12);
}

TEST(KMeans, says_when_it_did_not_converge) {
    const Cloud cloud = block(10, 10, 10, 1, 0.3, 1);
    const KMeans means = kmeans(cloud.points, cloud.masses, spread_centers(cloud.points, 30, 1), 1, 2);
    EXPECT_FALSE(means.converged);
    EXPECT_EQ(means.sweeps, 2);
}

TEST(SpreadCenters, are_different_particles_and_depend_on_the_seed) {
    const Cloud cloud = block(6, 6, 6, 1, 0.2, 1);
    const std::vector<Vec3> a = spread_centers(cloud.points, 50, 1);
    for (std::size_t c = 0; c < a.size(); ++c) {
        EXPECT_NE(std::find(cloud.points.begin(), cloud.points.end(), a[c]), cloud.points.end());
        EXPECT_EQ(std::count(a.begin(), a.end(), a[c]), 1);
    }
    EXPECT_EQ(a, spread_centers(cloud.points, 50, 1));
    EXPECT_NE(a, spread_centers(cloud.points, 50, 2));
}

TEST(SpatialOrder, is_a_permutation_that_keeps_octants_together) {
    const Cloud cloud = block(8, 8, 8, 1, 0, 1);
    const auto order = spatial_order(cloud.points);
    std::vector<std::uint32_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::uint32_t> all(cloud.points.size());
    std::iota(all.begin(), all.end(), 0U);
    ASSERT_EQ(sorted, all);
    auto octant = [&](std::uint32_t i) {
        const Vec3& p = cloud.points[i];
        return (p.x() > 3.5) + 2 * (p.y() > 3.5) + 4 * (p.z() > 3.5);
    };
    for (std::size_t k = 0; k < order.size(); ++k) EXPECT_EQ(octant(order[k]), static_cast<int>(k / 64));
}

}  // namespace
}  // namespace pliant

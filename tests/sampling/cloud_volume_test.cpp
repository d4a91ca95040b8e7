// The space that clouds of points stand for.
#include "sampling/cloud_volume.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace pliant {
namespace {

double uniform(Random& random) { return static_cast<double>(random.below(1 << 30)) / (1 << 30); }

/// Random points of the cube of edge 2 about the origin that `inside` takes.
template <class Inside>
std::vector<Vec3> cloud(std::size_t count, std::uint64_t seed, const Inside& inside) {
    Random random(seed);
    std::vector<Vec3> points;
    while (points.size() < count) {
        const double x = uniform(random), y = uniform(random), z = uniform(random);
        const Vec3 p = 2 * Vec3(x, y, z) - Vec3::Ones();
        if (inside(p)) points.push_back(p);
    }
    return points;
}

double relative_volume(const std::vector<Vec3>& points, double truth) {
    return cloud_volume(points, std::cbrt(truth / static_cast<double>(points.size()))) / truth;
}

TEST(CloudVolume, of_random_points_is_that_of_their_shape) {
    for (const std::size_t count : {500u, 2000u, 20000u})
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            const auto everywhere = [](const Vec3&) { return true; };
            const auto ball = [](const Vec3& p) { return p.norm() < 1; };
            const auto corner = [](const Vec3& p) { return p.minCoeff() > -1 && !(p.x() > 0 && p.y() > 0); };
            EXPECT_NEAR(relative_volume(cloud(count, seed, everywhere), 8), 1, 0.1) << count;
            EXPECT_NEAR(relative_volume(cloud(count, seed, ball), 4 * std::numbers::pi / 3), 1, 0.1) << count;
            EXPECT_NEAR(relative_volume(cloud(count, seed, corner), 6), 1, 0.1) << count;
        }
}

TEST(CloudVolume, scales_and_moves_with_the_points) {
    std::vector<Vec3> points = cloud(1000, 5, [](const Vec3& p) { return p.norm() < 1; });
    const double before = cloud_volume(points, 0.16);
    for (Vec3& p : points) p = 1e-3 * p + Vec3(40, -7, 3);
    EXPECT_NEAR(cloud_volume(points, 0.16e-3) / before, 1e-9, 1e-11);
}

TEST(CloudVolume, of_too_scattered_points_is_that_of_their_spacing) {
    std::vector<Vec3> points = cloud(1000, 5, [](const Vec3& p) { return p.norm() < 1; });
    points.emplace_back(1e6, 0, 0);
    EXPECT_DOUBLE_EQ(cloud_volume(points, 0.1), 1001 * std::pow(0.1, 3));
}

}  // namespace
}  // namespace pliant

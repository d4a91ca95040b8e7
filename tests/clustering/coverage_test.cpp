#include "clustering/coverage.hpp"

#include "clouds.hpp"
#include "clustering/kmeans.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace pliant {
namespace {

TEST(ConnectedBodies, are_linked_below_one_point_eight_spacings) {
    const std::vector<Vec3> points{Vec3(0, 0, 0), Vec3(9, 0, 0), Vec3(1.79, 0, 0), Vec3(10.81, 0, 0), Vec3(9.9, 0, 0)};
    EXPECT_EQ(connected_bodies(points, 1.0), (std::vector<std::uint32_t>{0, 1, 0, 1, 1}));
    EXPECT_EQ(connected_bodies(points, 0.99), (std::vector<std::uint32_t>{0, 1, 2, 1, 1}));
    EXPECT_EQ(connected_bodies(points, 0.1), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(SmallestRadius, is_the_farthest_particle_of_a_single_cluster) {
    const Cloud cloud = block(3, 1, 1, 1, 0, 1);
    const auto bodies = connected_bodies(cloud.points, 1);
    EXPECT_EQ(smallest_radius(cloud.points, bodies, std::vector<Vec3>{Vec3(0.5, 0, 0)}, 1), 1.5);
}

TEST(SmallestRadius, reaches_for_the_shared_particle) {
    // Four particles in a row, centers at the ends: a radius of 1 covers, 2 connects.
    const Cloud cloud = block(4, 1, 1, 1, 0, 1);
    const std::vector<Vec3> ends{Vec3(0, 0, 0), Vec3(3, 0, 0)};
    EXPECT_EQ(smallest_radius(cloud.points, connected_bodies(cloud.points, 1), ends, 1), 2);
    EXPECT_EQ(smallest_radius(cloud.points, connected_bodies(cloud.points, 0.5), ends, 0.5), 1);
}

TEST(SmallestRadius, is_zero_where_every_particle_is_its_own_body_and_center) {
    const std::vector<Vec3> points{Vec3(0, 0, 0), Vec3(5, 0, 0)};
    EXPECT_EQ(smallest_radius(points, connected_bodies(points, 1), points, 1), 0);
}

RC_GTEST_PROP(SmallestRadius, covers_and_connects_and_no_smaller_one_does, ()) {
    const auto kind = static_cast<CloudKind>(*rc::gen::inRange(0, cloud_kinds));
    const auto count = *rc::gen::inRange(1, 80);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Cloud cloud = odd_cloud(kind, count, 1, Vec3::Zero(), seed);
    const auto clusters = static_cast<std::size_t>(*rc::gen::inRange(1, static_cast<int>(cloud.points.size()) + 1));
    const std::vector<Vec3> centers = spread_centers(cloud.points, clusters, seed);
    const double radius =
        smallest_radius(cloud.points, connected_bodies(cloud.points, cloud.spacing), centers, cloud.spacing);
    RC_ASSERT(covers_and_connects(cloud, centers, radius * (1 + 1e-12)));
    RC_ASSERT(radius == 0 || !covers_and_connects(cloud, centers, radius * (1 - 1e-9)));
}

}  // namespace
}  // namespace pliant

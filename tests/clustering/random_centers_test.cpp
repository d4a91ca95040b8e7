#include "clustering/random_centers.hpp"

#include "clouds.hpp"

#include <gtest/gtest.h>

namespace pliant {
namespace {

TEST(RandomCenters, cover_every_particle_and_keep_apart) {
    const Cloud cloud = block(8, 8, 8, 1, 0.3, 1);
    const std::vector<Vec3> centers = random_centers(cloud.points, 2.5, 3);
    for (const Vec3& p : cloud.points) {
        bool covered = false;
        for (const Vec3& c : centers) covered = covered || (p - c).norm() <= 2.5;
        EXPECT_TRUE(covered);
    }
    for (std::size_t a = 0; a < centers.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) EXPECT_GT((centers[a] - centers[b]).norm(), 2.5);
    }
}

TEST(RandomCenters, depend_on_the_seed_alone) {
    const Cloud cloud = block(8, 8, 8, 1, 0.3, 1);
    EXPECT_EQ(random_centers(cloud.points, 2, 3), random_centers(cloud.points, 2, 3));
    EXPECT_NE(random_centers(cloud.points, 2, 3), random_centers(cloud.points, 2, 4));
}

TEST(RandomCenters, come_near_the_number_asked_for) {
    const Cloud cloud = block(12, 12, 12, 1, 0.3, 1);
    for (const std::size_t count : {1, 10, 70, 400}) {
        const double found = static_cast<double>(random_centers_by_count(cloud.points, count, 1, 5).size());
        EXPECT_NEAR(found, static_cast<double>(count), 1 + 0.1 * static_cast<double>(count));
    }
}

TEST(RandomCenters, are_no_more_than_the_distinct_points) {
    const std::vector<Vec3> points(9, Vec3(1, 2, 3));
    EXPECT_EQ(random_centers_by_count(points, 4, 0.1, 1).size(), 1U);
}

}  // namespace
}  // namespace pliant

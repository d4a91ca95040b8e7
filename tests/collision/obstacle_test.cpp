// Obstacles: distances, normals and where they are.
#include "collision/obstacles.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace pliant::testing {
namespace {

TEST(ObstacleBody, a_plane_is_its_height_above_y_0) {
    const ObstacleBody plane{Obstacle{}};
    EXPECT_TRUE(plane.is_plane());
    EXPECT_EQ(plane.distance(Vec3(100, 3, -7)), 3);
    EXPECT_EQ(plane.distance(Vec3(0, -2, 0)), -2);
    EXPECT_EQ(plane.normal(Vec3(5, -1, 2)), Vec3::UnitY());
    EXPECT_TRUE(std::isinf(plane.bounding_radius()));
}

TEST(ObstacleBody, normals_have_length_one_and_lead_out_the_short_way) {
    Random random(4);
    for (const Obstacle& description : obstacles_of_every_kind()) {
        const ObstacleBody obstacle(description);
        for (int k = 0; k < 500; ++k) {
            const Vec3 p = random_vec(random, 1.5);
            const Vec3 n = obstacle.normal(p);
            const double d = obstacle.distance(p);
            EXPECT_NEAR(n.norm(), 1, 1e-9);
            // Along the normal the distance changes as fast as it can, unless p lies where two sides are equally near.
            const double step = 1e-6;
            EXPECT_LE(std::abs(obstacle.distance(p + step * n) - d), step * 1.0001);
            EXPECT_GE(obstacle.distance(p + step * n) - d, 0.5 * step) << description.name << " " << p.transpose();
        }
    }
}

TEST(ObstacleBody, is_inside_its_bounding_radius) {
    Random random(5);
    for (const Obstacle& description : obstacles_of_every_kind()) {
        const ObstacleBody obstacle(description);
        if (obstacle.is_plane()) continue;
        for (int k = 0; k < 500; ++k) {
            const Vec3 p = random_vec(random, 2);
            if (obstacle.distance(p) < 0) {
                EXPECT_LT(p.norm(), obstacle.bounding_radius());
            }
        }
    }
}

TEST(ObstacleBody, scale_scales_the_shape) {
    Obstacle small, large;
    small.kind = large.kind = ObstacleKind::cone;
    small.radius = 0.5, small.top_radius = 0.1, small.height = 1;
    large = small;
    large.place.scale = 3;
    Random random(6);
    for (int k = 0; k < 100; ++k) {
        const Vec3 p = random_vec(random, 2);
        EXPECT_NEAR(ObstacleBody(large).distance(3 * p), 3 * ObstacleBody(small).distance(p), 1e-12);
    }
}

TEST(ObstacleBody, is_placed_and_then_moved_about_its_own_centre) {
    Obstacle o;
    o.kind = ObstacleKind::box;
    o.place.translate = Vec3(1, 2, 3);
    o.place.axis = Vec3::UnitZ();
    o.place.angle = 90;
    o.motion.axis = Vec3::UnitY();
    o.motion.interpolation = Interpolation::linear;
    o.motion.keys = {{0, Vec3::Zero(), 0}, {2, Vec3(0, 4, 0), 180}};
    const ObstacleBody obstacle(o);
    EXPECT_FALSE(obstacle.at_rest());
    EXPECT_LT((obstacle.pose(0)(Vec3::UnitX()) - Vec3(1, 3, 3)).norm(), 1e-12);
    EXPECT_LT((obstacle.pose(1)(Vec3::Zero()) - Vec3(1, 4, 3)).norm(), 1e-12);
    // After a quarter turn about y the obstacle's own y axis, which points to -x of the world, points to +z.
    EXPECT_LT((obstacle.pose(1)(Vec3::UnitY()) - Vec3(1, 4, 4)).norm(), 1e-12);
}

}  // namespace
}  // namespace pliant::testing

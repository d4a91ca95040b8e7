// Solids on a grid, and unions of balls.
#include "geometry/shape.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

Vec3 random_place(Random& random, double size) {
    return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

TEST(SampledSolid, is_as_exact_as_its_cells_near_the_surface_and_never_too_large_far_away) {
    Random random(7);
    const SolidPtr exact = solid::torus(0.5, 0.2), grid = solid::sampled(*exact, 64);
    const double cell = exact->bounds().size().maxCoeff() / 64;
    for (int i = 0; i < 5000; ++i) {
        const Vec3 p = random_place(random, 1.5);
        const double truth = exact->distance(p), kept = grid->distance(p);
        if (std::abs(truth) < cell) {
            EXPECT_NEAR(kept, truth, 0.1 * cell);
        }
        EXPECT_LT(kept, truth + 0.1 * cell);
        EXPECT_GT(kept, -0.21);
        if (truth > cell) {
            EXPECT_GT(kept, 0);
        }
    }
}

TEST(SampledSolid, has_the_normals_of_the_solid) {
    Random random(8);
    const SolidPtr exact = solid::sphere(0.5), grid = solid::sampled(*exact, 48);
    for (int i = 0; i < 500; ++i) {
        const Vec3 direction = random_place(random, 1).normalized();
        EXPECT_GT(distance_gradient(*grid, 0.5 * direction, 0.01).normalized().dot(direction), 0.999);
    }
}

TEST(BallSolid, is_the_nearest_ball) {
    Random random(9);
    std::vector<Vec3> centers;
    for (int i = 0; i < 40; ++i) centers.push_back(random_place(random, 1));
    const SolidPtr balls = solid::balls(centers, 0.1);
    for (int i = 0; i < 500; ++i) {
        const Vec3 p = random_place(random, 2);
        double nearest = 1e9;
        for (const Vec3& c : centers) nearest = std::min(nearest, (p - c).norm() - 0.1);
        EXPECT_NEAR(balls->distance(p), nearest, 1e-12);
    }
    for (const Vec3& c : centers) EXPECT_TRUE(((c - balls->bounds().lower).array() >= 0.1 - 1e-12).all());
}

}  // namespace
}  // namespace pliant::testing

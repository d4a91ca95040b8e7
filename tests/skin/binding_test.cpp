#include "skin/binding.hpp"

#include "skin/made_surfaces.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <tbb/task_arena.h>

#include "skin/clouds.hpp"

namespace pliant {
namespace {

using namespace skin_test;

constexpr double spacing = 0.1;

/// The surface of a block of 8³ particles, half a spacing outside of them.
struct Bound {
    std::vector<Vec3> particles = block(8, spacing);
    std::vector<Vec3> surface = box_surface(Vec3::Constant(8 * spacing), 0.5 * spacing).points;
    Binding binding = bind_points(surface, particles, spacing);
};

Mat3 some_rotation(Random& random) {
    return axis_angle(Vec3(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() + 0.1),
                      6 * random.uniform());
}

TEST(Binding, at_rest_the_surface_is_where_it_was) {
    const Bound bound;
    EXPECT_LT(largest_distance(follow(bound.binding, bound.particles), bound.surface), 1e-6 * 8 * spacing);
}

RC_GTEST_PROP(Binding, a_rigid_motion_moves_the_surface_rigidly, (std::uint32_t seed)) {
    static const Bound bound;
    Random random(seed);
    const Mat3 rotation = some_rotation(random);
    const Vec3 shift(random.uniform(), -random.uniform(), 2 * random.uniform());
    const auto moved = follow(bound.binding, mapped(bound.particles, rotation, shift));
    RC_ASSERT(largest_distance(moved, mapped(bound.surface, rotation, shift)) < 1e-5 * 8 * spacing);
}

RC_GTEST_PROP(Binding, a_linear_map_is_reproduced, (std::uint32_t seed)) {
    static const Bound bound;
    Random random(seed);
    Mat3 linear;
    for (int k = 0; k < 9; ++k) linear(k) = 3 * random.uniform() - 1.5;
    const auto moved = follow(bound.binding, mapped(bound.particles, linear, Vec3::Zero()));
    RC_ASSERT(largest_distance(moved, mapped(bound.surface, linear, Vec3::Zero())) < 1e-5 * 8 * spacing);
}

TEST(Binding, the_coefficients_of_a_point_are_few_small_and_sum_to_one) {
    const Bound bound;
    for (std::size_t p = 0; p < bound.surface.size(); ++p) {
        double sum = 0, size = 0;
        for (std::uint32_t k = bound.binding.rows[p]; k < bound.binding.rows[p + 1]; ++k) {
            sum += static_cast<double>(bound.binding.coefficients[k]);
            size += std::abs(static_cast<double>(bound.binding.coefficients[k]));
        }
        EXPECT_NEAR(sum, 1, 1e-6);
        EXPECT_LT(size, 6) << "noise of the particles would be seen";
        EXPECT_LE(bound.binding.rows[p + 1] - bound.binding.rows[p], 80u);
    }
}

TEST(Binding, neighboring_points_of_a_bent_body_stay_neighbors) {
    const Bound bound;
    std::vector<Vec3> bent;
    for (const Vec3& p : bound.particles)
        bent.push_back(axis_angle(Vec3::UnitZ(), 1.5 * p.x() / (8 * spacing)) * Vec3(0, p.y() + 1, p.z()));
    const std::vector<Vec3> before = bound.surface, after = follow(bound.binding, bent);
    double longest = 0;
    for (std::size_t p = 1; p < before.size(); ++p)
        if ((before[p] - before[p - 1]).norm() < 0.6 * spacing)
            longest = std::max(longest, (after[p] - after[p - 1]).norm() / (before[p] - before[p - 1]).norm());
    EXPECT_LT(longest, 3.5) << "the outside of the bend is stretched by 1.9 + 0.8";
}

TEST(Binding, a_flat_body_carries_what_is_beside_it) {
    std::vector<Vec3> plane;
    for (int i = 0; i < 100; ++i) plane.emplace_back(spacing * (i % 10), 0, spacing * (i / 10));
    const std::vector<Vec3> above = {Vec3(0.42, 0.05, 0.37), Vec3(0.5, -0.05, 0.2)};
    const Binding binding = bind_points(above, plane, spacing);
    EXPECT_EQ(binding.off.size(), 2u);
    const Mat3 rotation = axis_angle(Vec3(1, 2, 3), 2.5);
    EXPECT_LT(largest_distance(follow(binding, plane), above), 1e-6);
    EXPECT_LT(largest_distance(follow(binding, mapped(plane, rotation, Vec3(1, 0, 2))),
                               mapped(above, rotation, Vec3(1, 0, 2))),
              1e-5);
}

TEST(Binding, a_single_particle_takes_everything_along) {
    const std::vector<Vec3> one = {Vec3(1, 2, 3)}, around = {Vec3(1.5, 2, 3), Vec3(1, 1, 3)};
    const Binding binding = bind_points(around, one, 1);
    EXPECT_LT(largest_distance(follow(binding, std::vector<Vec3>{Vec3(0, 0, 0)}),
                               mapped(around, Mat3::Identity(), Vec3(-1, -2, -3))),
              1e-12);
}

TEST(Binding, is_the_same_at_any_number_of_threads) {
    const Bound alone = [] {
        Bound result;
        tbb::task_arena(1).execute([&] { result.binding = bind_points(result.surface, result.particles, spacing); });
        return result;
    }();
    const Bound many;
    EXPECT_EQ(alone.binding.particles, many.binding.particles);
    EXPECT_EQ(alone.binding.coefficients, many.binding.coefficients);
}

TEST(Binding, knows_how_far_a_surface_is) {
    const Bound bound;
    std::vector<Vec3> far = bound.surface;
    far[7] += Vec3(5, 0, 0);
    const Binding binding = bind_points(far, bound.particles, spacing);
    EXPECT_EQ(binding.farthest_point, 7u);
    EXPECT_GT(binding.farthest, 4);
    EXPECT_LT(bound.binding.farthest, 2 * spacing);
}

}  // namespace
}  // namespace pliant

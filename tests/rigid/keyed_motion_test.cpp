// Motion along keys: where it is at, between, before and after them.
#include "geometry/keyed_motion.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

namespace pliant {
namespace {

constexpr double rounding = 1e-12;

Motion two_keys(Interpolation interpolation) {
    Motion motion;
    motion.interpolation = interpolation;
    motion.axis = Vec3::UnitZ();
    motion.keys = {{1, Vec3(0, 0, 0), 0}, {3, Vec3(4, 0, 0), 90}};
    return motion;
}

TEST(KeyedMotion, without_keys_nothing_moves) {
    const KeyedMotion motion(Motion{}, Vec3(1, 2, 3));
    EXPECT_TRUE(motion.at_rest());
    EXPECT_EQ(motion.pose(7)(Vec3(4, 5, 6)), Vec3(4, 5, 6));
    EXPECT_EQ(KeyedMotion().pose(1)(Vec3(4, 5, 6)), Vec3(4, 5, 6));
}

TEST(KeyedMotion, passes_through_its_keys_and_rests_before_and_after_them) {
    for (const Interpolation interpolation : {Interpolation::linear, Interpolation::smooth}) {
        const KeyedMotion motion(two_keys(interpolation), Vec3::Zero());
        const Vec3 p(1, 0, 0);
        for (const double time : {-5.0, 0.0, 1.0}) EXPECT_LT((motion.pose(time)(p) - p).norm(), rounding);
        for (const double time : {3.0, 3.5, 100.0})
            EXPECT_LT((motion.pose(time)(p) - Vec3(4, 1, 0)).norm(), rounding) << time;
    }
}

TEST(KeyedMotion, linear_moves_at_constant_speed) {
    const KeyedMotion motion(two_keys(Interpolation::linear), Vec3::Zero());
    for (const double s : {0.25, 0.5, 0.75})
        EXPECT_LT((motion.pose(1 + 2 * s)(Vec3::Zero()) - Vec3(4 * s, 0, 0)).norm(), rounding);
    const Vec3 turned = motion.pose(2).rotation * Vec3::UnitX();
    EXPECT_LT((turned - Vec3(std::sqrt(0.5), std::sqrt(0.5), 0)).norm(), rounding);
}

TEST(KeyedMotion, smooth_starts_and_ends_at_rest_and_meets_in_the_middle) {
    const KeyedMotion motion(two_keys(Interpolation::smooth), Vec3::Zero());
    const auto x = [&](double time) { return motion.pose(time)(Vec3::Zero()).x(); };
    EXPECT_NEAR(x(2), 2, rounding);
    constexpr double h = 1e-4;
    const double average = 2;  // m/s
    EXPECT_LT((x(1 + h) - x(1)) / h, 1e-3 * average);
    EXPECT_LT((x(3) - x(3 - h)) / h, 1e-3 * average);
    for (double time = 1; time < 3; time += 0.01) EXPECT_LE(x(time), x(time + 0.01));
}

TEST(KeyedMotion, turns_about_its_pivot_or_else_about_the_centre_it_is_given) {
    Motion description = two_keys(Interpolation::linear);
    description.keys.back().translate = Vec3::Zero();
    const Vec3 center(1, 1, 0), pivot(-2, 0, 5);
    EXPECT_LT((KeyedMotion(description, center).pose(3)(center) - center).norm(), rounding);
    EXPECT_LT((KeyedMotion(description, center).pose(3)(center + Vec3::UnitX()) - center - Vec3::UnitY()).norm(),
              rounding);
    description.pivot = pivot;
    EXPECT_LT((KeyedMotion(description, center).pose(3)(pivot) - pivot).norm(), rounding);
}

TEST(KeyedMotion, translates_after_turning) {
    Motion description = two_keys(Interpolation::linear);
    description.pivot = Vec3(1, 0, 0);
    // Turned by 90 degrees about (1, 0, 0), then moved by (4, 0, 0).
    EXPECT_LT((KeyedMotion(description, Vec3::Zero()).pose(3)(Vec3(2, 0, 0)) - Vec3(5, 1, 0)).norm(), rounding);
}

TEST(KeyedMotion, several_turns_do_not_take_the_short_way) {
    Motion description = two_keys(Interpolation::linear);
    description.keys.back().angle = 720;
    const KeyedMotion motion(description, Vec3::Zero());
    EXPECT_LT((motion.pose(1.25).rotation * Vec3::UnitX() - Vec3::UnitY()).norm(), rounding);
    EXPECT_LT((motion.pose(1.5).rotation * Vec3::UnitX() + Vec3::UnitX()).norm(), rounding);
}

TEST(KeyedMotion, is_rigid_and_continuous_along_many_keys) {
    Random random(3);
    const auto vector = [&] { return Vec3(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)); };
    for (int round = 0; round < 50; ++round) {
        Motion description;
        description.axis = vector();
        description.interpolation = round % 2 == 0 ? Interpolation::linear : Interpolation::smooth;
        double time = 0;
        for (int k = 0; k < 6; ++k) {
            time += random.uniform(0.1, 1);
            description.keys.push_back({time, vector(), random.uniform(-400, 400)});
        }
        const KeyedMotion motion(description, vector());
        const Vec3 a = vector(), b = vector();
        Vec3 last = motion.pose(0)(a);
        for (double t = 0; t < time + 1; t += 1e-3) {
            const RigidPose pose = motion.pose(t);
            EXPECT_NEAR((pose(a) - pose(b)).norm(), (a - b).norm(), rounding);
            EXPECT_NEAR(pose.rotation.determinant(), 1, rounding);
            // No key is faster than 1.5 · (4√3 m + 14 rad · 7 m) in 0.1 s.
            EXPECT_LT((pose(a) - last).norm(), 2e-3 * 1600);
            last = pose(a);
        }
    }
}

}  // namespace
}  // namespace pliant

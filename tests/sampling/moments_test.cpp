// Volume, center and inertia of solids against the formulas of mechanics.
#include "sampling/moments.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

namespace pliant::testing {
namespace {

constexpr double pi = std::numbers::pi;

void expect_moments(const SolidPtr& solid, double volume, const Vec3& center, const Vec3& inertia_per_mass) {
    const Moments moments = moments_of(*solid);
    const double size = solid->bounds().size().norm();
    EXPECT_NEAR(moments.volume, volume, 2e-3 * volume);
    EXPECT_LT((moments.center - center).norm(), 1e-3 * size);
    const Mat3 inertia = inertia_of(moments) / moments.volume;
    EXPECT_LT((inertia - Mat3(inertia_per_mass.asDiagonal())).norm(), 2e-3 * inertia_per_mass.norm()) << inertia;
}

TEST(Moments, of_primitives_are_those_of_the_books) {
    expect_moments(solid::sphere(0.7), 4 * pi / 3 * 0.343, Vec3::Zero(), Vec3::Constant(0.4 * 0.49));
    expect_moments(solid::box({1, 2, 0.5}), 1, Vec3::Zero(), Vec3(4.25, 1.25, 5) / 12);
    const double side = (3 * 0.09 + 1) / 12;
    expect_moments(solid::cylinder(0.3, 1), pi * 0.09, Vec3::Zero(), {side, 0.045, side});
    // A cone: the center is a quarter of the height above the base.
    const double across = 3.0 / 20 * 0.25 + 3.0 / 80;
    expect_moments(solid::cone(0.5, 0, 1), pi * 0.25 / 3, {0, -0.25, 0}, {across, 0.3 * 0.25, across});
}

TEST(Moments, move_and_turn_with_the_solid) {
    const Mat3 turn = Eigen::AngleAxisd(0.6, Vec3(1, -1, 2).normalized()).toRotationMatrix();
    const Vec3 away(3, -2, 1);
    const Moments moments = moments_of(*solid::placed(solid::box({1, 2, 0.5}), turn, 2, away));
    const Mat3 expected = turn * (4 * Vec3(4.25, 1.25, 5) / 12).asDiagonal() * turn.transpose();
    EXPECT_NEAR(moments.volume, 8, 0.016);
    EXPECT_LT((moments.center - away).norm(), 2e-3);
    EXPECT_LT((inertia_of(moments) / moments.volume - expected).norm(), 4e-3 * expected.norm());
}

TEST(Moments, of_points_are_their_sums) {
    const std::vector<Vec3> points = {{10, 0, 0}, {12, 0, 0}};
    const std::vector<double> masses = {1, 3};
    const Moments moments = moments_of(points, masses);
    EXPECT_DOUBLE_EQ(moments.volume, 4);
    EXPECT_LT((moments.center - Vec3(11.5, 0, 0)).norm(), 1e-12);
    EXPECT_LT((inertia_of(moments) - Mat3(Vec3(0, 3, 3).asDiagonal())).norm(), 1e-12);
}

}  // namespace
}  // namespace pliant::testing

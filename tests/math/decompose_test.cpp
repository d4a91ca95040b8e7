// Decompositions of single matrices, for building and reporting.
#include "math/decompose.hpp"

#include "math/random_matrices.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace pliant::testing {
namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon();

class Decompose : public ::testing::TestWithParam<Family> {
  protected:
    const std::vector<Mat3> matrices_ = matrices_of(GetParam(), 1000);
};

TEST_P(Decompose, nearest_rotation_is_proper_and_no_other_is_nearer) {
    Random random(5);
    for (const Mat3& a : matrices_) {
        const Mat3 r = nearest_rotation(a);
        EXPECT_NEAR(r.determinant(), 1, 50 * rounding);
        EXPECT_LT((r.transpose() * r - Mat3::Identity()).norm(), 50 * rounding);
        for (int k = 0; k < 20; ++k) {
            const Mat3 other = random_quaternion(random).toRotationMatrix();
            EXPECT_GE((r.transpose() * a).trace(), (other.transpose() * a).trace() - 100 * rounding * a.norm());
        }
    }
}

TEST_P(Decompose, signed_singular_values_fall_and_multiply_to_the_determinant) {
    for (const Mat3& a : matrices_) {
        const Vec3 s = signed_singular_values(a);
        EXPECT_GE(s[0], s[1]);
        EXPECT_GE(s[1], std::abs(s[2]));
        EXPECT_GE(s[1], 0);
        EXPECT_NEAR(s.prod(), a.determinant(), 100 * rounding * std::pow(a.norm(), 3));
        EXPECT_NEAR(s.squaredNorm(), a.squaredNorm(), 100 * rounding * a.squaredNorm());
    }
}

TEST_P(Decompose, pseudo_inverse_inverts_what_is_there_and_names_what_is_not) {
    for (const Mat3& a : matrices_) {
        const Mat3 symmetric = a * a.transpose();
        const PseudoInverse p = pseudo_inverse(symmetric, 1e-6);
        const Mat3 there = Mat3::Identity() - p.missing;
        EXPECT_LT((p.missing * p.missing - p.missing).norm(), 100 * rounding);
        EXPECT_LT((symmetric * p.inverse - there).norm(), 1e6 * 100 * rounding);
        EXPECT_LE((p.inverse * p.missing).norm(), 1e6 * 100 * rounding * p.inverse.norm());
        EXPECT_LE((symmetric * p.missing).norm(), 2e-6 * symmetric.norm());
    }
}

INSTANTIATE_TEST_SUITE_P(All, Decompose, ::testing::ValuesIn(all_families()),
                         [](const auto& info) { return name_of(info.param); });

TEST(PseudoInverse, counts_the_missing_directions) {
    for (const auto& [family, missing] :
         {std::pair{Family::random, 0}, {Family::rank2, 1}, {Family::rank1, 2}, {Family::zero, 3}}) {
        const Mat3 a = matrices_of(family, 1).front();
        EXPECT_NEAR(pseudo_inverse(a * a.transpose(), 1e-9).missing.trace(), missing, 1e-12);
    }
}

TEST(AxisAngle, turns_counter_clockwise_whatever_the_length_of_the_axis) {
    const Mat3 r = axis_angle(Vec3(0, 0, 7), std::numbers::pi / 2);
    EXPECT_LT((r * Vec3::UnitX() - Vec3::UnitY()).norm(), 10 * rounding);
    EXPECT_LT((r * Vec3::UnitZ() - Vec3::UnitZ()).norm(), 10 * rounding);
    EXPECT_LT((axis_angle(Vec3(1e-6, 2e-6, 0), 0) - Mat3::Identity()).norm(), rounding);
}

}  // namespace
}  // namespace pliant::testing

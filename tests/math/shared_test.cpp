// The arithmetic that CPU and GPU share (src/math/shared and the folders like it): of single numbers it has the bits of
// the packed lanes, and in float and in double it is what Eigen says.
#include "math/packed_convert.hpp"
#include "math/random_matrices.hpp"
#include "math/shared/rotation3.hpp"
#include "point_based/shared/elastoplastic.hpp"
#include "shape_matching/shared/cluster_fit.hpp"
#include "shape_matching/shared/member.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <tuple>

namespace pliant::testing {
namespace {

namespace one = PLIANT_ISA;

template <class Things>
bool same_bits(const Things& a, const Things& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
}

/// Lanes of the packed code against the same formulas of single numbers, both compiled for one instruction set.
class SharedLanes : public ::testing::TestWithParam<std::tuple<const PackedCode*, Family>> {
  protected:
    static constexpr std::size_t count = 1024;
    const PackedCode& code_ = *std::get<0>(GetParam());
    std::vector<Nine> a_;
    std::vector<Four> start_;

    SharedLanes() {
        Random random(5);
        for (const Mat3& m : matrices_of(std::get<1>(GetParam()), count)) {
            a_.push_back(to_nine(m));
            start_.push_back(to_four(random_quaternion(random)));
        }
    }
};

TEST_P(SharedLanes, have_the_bits_of_rotations_of_single_numbers) {
    std::vector<Nine> packed(count), single(count);
    for (std::size_t i = 0; i < count; i += code_.lanes) {
        code_.nearest_rotation(&a_[i], &start_[i], &packed[i]);
        code_.nearest_rotation_by_one(&a_[i], &start_[i], &single[i]);
    }
    EXPECT_TRUE(same_bits(packed, single));
}

TEST_P(SharedLanes, have_the_bits_of_decompositions_of_single_numbers) {
    std::vector<Nine> u(count), v(count), single_u(count), single_v(count);
    std::vector<Three> sigma(count), single_sigma(count);
    std::vector<Four> q(count), single_q(count);
    for (std::size_t i = 0; i < count; i += code_.lanes) {
        code_.svd(&a_[i], &start_[i], &u[i], &sigma[i], &v[i]);
        code_.svd_by_one(&a_[i], &start_[i], &single_u[i], &single_sigma[i], &single_v[i]);
        code_.to_quaternion(&u[i], &q[i]);
        code_.to_quaternion_by_one(&u[i], &single_q[i]);
    }
    EXPECT_TRUE(same_bits(u, single_u));
    EXPECT_TRUE(same_bits(v, single_v));
    EXPECT_TRUE(same_bits(sigma, single_sigma));
    EXPECT_TRUE(same_bits(q, single_q));
}

TEST_P(SharedLanes, have_the_bits_of_solutions_of_single_numbers) {
    std::vector<Six> s(count);
    std::vector<Three> b(count), x(count), single(count);
    const auto definite = std::make_unique<bool[]>(count), single_definite = std::make_unique<bool[]>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Mat3 m = to_mat(a_[i]);
        s[i] = to_six(m.transpose() * m);
        b[i] = to_three(m.col(0));
    }
    for (std::size_t i = 0; i < count; i += code_.lanes) {
        code_.solve(&s[i], &b[i], Real(1e-5), &x[i], &definite[i]);
        code_.solve_by_one(&s[i], &b[i], Real(1e-5), &single[i], &single_definite[i]);
    }
    EXPECT_TRUE(same_bits(x, single));
    EXPECT_TRUE(std::equal(&definite[0], &definite[0] + count, &single_definite[0]));
}

INSTANTIATE_TEST_SUITE_P(All, SharedLanes,
                         ::testing::Combine(::testing::ValuesIn(packed_codes()), ::testing::ValuesIn(all_families())),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)->name) + "_" + name_of(std::get<1>(info.param));
                         });

/// The formulas in float and in double.
template <class T>
class SharedNumbers : public ::testing::Test {
  protected:
    static constexpr double tolerance = 50.0 * static_cast<double>(std::numeric_limits<T>::epsilon());

    static one::Vector3<T> of(const Vec3& v) {
        return {static_cast<T>(v.x()), static_cast<T>(v.y()), static_cast<T>(v.z())};
    }
    static one::Matrix3<T> of(const Mat3& m) { return {{of(Vec3(m.col(0))), of(Vec3(m.col(1))), of(Vec3(m.col(2)))}}; }
    static one::Symmetric3<T> symmetric_of(const Mat3& m) {
        const one::Matrix3<T> t = of(m);
        return {t.c[0].x, t.c[1].y, t.c[2].z, t.c[2].y, t.c[2].x, t.c[1].x};
    }
    static Vec3 from(const one::Vector3<T>& v) {
        return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
    }
    static Mat3 from(const one::Matrix3<T>& m) {
        Mat3 r;
        r << from(m.c[0]), from(m.c[1]), from(m.c[2]);
        return r;
    }
    /// What T makes of it.
    static Mat3 rounded_to(const Mat3& m) { return from(of(m)); }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SharedNumbers, Scalars);

TYPED_TEST(SharedNumbers, rotations_are_the_best_proper_ones) {
    using T = TypeParam;
    const one::Quaternion<T> none{T(1), T(0), T(0), T(0)};
    for (const Family family : {Family::random, Family::inverted, Family::rank2, Family::near_identity}) {
        for (const Mat3& m : matrices_of(family, 200)) {
            const Mat3 a = this->rounded_to(m);
            const Mat3 r = this->from(one::to_matrix(one::nearest_rotation(this->of(a), none)));
            EXPECT_NEAR(r.determinant(), 1, this->tolerance);
            EXPECT_GE((r.transpose() * a).trace(), best_trace(a) - this->tolerance * a.norm()) << a;
        }
    }
}

TYPED_TEST(SharedNumbers, decompositions_give_the_matrix_back) {
    for (const Mat3& m : matrices_of(Family::random, 200)) {
        const Mat3 a = this->rounded_to(m);
        const auto d = one::svd(this->of(a), this->of(Mat3(Mat3::Identity())));
        const Mat3 back = this->from(d.u) * this->from(d.sigma).asDiagonal() * this->from(d.v).transpose();
        EXPECT_LT((back - a).norm(), this->tolerance * a.norm());
        EXPECT_LT((this->from(d.sigma) - singular_values(a)).norm(), this->tolerance * a.norm());
    }
}

TYPED_TEST(SharedNumbers, spin_is_the_solution_of_inertia_times_spin) {
    using T = TypeParam;
    Random random(7);
    for (int k = 0; k < 200; ++k) {
        const Mat3 m = random_matrix(random) + 2 * Mat3::Identity();
        const Mat3 inertia = this->rounded_to(m * m.transpose());
        const Vec3 spin = this->from(this->of(random_unit(random)));
        const Vec3 found =
            this->from(one::solve_spin(this->symmetric_of(inertia), this->of(Vec3(inertia * spin)), T(1)));
        EXPECT_LT((found - spin).norm(), 1000 * this->tolerance);
    }
    // Members on a line, along x: no spin about it, and no division by zero.
    const one::Vector3<T> on_a_line = one::solve_spin(one::Symmetric3<T>{T(0), T(2), T(2), T(0), T(0), T(0)},
                                                      one::Vector3<T>{T(0), T(4), T(6)}, T(1));
    EXPECT_EQ(this->from(on_a_line), Vec3(0, 2, 3));
}

TYPED_TEST(SharedNumbers, rotation_of_the_deformation_is_that_of_the_papers) {
    using T = TypeParam;
    Random random(8);
    for (int k = 0; k < 100; ++k) {
        const Mat3 a_rr = random_matrix(random), rest = a_rr * a_rr.transpose() + Mat3::Identity();
        const Mat3 f = random_matrix(random) + 3 * Mat3::Identity();
        const Mat3 a = f * rest, identity = Mat3::Identity();
        const one::Matrix3<T> r =
            one::deformation_rotation(this->of(a), this->of(identity), this->of(identity),
                                      this->of(Mat3(rest.inverse())), this->of(Mat3(Mat3::Zero())));
        EXPECT_LT((this->from(r) - best_rotation(f)).norm(), 100 * this->tolerance);
    }
}

TYPED_TEST(SharedNumbers, goal_and_vote_of_a_member_end_at_the_strain_limit) {
    using T = TypeParam;
    Random random(9);
    for (int k = 0; k < 100; ++k) {
        const Mat3 m = random_matrix(random);
        const Vec3 p = random_unit(random), center = random_unit(random), x = random_unit(random);
        const one::Matrix3<T> columns = this->of(m);
        const one::Vector3<T> rest = this->of(p);
        const one::Vector3<T> pull = one::goal_from(columns.c[0], columns.c[1], columns.c[2], rest.x, rest.y, rest.z,
                                                    this->of(Vec3(center - x)));
        const Vec3 d = m * p + center - x;
        EXPECT_LT((this->from(pull) - d).norm(), this->tolerance);
        const T limit = T(0.1);
        const Vec3 vote = this->from(one::vote_of(pull, one::share_left(limit, pull.x, pull.y, pull.z)));
        EXPECT_NEAR((d - vote).norm(), std::min(0.1, d.norm()), this->tolerance);
        EXPECT_LT(vote.cross(d).norm(), this->tolerance);
    }
    EXPECT_EQ(one::share_left(T(0), T(0), T(0), T(0)), T(1));
}

TYPED_TEST(SharedNumbers, speeds_are_brought_to_the_limit_and_unreal_ones_to_rest) {
    using T = TypeParam;
    const T infinite = std::numeric_limits<T>::infinity(), unreal = std::numeric_limits<T>::quiet_NaN();
    T factor = -1;
    EXPECT_FALSE(one::is_too_fast(T(4), T(2), factor));
    EXPECT_TRUE(one::is_too_fast(T(16), T(2), factor));
    EXPECT_EQ(factor, T(0.5));
    EXPECT_TRUE(one::is_too_fast(infinite, T(2), factor));
    EXPECT_EQ(factor, T(0));
    EXPECT_TRUE(one::is_too_fast(unreal, T(2), factor));
    EXPECT_EQ(factor, T(0));
}

TYPED_TEST(SharedNumbers, basis_and_stress_are_those_of_the_equations) {
    using T = TypeParam;
    Random random(11);
    for (int k = 0; k < 100; ++k) {
        const Mat3 m = random_matrix(random) + 2 * Mat3::Identity(), a = m * m.transpose();
        one::Symmetric3<T> inverse;
        T volume;
        one::invert_basis(this->of(a), T(3), inverse, volume);
        EXPECT_LT((this->from(one::to_matrix(inverse)) * a - Mat3::Identity()).norm(), 1000 * this->tolerance);
        EXPECT_NEAR(static_cast<double>(volume) / std::sqrt(a.determinant() / 27), 1, 100 * this->tolerance);
    }
    const Vec3 stress = this->from(one::stress_of(one::Vector3<T>{T(1.5), T(1), T(0.75)}, T(2), T(4)));
    EXPECT_EQ(stress, Vec3(4.5, 0.5, -1.5));
    T plastic[3];
    const T sigma[3] = {T(4), T(2), T(1)};
    const T flowed = one::plastic_stretch(sigma, T(1), plastic);
    EXPECT_NEAR(static_cast<double>(plastic[0] * plastic[1] * plastic[2]), 1, this->tolerance);
    EXPECT_NEAR(static_cast<double>(flowed), std::sqrt(2.0) * std::log(2.0), this->tolerance);
}

}  // namespace
}  // namespace pliant::testing

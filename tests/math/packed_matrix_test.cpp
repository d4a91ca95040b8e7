// Products, quaternions and the symmetric solve of the packed code against Eigen, on every instruction set.
#include "math/packed_convert.hpp"
#include "math/random_matrices.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace pliant::testing {
namespace {

class PackedMatrix : public ::testing::TestWithParam<const PackedCode*> {
  protected:
    const PackedCode& code_ = *GetParam();
    std::size_t lanes() const { return code_.lanes; }
    std::vector<Nine> nines(const std::vector<Mat3>& matrices) const {
        std::vector<Nine> result;
        for (const Mat3& m : matrices) result.push_back(to_nine(m));
        return result;
    }
    Random random_{12};
};

TEST_P(PackedMatrix, products_agree) {
    const std::vector<Mat3> a = matrices_of(Family::random, lanes()), b = matrices_of(Family::inverted, lanes());
    std::vector<Nine> ab(lanes()), atb(lanes());
    code_.multiply(nines(a).data(), nines(b).data(), ab.data());
    code_.transpose_multiply(nines(a).data(), nines(b).data(), atb.data());
    for (std::size_t l = 0; l < lanes(); ++l) {
        const double tolerance = 4 * eps * a[l].norm() * b[l].norm();
        EXPECT_LT((to_mat(ab[l]) - a[l] * b[l]).norm(), tolerance);
        EXPECT_LT((to_mat(atb[l]) - a[l].transpose() * b[l]).norm(), tolerance);
    }
}

/// Half of them positive definite, half indefinite, at any scale.
std::vector<Mat3> symmetric_matrices(Random& random, std::size_t count) {
    std::vector<Mat3> matrices;
    for (std::size_t i = 0; i < count; ++i) {
        const Mat3 root = random_matrix(random);
        const Mat3 m = i % 2 == 0 ? Mat3(root * root.transpose()) : Mat3(root + root.transpose());
        matrices.push_back((std::pow(10, random.uniform(-12, 12)) * m).cast<Real>().cast<double>());
    }
    return matrices;
}

TEST_P(PackedMatrix, solve_is_right_and_says_where_it_may_be_trusted) {
    constexpr double margin = 1e-2;
    int solved = 0, refused = 0;
    for (int round = 0; round < 1000; ++round) {
        const std::vector<Mat3> matrices = symmetric_matrices(random_, lanes());
        std::vector<Six> s;
        std::vector<Three> b, x(lanes());
        for (const Mat3& m : matrices) {
            s.push_back(to_six(m));
            b.push_back(to_three(random_unit(random_)));
        }
        bool definite[16];
        code_.solve(s.data(), b.data(), static_cast<Real>(margin), x.data(), definite);
        for (std::size_t l = 0; l < lanes(); ++l) {
            const Vec3 values = Eigen::SelfAdjointEigenSolver<Mat3>(matrices[l]).eigenvalues();
            const double third = matrices[l].trace() / 3;
            const double part = values.prod() / (third * third * third);
            const bool should = values[0] > 0 && part > margin;
            if (std::abs(part - margin) > 1e-3 * margin) {
                EXPECT_EQ(definite[l], should) << matrices[l];
            }
            ++(definite[l] ? solved : refused);
            if (!definite[l]) continue;
            const Vec3 exact = matrices[l].ldlt().solve(to_vec(b[l]));
            EXPECT_LT((to_vec(x[l]) - exact).norm(), 100 * eps * values[2] / values[0] * exact.norm());
        }
    }
    EXPECT_GT(solved, 500);
    EXPECT_GT(refused, 500);
}

TEST_P(PackedMatrix, quaternions_go_to_matrices_and_back) {
    for (int round = 0; round < 1000; ++round) {
        std::vector<Eigen::Quaterniond> exact;
        std::vector<Four> q, back(lanes());
        std::vector<Nine> m(lanes());
        for (std::size_t l = 0; l < lanes(); ++l) {
            // Half turns, where w says nothing, come often; so do the axes themselves.
            const double angle =
                round % 3 == 0 ? std::numbers::pi : random_.uniform(-std::numbers::pi, std::numbers::pi);
            const Vec3 axis = round % 5 == 0 ? Vec3(Vec3::Unit(random_.below(3))) : random_unit(random_);
            exact.emplace_back(Eigen::AngleAxisd(angle, axis));
            q.push_back(to_four(exact.back()));
        }
        code_.to_matrix(q.data(), m.data());
        code_.to_quaternion(m.data(), back.data());
        for (std::size_t l = 0; l < lanes(); ++l) {
            EXPECT_LT((to_mat(m[l]) - exact[l].toRotationMatrix()).norm(), 10 * eps);
            EXPECT_NEAR(to_quaternion(back[l]).norm(), 1, 4 * eps);
            EXPECT_NEAR(std::abs(to_quaternion(back[l]).dot(exact[l])), 1, 10 * eps);
        }
    }
}

TEST_P(PackedMatrix, turning_is_a_rotation_in_the_own_frame_by_twice_the_arc_tangent) {
    for (int round = 0; round < 500; ++round) {
        std::vector<Eigen::Quaterniond> start;
        std::vector<Vec3> half;
        std::vector<Four> q, turned(lanes());
        std::vector<Three> h;
        for (std::size_t l = 0; l < lanes(); ++l) {
            start.push_back(random_quaternion(random_));
            half.push_back(random_.uniform(0.01, 2) * random_unit(random_));
            q.push_back(to_four(start.back()));
            h.push_back(to_three(half.back()));
        }
        code_.turn(q.data(), h.data(), turned.data());
        for (std::size_t l = 0; l < lanes(); ++l) {
            const Eigen::AngleAxisd by(2 * std::atan(half[l].norm()), half[l].normalized());
            EXPECT_NEAR(std::abs(to_quaternion(turned[l]).dot(start[l] * Eigen::Quaterniond(by))), 1, 10 * eps);
        }
    }
}

TEST_P(PackedMatrix, a_collapsed_cluster_keeps_its_orientation) {
    const std::vector<Nine> nothing(lanes(), Nine{});
    for (int round = 0; round < 200; ++round) {
        std::vector<Eigen::Quaterniond> previous;
        std::vector<Four> q;
        std::vector<Nine> r(lanes());
        for (std::size_t l = 0; l < lanes(); ++l) {
            previous.push_back(random_quaternion(random_));
            q.push_back(to_four(previous.back()));
        }
        code_.nearest_rotation(nothing.data(), q.data(), r.data());
        for (std::size_t l = 0; l < lanes(); ++l)
            EXPECT_LT((to_mat(r[l]) - previous[l].toRotationMatrix()).norm(), 30 * eps);
    }
}

TEST_P(PackedMatrix, a_cluster_that_became_a_line_turns_no_more_than_the_line_does) {
    for (int round = 0; round < 500; ++round) {
        std::vector<Eigen::Quaterniond> previous;
        std::vector<Four> q;
        std::vector<Nine> a, r(lanes());
        for (std::size_t l = 0; l < lanes(); ++l) {
            previous.push_back(random_quaternion(random_));
            q.push_back(to_four(previous.back()));
            const Vec3 along = random_unit(random_);
            a.push_back(to_nine((previous.back() * along) * along.transpose()));
        }
        // The line did not turn, so neither may the rotation, although A leaves the turn about it open.
        code_.nearest_rotation(a.data(), q.data(), r.data());
        for (std::size_t l = 0; l < lanes(); ++l)
            EXPECT_LT((to_mat(r[l]) - previous[l].toRotationMatrix()).norm(), 1e3 * eps);
    }
}

INSTANTIATE_TEST_SUITE_P(All, PackedMatrix, ::testing::ValuesIn(packed_codes()),
                         [](const auto& info) { return std::string(info.param->name); });

}  // namespace
}  // namespace pliant::testing

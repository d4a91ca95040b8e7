// The packed rotations against Eigen: thousands of matrices of every kind, on every instruction set.
#include "math/packed_convert.hpp"
#include "math/random_matrices.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace pliant::testing {
namespace {

void expect_rotation(const Mat3& r) {
    EXPECT_NEAR(r.determinant(), 1, 30 * eps);
    EXPECT_LT((r.transpose() * r - Mat3::Identity()).norm(), 30 * eps);
}

/// No proper rotation has a larger tr(RᵀA).
void expect_best_rotation(const Mat3& a, const Mat3& r, double tolerance = 30 * eps) {
    EXPECT_GE((r.transpose() * a).trace(), best_trace(a) - tolerance * a.norm()) << "A =\n" << a << "\nR =\n" << r;
}

class PackedRotation : public ::testing::TestWithParam<std::tuple<const PackedCode*, Family>> {
  protected:
    static constexpr std::size_t count = 4096;
    const PackedCode& code_ = *std::get<0>(GetParam());
    const Family family_ = std::get<1>(GetParam());
    const std::vector<Mat3> matrices_ = matrices_of(family_, count);

    /// Rounding; and where two directions are nearly lost, they are given up below the rank tolerance.
    const double tolerance_ = 30 * eps + (family_ == Family::stretched ? 4 * code_.rank_tolerance : 0);

    std::vector<Nine> nines() const {
        std::vector<Nine> a;
        for (const Mat3& m : matrices_) a.push_back(to_nine(m));
        return a;
    }
    std::vector<Four> random_starts(std::uint64_t seed) const {
        Random random(seed);
        std::vector<Four> starts;
        for (std::size_t i = 0; i < count; ++i) starts.push_back(to_four(random_quaternion(random)));
        return starts;
    }
    std::vector<Nine> rotations_from(const std::vector<Nine>& a, const std::vector<Four>& starts) const {
        std::vector<Nine> r(a.size());
        for (std::size_t i = 0; i < a.size(); i += code_.lanes) code_.nearest_rotation(&a[i], &starts[i], &r[i]);
        return r;
    }
};

TEST_P(PackedRotation, from_any_start_it_is_the_best_proper_rotation) {
    const std::vector<Nine> r = rotations_from(nines(), random_starts(9));
    for (std::size_t i = 0; i < count; ++i) {
        expect_rotation(to_mat(r[i]));
        expect_best_rotation(matrices_[i], to_mat(r[i]), tolerance_);
    }
}

TEST_P(PackedRotation, newton_that_says_arrived_is_at_the_maximum_without_torque) {
    Random random(10);
    const std::vector<Nine> a = nines();
    std::vector<Four> starts = random_starts(11);
    // Every other start lies within a few degrees of the answer, as it does from one step to the next.
    for (std::size_t i = 0; i < count; i += 2) {
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.1 * random.uniform(), random_unit(random)));
        starts[i] = to_four(Eigen::Quaterniond(best_rotation(matrices_[i])) * turn);
    }
    std::vector<Nine> r(count);
    bool arrived[16];
    int arrivals = 0;
    for (std::size_t i = 0; i < count; i += code_.lanes) {
        code_.newton_rotation(&a[i], &starts[i], &r[i], arrived);
        for (std::size_t l = 0; l < code_.lanes; ++l) {
            if (!arrived[l]) continue;
            ++arrivals;
            const Mat3 rotation = to_mat(r[i + l]), s = rotation.transpose() * matrices_[i + l];
            const Vec3 torque(s(2, 1) - s(1, 2), s(0, 2) - s(2, 0), s(1, 0) - s(0, 1));
            EXPECT_LE(torque.norm(), 2 * code_.newton_tolerance * s.norm());
            expect_rotation(rotation);
            expect_best_rotation(matrices_[i + l], rotation);
        }
    }
    if (is_regular(family_)) {
        EXPECT_GT(arrivals, 1000);  // or the test would say nothing
    }
}

TEST_P(PackedRotation, svd_puts_the_matrix_together_again) {
    const std::vector<Nine> a = nines();
    const std::vector<Four> previous = random_starts(12);
    std::vector<Nine> us(count), vs(count);
    std::vector<Three> sigmas(count);
    // Below the rank tolerance the second direction is given up, and with it what the third holds beside it.
    const double tolerance = 50 * eps + 2 * code_.rank_tolerance;
    for (std::size_t i = 0; i < count; i += code_.lanes) code_.svd(&a[i], &previous[i], &us[i], &sigmas[i], &vs[i]);
    for (std::size_t i = 0; i < count; ++i) {
        const Mat3 &m = matrices_[i], u = to_mat(us[i]), v = to_mat(vs[i]);
        const Vec3 sigma = to_vec(sigmas[i]);
        expect_rotation(u);
        expect_rotation(v);
        EXPECT_LE((u * sigma.asDiagonal() * v.transpose() - m).norm(), tolerance * m.norm()) << m;
        EXPECT_LE((sigma - singular_values(m)).norm(), tolerance * m.norm()) << m;
    }
}

TEST_P(PackedRotation, scale_does_not_matter) {
    const std::vector<Four> starts = random_starts(13);
    for (const double scale : {0x1p-30, 0x1p-10, 0x1p20}) {
        if (scale < 1 ? family_ == Family::tiny : family_ == Family::huge) continue;  // would leave 32 bits
        std::vector<Nine> a = nines();
        for (Nine& m : a)
            for (Real& x : m) x *= static_cast<Real>(scale);
        const std::vector<Nine> scaled = rotations_from(a, starts);
        for (std::size_t i = 0; i < count; ++i) {
            expect_rotation(to_mat(scaled[i]));
            expect_best_rotation(matrices_[i], to_mat(scaled[i]), tolerance_);
        }
    }
}

TEST_P(PackedRotation, a_lane_does_not_depend_on_its_neighbors) {
    const std::vector<Nine> a = nines();
    const std::vector<Four> starts = random_starts(14);
    const std::vector<Nine> together = rotations_from(a, starts);
    for (std::size_t i = 0; i < 256; ++i) {
        std::vector<Nine> alone(code_.lanes, Nine{});
        std::vector<Four> start(code_.lanes, Four{1, 0, 0, 0});
        alone[i % code_.lanes] = a[i];
        start[i % code_.lanes] = starts[i];
        EXPECT_EQ(rotations_from(alone, start)[i % code_.lanes], together[i]) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(All, PackedRotation,
                         ::testing::Combine(::testing::ValuesIn(packed_codes()), ::testing::ValuesIn(all_families())),
                         [](const auto& info) {
                             return std::get<0>(info.param)->name + std::string("_") + name_of(std::get<1>(info.param));
                         });

}  // namespace
}  // namespace pliant::testing

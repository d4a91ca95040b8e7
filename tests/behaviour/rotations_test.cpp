// RC17's worked example through the fast code: four corners stretched ×2 in x. F = diag(2, 1), so the rotation of the
// deformation is none, while the one that brings the corners closest to where they are turns by 11.31° (docs/methods.md
// section 2, Which rotation).
#include "shape_matching/assemble.hpp"
#include "shape_matching/kernels.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <cmath>
#include <numbers>

namespace pliant::testing {
namespace {

BodyInput four_corners(RotationMode rotation) {
    BodyInput body;
    body.rest = {Vec3(1, 3, 0), Vec3(3, 1, 0), Vec3(-1, -3, 0), Vec3(-3, -1, 0)};
    for (const Vec3& r : body.rest) body.position.push_back(Vec3(2 * r.x(), r.y(), r.z()));
    body.velocity.assign(4, Vec3::Zero());
    body.mass.assign(4, 1);
    body.alpha.assign(4, 0.1);
    body.k_d.assign(4, 0);
    body.strain_limit.assign(4, 0.1);
    Clustering all;
    all.centers = {Vec3::Zero()};
    all.radius = 4;
    all.offsets = {0, 4};
    all.particles = {0, 1, 2, 3};
    all.weights.assign(4, 1);
    body.levels = {all};
    body.level_weight = {1};
    body.rotation = rotation;
    return body;
}

Mat3 fitted_rotation(const Kernels& kernels, RotationMode rotation) {
    SoftBodies soft;
    append_body(soft, four_corners(rotation), 0, 0.01);
    MatchScratch scratch;
    scratch.resize(soft);
    StepInput input;
    input.dt = static_cast<Real>(0.01);
    input.speed_limit = 1e6;
    input.any_deformation_rotation = rotation == RotationMode::deformation;
    kernels.match(soft, scratch, input, 0, soft.cluster_count());
    Mat3 r;
    for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) r(k, j) = static_cast<double>(scratch.frames[0].column[j][k]);
    return r;
}

constexpr double rotation_tolerance = sizeof(Real) == 8 ? 1e-12 : 1e-5;

TEST(Rc17Example, the_rotation_of_the_deformation_is_none) {
    for (const Kernels* kernels : available_kernels()) {
        const Mat3 r = fitted_rotation(*kernels, RotationMode::deformation);
        EXPECT_LT((r - Mat3::Identity()).norm(), rotation_tolerance) << kernels->name << "\n" << r;
    }
}

TEST(Rc17Example, the_least_squares_rotation_turns_by_eleven_degrees) {
    for (const Kernels* kernels : available_kernels()) {
        const Mat3 r = fitted_rotation(*kernels, RotationMode::least_squares);
        const double degrees = std::atan2(r(1, 0), r(0, 0)) * 180 / std::numbers::pi;
        // A_xr = Σ x rᵀ = 4 (10 6; 3 5)·…: tan θ = (A_yx − A_xy)/(A_xx + A_yy) = (12 − 24)/(40 + 20) = −1/5.
        EXPECT_NEAR(degrees, -std::atan(0.2) * 180 / std::numbers::pi, 1e4 * rotation_tolerance) << kernels->name;
        EXPECT_NEAR(std::abs(degrees), 11.31, 0.01);
        EXPECT_NEAR(r.determinant(), 1, 10 * rotation_tolerance);
        EXPECT_NEAR(r(2, 2), 1, rotation_tolerance);
    }
}

}  // namespace
}  // namespace pliant::testing

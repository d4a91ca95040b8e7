// What a free body keeps: momentum, angular momentum, energy; and how the papers' rotation breaks it.
#include "bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <tuple>

namespace pliant::reference {
namespace {

/// An uneven L on three levels, stretched, moving and spinning, with stiffness that varies in space.
Body stretched_l() {
    Body body = body_of(l_shape(120, 1), true);
    add_level(body, 12, 0.4);
    add_level(body, 40, 0.9);
    add_whole(body);
    for (std::size_t c = 0; c < body.clusters.size(); ++c) {
        body.clusters[c].alpha = c % 2 == 0 ? 0.05 : 0.15;
    }
    deform(body, Vector3d(1.4, 0.9, 1.1).asDiagonal());
    set_in_motion(body, {0.3, 0.15, -0.1}, {2, -1, 3});
    return body;
}

struct Band {
    double lowest = 1;
    double highest = 1;
    double first = 0;  ///< mean over the first quarter
    double last = 0;   ///< mean over the last quarter
    double width() const { return highest - lowest; }
};

/// Total energy over the steps, relative to that at the start.
Band energy_over(Body& body, int steps) {
    const double start = total_energy(body);
    Band band;
    for (int k = 0; k < steps; ++k) {
        step(body);
        const double energy = total_energy(body) / start;
        band.lowest = std::min(band.lowest, energy);
        band.highest = std::max(band.highest, energy);
        if (k < steps / 4) band.first += energy / (steps / 4);
        if (k >= steps - steps / 4) band.last += energy / (steps / 4);
    }
    return band;
}

class FreeBody : public testing::TestWithParam<std::tuple<int, double>> {};

TEST_P(FreeBody, keeps_linear_and_angular_momentum) {
    Body body = stretched_l();
    body.settings.strain_sweeps = std::get<0>(GetParam());
    for (std::size_t c = 0; c < body.clusters.size(); ++c) {
        body.clusters[c].k_d = std::get<1>(GetParam()) * (c % 3 == 0 ? 1 : 0.3);
    }
    const Drift drift = drift_over(body, 2000);
    EXPECT_TRUE(sound(body));
    EXPECT_LT(drift.linear, 1e-11);
    EXPECT_LT(drift.angular, 1e-11);
    RecordProperty("linear", std::to_string(drift.linear / 1e-12) + "e-12");
    RecordProperty("angular", std::to_string(drift.angular / 1e-12) + "e-12");
}

INSTANTIATE_TEST_SUITE_P(LimitedOrNotDampedOrNot, FreeBody,
                         testing::Combine(testing::Values(0, 5), testing::Values(0.0, 0.05)), [](const auto& info) {
                             return std::string(std::get<0>(info.param) > 0 ? "Limited" : "Unlimited") +
                                    (std::get<1>(info.param) > 0 ? "Damped" : "Undamped");
                         });

TEST(FreeBodyWithMeanDamping, keeps_linear_momentum_only) {
    Body body = stretched_l();
    set_k_d(body, 0.05);
    body.settings.damping = Damping::mean;
    const Drift drift = drift_over(body, 500);
    EXPECT_LT(drift.linear, 1e-11);
    EXPECT_GT(drift.angular, 0.1);
}

TEST(StrainLimiting, acts_on_the_stretched_body_of_these_tests) {
    Body body = stretched_l(), limited = stretched_l();
    limited.settings.strain_sweeps = 5;
    step(body);
    step(limited);
    EXPECT_LT(max_stretch(limited), max_stretch(body) - 0.01);
}

// Symplectic Euler of a true potential: the energy error stays in a band, and the band is of first order in the step.
TEST(Energy, stays_in_a_band_that_shrinks_with_the_step) {
    const auto band_at = [](double dt, int steps) {
        Body body = stretched_l();
        body.settings.dt = dt;
        set_alpha(body, std::pow(2 * std::numbers::pi * 8 * dt, 2));
        return energy_over(body, steps);
    };
    const Band coarse = band_at(1.0 / 240, 500);
    const Band fine = band_at(1.0 / 960, 2000);
    EXPECT_LT(coarse.width(), 0.2);
    EXPECT_LT(fine.width(), 0.05);
    EXPECT_LT(fine.width(), coarse.width() / 2.5);
    EXPECT_NEAR(coarse.first, coarse.last, coarse.width() / 4);
    EXPECT_NEAR(fine.first, fine.last, fine.width() / 4);
    RecordProperty("coarse", std::to_string(coarse.lowest) + " to " + std::to_string(coarse.highest));
    RecordProperty("fine", std::to_string(fine.lowest) + " to " + std::to_string(fine.highest));
}

TEST(Energy, grows_and_spin_is_lost_with_the_rotation_of_the_deformation) {
    const auto make = [](Rotation rotation) {
        Body body = body_of(l_shape(200, 1), true);
        add_level(body, 12, 0.35);
        set_alpha(body, 0.5);
        body.settings.rotation = rotation;
        deform(body, Vector3d(1.1, 0.9, 1.05).asDiagonal());
        set_in_motion(body, Vector3d::Zero(), {2, -1, 3});
        return body;
    };
    Body papers = make(Rotation::deformation), ours = make(Rotation::least_squares);
    const Vector3d spin = angular_momentum(papers);
    const Band growing = energy_over(papers, 2000);
    const Band kept = energy_over(ours, 2000);
    EXPECT_GT(growing.last, 100);
    EXPECT_GT((angular_momentum(papers) - spin).norm() / spin.norm(), 1);
    EXPECT_LT(kept.highest, 1.5);  // α = 0.5 is a coarse step
    EXPECT_NEAR(kept.first, kept.last, kept.width() / 4);
    EXPECT_LT((angular_momentum(ours) - spin).norm() / spin.norm(), 1e-10);
    RecordProperty("growth", std::to_string(growing.last));
}

TEST(Step, commutes_with_a_rigid_motion_of_the_scene) {
    const Matrix3d turn = Eigen::AngleAxisd(2, Vector3d(1, -2, 1).normalized()).toRotationMatrix();
    const Vector3d shift(3, -1, 2);
    Body body = stretched_l();
    set_k_d(body, 0.02);
    body.settings.strain_sweeps = 3;
    body.settings.gravity = {0, -9.81, 0};
    Body moved = body;
    moved.settings.gravity = turn * moved.settings.gravity;
    for (Particle& particle : moved.particles) {
        particle.position = turn * particle.position + shift;
        particle.velocity = turn * particle.velocity;
    }
    for (int k = 0; k < 100; ++k) {
        step(body);
        step(moved);
    }
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        const Vector3d expected = turn * body.particles[i].position + shift;
        EXPECT_LT((moved.particles[i].position - expected).norm(), 1e-10);
    }
}

}  // namespace
}  // namespace pliant::reference

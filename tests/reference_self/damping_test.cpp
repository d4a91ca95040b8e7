// Damping, the bound on α, strain limits and pins: what the settings promise.
#include "bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace pliant::reference {
namespace {

Body spinning_block(Damping damping) {
    Body body = body_of(grid_points(4, 3, 3, 0.1), true);
    add_level(body, 6, 0.2);
    add_whole(body);
    set_alpha(body, 0);
    set_k_d(body, 0.1);
    body.settings.damping = damping;
    set_in_motion(body, Vector3d::Zero(), {1, -2, 3});
    return body;
}

TEST(Damping, towards_the_rigid_motion_leaves_a_rotation_alone) {
    Body body = spinning_block(Damping::rigid);
    const Body before = body;
    step(body);
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        EXPECT_LT((body.particles[i].velocity - before.particles[i].velocity).norm(), 1e-14);
    }
}

TEST(Damping, towards_the_mean_brakes_a_rotation) {
    Body body = spinning_block(Damping::mean);
    const double before = kinetic_energy(body);
    step(body);
    EXPECT_LT(kinetic_energy(body), 0.95 * before);
}

TEST(Damping, towards_the_rigid_motion_stops_a_vibration_but_not_the_spin) {
    Body body = spinning_block(Damping::rigid);
    set_alpha(body, 0.2);
    deform(body, Vector3d(1.2, 1, 1).asDiagonal());
    const Vector3d spin = angular_momentum(body);
    for (int k = 0; k < 3000; ++k) step(body);
    EXPECT_LT((angular_momentum(body) - spin).norm(), 1e-11 * spin.norm());
    // What is left is a steady rotation: kinetic energy of a rigid body with that spin, constant from step to step.
    const double energy = kinetic_energy(body);
    for (int k = 0; k < 50; ++k) step(body);
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(kinetic_energy(body), energy, 1e-4 * energy);
}

/// Stretch of a one-cluster body along x over the steps; its goals stand still.
std::vector<double> stretch_history(double alpha, double k_d, int steps) {
    Body body = body_of(grid_points(3, 3, 3, 0.1), false);
    add_whole(body);
    set_alpha(body, alpha);
    set_k_d(body, k_d);
    deform(body, Vector3d(1 + 1e-6, 1, 1).asDiagonal());
    std::vector<double> history;
    for (int k = 0; k < steps; ++k) {
        match(body.particles, Rotation::least_squares, body.clusters.front());
        history.push_back(body.clusters.front().deformation(0, 0) - 1);
        step(body);
    }
    return history;
}

double peak(const std::vector<double>& history) {
    double largest = 0;
    for (const double value : history) largest = std::max(largest, std::abs(value));
    return largest;
}

class AlphaBound : public testing::TestWithParam<double> {};

TEST_P(AlphaBound, is_four_minus_twice_the_damping) {
    const double k_d = GetParam(), bound = 4 - 2 * k_d;
    EXPECT_LT(peak(stretch_history(0.99 * bound, k_d, 3000)), 20e-6);
    EXPECT_GT(peak(stretch_history(1.01 * bound, k_d, 400)), 1000e-6);
}

TEST_P(AlphaBound, follows_from_the_recurrence_of_the_motion) {
    const double k_d = GetParam(), alpha = 0.7 * (4 - 2 * k_d);
    const std::vector<double> history = stretch_history(alpha, k_d, 40);
    for (std::size_t k = 2; k < history.size(); ++k) {
        const double expected = (2 - k_d - alpha) * history[k - 1] - (1 - k_d) * history[k - 2];
        EXPECT_NEAR(history[k], expected, 1e-8 * history[0]);
    }
}

INSTANTIATE_TEST_SUITE_P(Damping, AlphaBound, testing::Values(0.0, 0.25, 0.5, 0.9));

TEST(StrainLimiting, brings_members_within_the_limit_of_their_goals) {
    Body body = body_of(l_shape(80, 4), true);
    add_whole(body);
    body.settings.strain_sweeps = 200;
    deform(body, Vector3d(1.8, 0.7, 1.2).asDiagonal());
    std::vector<Vector3d> before;
    for (const Particle& particle : body.particles) before.push_back(particle.position);
    limit_strain(body, before);

    Cluster& cluster = body.clusters.front();
    match(body.particles, Rotation::least_squares, cluster);
    double furthest = 0;
    for (const Member& member : cluster.members) {
        const Particle& particle = body.particles[static_cast<std::size_t>(member.particle)];
        furthest = std::max(furthest, (goal(cluster, member) - particle.position).norm());
    }
    EXPECT_LE(furthest, 1.01 * cluster.strain_limit * cluster.width);
}

TEST(StrainLimiting, leaves_a_body_within_its_limits_alone_and_acts_on_level_zero_only) {
    Body body = body_of(l_shape(80, 4), true);
    add_level(body, 80, 10);
    add_whole(body);
    body.clusters[0].strain_limit = 10;
    body.clusters[1].strain_limit = 0;
    body.settings.strain_sweeps = 5;
    deform(body, Vector3d(1.3, 1, 1).asDiagonal());
    std::vector<Vector3d> before;
    for (const Particle& particle : body.particles) before.push_back(particle.position);
    limit_strain(body, before);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(body.particles[i].position, before[i]);
}

TEST(Pins, hold_their_particles_exactly_and_carry_the_rest) {
    Body body = body_of(grid_points(8, 3, 3, 0.1), true);
    add_level(body, 6, 0.25);
    add_whole(body);
    set_alpha(body, 0.3);
    set_k_d(body, 0.1);
    body.settings.gravity = {0, -9.81, 0};
    body.settings.strain_sweeps = 5;
    for (Particle& particle : body.particles) particle.pinned = particle.rest.x() < 0.05;
    double lowest = 0;
    for (int k = 0; k < 1500; ++k) step(body);
    for (const Particle& particle : body.particles) {
        lowest = std::min(lowest, particle.position.y() - particle.rest.y());
        if (!particle.pinned) continue;
        EXPECT_EQ(particle.position, particle.rest);
        EXPECT_EQ(particle.velocity, Vector3d::Zero());
    }
    EXPECT_TRUE(sound(body));
    EXPECT_LT(lowest, -0.001);  // the free end sags,
    EXPECT_GT(lowest, -0.7);    // but hangs on the pinned one
}

}  // namespace
}  // namespace pliant::reference

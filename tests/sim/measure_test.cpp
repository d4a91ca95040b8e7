// Statistics and snapshots against sums made by hand.
#include "measure/soft_measure.hpp"

#include "sim/scenes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

namespace pliant::testing {
namespace {

TEST(Stats, agree_with_the_snapshot_of_the_same_moment) {
    Simulation simulation = simulate(busy_scene);
    simulation.advance_frame();
    const Stats stats = simulation.stats();
    const Frame frame = simulation.snapshot();
    const SoftBodies& soft = simulation.parts().state.soft;
    std::vector<double> mass(frame.positions.size());
    for (std::size_t i = 0; i < mass.size(); ++i) mass[soft.id[i]] = static_cast<double>(soft.mass[i]);

    double total = 0, energy = 0, fastest = 0;
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    Box box;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        const Vec3 &x = frame.positions[i], &v = frame.velocities[i];
        total += mass[i];
        momentum += mass[i] * v;
        angular += mass[i] * x.cross(v);
        energy += 0.5 * mass[i] * v.dot(v);
        fastest = std::max(fastest, v.norm());
        box.add(x);
    }
    EXPECT_EQ(stats.frame, 1);
    EXPECT_EQ(frame.number, 1);
    EXPECT_EQ(stats.particles, frame.positions.size());
    EXPECT_NEAR(stats.mass, total, 1e-9 * total);
    EXPECT_LT((stats.momentum - momentum).norm(), 1e-9 * momentum.norm());
    EXPECT_LT((stats.angular_momentum - angular).norm(), 1e-9 * angular.norm());
    EXPECT_NEAR(stats.kinetic_energy, energy, 1e-9 * energy);
    EXPECT_EQ(stats.max_speed, fastest);
    EXPECT_EQ(stats.bbox.lower, box.lower);
    EXPECT_EQ(stats.bbox.upper, box.upper);
    EXPECT_EQ(stats.hash, simulation.hash());
    EXPECT_GT(stats.elastic_energy, 0);
    EXPECT_GT(stats.max_stretch, 1);
}

TEST(Stats, and_snapshot_of_a_state_share_one_fit_and_forget_it_when_the_state_changes) {
    Simulation simulation = simulate(busy_scene);
    const auto kept = [&] { return std::as_const(simulation).parts().scratch.soft.measured.valid; };
    simulation.advance_frame();
    EXPECT_FALSE(kept()) << "nobody has looked yet";
    const Stats with = simulation.stats();
    EXPECT_TRUE(kept());
    const Frame frame = simulation.snapshot();
    EXPECT_TRUE(kept()) << "looking changes nothing";
    simulation.parts();  // whoever gets this may change anything
    EXPECT_FALSE(kept());
    const Stats anew = simulation.stats();
    EXPECT_EQ(with.elastic_energy, anew.elastic_energy);
    EXPECT_EQ(with.max_stretch, anew.max_stretch);
    EXPECT_EQ(frame.strains, simulation.snapshot().strains);
    simulation.advance_frame();
    simulation.step();
    EXPECT_FALSE(kept());
}

TEST(Stats, agree_with_the_bodies_summaries) {
    Simulation simulation = simulate(busy_scene);
    const Stats stats = simulation.stats();
    std::size_t particles = 0, clusters = 0, memberships = 0;
    double mass = 0;
    for (const BodySummary& body : simulation.bodies()) {
        particles += body.particles;
        clusters += body.clusters.front();
        memberships += body.memberships;
        mass += body.mass;
    }
    EXPECT_EQ(stats.particles, particles);
    EXPECT_EQ(stats.clusters, std::vector<std::size_t>{clusters});
    EXPECT_EQ(stats.memberships, memberships);
    EXPECT_NEAR(stats.mass, mass, 1e-5 * mass);
}

TEST(Stats, of_a_rigid_motion_are_those_of_a_rigid_body) {
    const double omega = 2 * std::numbers::pi;
    Simulation simulation = simulate(
        free_ball,
        {{"bodies.0.velocity", "[3, 0, 0]"}, {"bodies.0.spin", "[0, 0, 360]"}, {"bodies.0.translate", "[0, 2, 0]"}});
    const Stats stats = simulation.stats();
    // About the axis of the spin through the centre of mass, from where the particles are.
    const Frame frame = simulation.snapshot();
    double inertia = 0;
    for (const Vec3& x : frame.positions)
        inertia += stats.mass / static_cast<double>(stats.particles) * (std::pow(x.x(), 2) + std::pow(x.y() - 2, 2));
    EXPECT_NEAR(inertia, 0.4 * stats.mass * 0.25, 0.2 * inertia);  // a ball of 0.5 m
    EXPECT_LT((stats.momentum / stats.mass - Vec3(3, 0, 0)).norm(), 1e-4);
    EXPECT_NEAR(stats.angular_momentum.z(), inertia * omega - 2 * 3 * stats.mass, 0.02 * inertia * omega);
    EXPECT_NEAR(stats.kinetic_energy, 0.5 * stats.mass * 9 + 0.5 * inertia * omega * omega,
                1e-3 * stats.kinetic_energy);
    EXPECT_NEAR(stats.elastic_energy, 0, 1e-9 * stats.kinetic_energy);
    EXPECT_NEAR(stats.max_stretch, 1, 1e-4);
}

TEST(Stats, of_a_stretched_body_show_the_stretch_and_its_energy) {
    Simulation simulation = simulate(free_ball, {{"bodies.0.stretch", "[1.5, 1, 1]"}, {"bodies.0.angle", "40"}});
    EXPECT_NEAR(simulation.stats().max_stretch, 1.5, 1e-3);
    const Frame frame = simulation.snapshot();
    for (const float strain : frame.strains) EXPECT_NEAR(strain, 0.5, 1e-3);
    // Twice the distance from the goal is four times the energy, nearly: the rotation stays the same.
    const double small = simulate(free_ball, {{"bodies.0.stretch", "[1.01, 1, 1]"}}).stats().elastic_energy;
    const double large = simulate(free_ball, {{"bodies.0.stretch", "[1.02, 1, 1]"}}).stats().elastic_energy;
    EXPECT_NEAR(large / small, 4, 0.01);
}

TEST(Snapshot, is_ordered_by_id_and_names_real_clusters) {
    Simulation simulation = simulate(busy_scene);
    const SoftBodies& soft = simulation.parts().state.soft;
    const Frame frame = simulation.snapshot();
    std::set<std::uint32_t> ids(soft.id.begin(), soft.id.end());
    EXPECT_EQ(ids.size(), frame.positions.size());
    EXPECT_EQ(*ids.rbegin() + 1, frame.positions.size());
    for (std::size_t i = 0; i < frame.positions.size(); ++i) {
        EXPECT_EQ(frame.bodies[i], i < simulation.bodies()[0].particles ? 0u : 1u);
        ASSERT_LT(frame.clusters[i], soft.cluster_count());
        EXPECT_EQ(soft.cluster_body[frame.clusters[i]], frame.bodies[i]);
        EXPECT_LE(static_cast<double>(frame.radii[i]), 0.5 * simulation.bodies()[frame.bodies[i]].spacing * (1 + 1e-6));
        EXPECT_GT(frame.radii[i], 0);
    }
}

TEST(Snapshot, far_from_the_origin_keeps_the_bodys_shape) {
    const Frame near = simulate(free_ball).snapshot();
    const Frame far = simulate(free_ball, {{"bodies.0.translate", "[1e6, 0, -1e6]"}}).snapshot();
    for (std::size_t i = 0; i < near.positions.size(); ++i)
        EXPECT_LT((far.positions[i] - Vec3(1e6, 0, -1e6) - near.positions[i]).norm(), 1e-6);
}

}  // namespace
}  // namespace pliant::testing

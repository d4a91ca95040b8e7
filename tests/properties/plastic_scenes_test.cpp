// Two hundred random scenes of bodies that flow, with extreme yields, rates, steps, fades and loads: no number that is
// none, every particle held by clusters whose weights sum to 1, no piece lost.
#include "properties/choose.hpp"
#include "properties/run_checked.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pliant/simulation.hpp>

#include <algorithm>

namespace pliant::testing {
namespace {

constexpr int plastic_groups = 4;
constexpr int scenes_per_group = 50;

Material flowing_material(Choose& choose, double steps_per_second) {
    Material material;
    material.stiffness =
        steps_per_second * choose.usual(0.02, 0.18, {1e-4, 0.19});  // all that is stable, with some room for the load
    material.damping = choose.usual(0, 60, {0, 1e3});
    material.strain_limit = choose.usual(0.2, 1, {0.01, 100});
    material.strain_sweeps = choose.from_to(0, 5);
    material.flow = choose.usual(1, 200, {0.01, 1e4});
    material.yield = choose.usual(0, 0.2, {0, 10});
    material.hardening = choose.usual(-1, 1, {-1e4, 1e4});
    material.plastic_limit = choose.usual(2, 20, {1.01, 1000});
    material.recovery = choose.one_in(4) ? choose.usual(0, 5, {0, 1e3}) : 0;
    if (choose.one_in(5)) material.rotation = RotationMode::deformation;
    return material;
}

Scene plastic_scene(std::uint64_t number) {
    Choose choose(number);
    Scene scene;
    scene.time.fps = choose.usual(24, 120, {24, 1000});
    scene.time.frames = 12;
    scene.time.substeps = choose.from_to(2, 8);
    scene.gravity = Vec3(0, choose.usual(-20, 0, {-200, 0}), 0);
    Body body;
    body.shape.kind = choose.one_in(4) ? ShapeKind::sphere : ShapeKind::box;
    body.shape.size = Vec3(choose.scaled(0.2, 2), choose.scaled(0.2, 2), choose.scaled(0.2, 2));
    body.sampling.particles = choose.from_to(20, 300);
    body.clusters.per_cluster = choose.uniform(8, 40);
    body.clusters.levels = choose.one_in(3) ? 0 : 1;
    body.clusters.kernel = choose.any(Kernel::fcm);
    body.material = flowing_material(choose, scene.time.fps * scene.time.substeps);
    body.reclustering.mode = choose.one_in(3) ? ReclusterMode::world : ReclusterMode::embedded;
    body.reclustering.max_condition = choose.usual(1.2, 4, {1.1, 100});
    body.reclustering.fade_out = choose.scaled(1e-3, 1);
    body.reclustering.fade_in = body.reclustering.fade_out * choose.uniform(0.1, 0.9);
    body.stretch = Vec3(choose.scaled(0.5, 2), choose.scaled(0.5, 2), choose.scaled(0.5, 2));
    body.spin = choose.vector(500);
    body.place.translate = Vec3(0, choose.uniform(0, 1), 0);
    scene.bodies.push_back(body);
    if (choose.one_in(3)) {
        body.place.translate = Vec3(0.3, 2, 0.2);
        scene.bodies.push_back(body);
    }
    Obstacle ground;
    ground.place.translate = Vec3(0, -1, 0);
    scene.obstacles.push_back(ground);
    Force force;
    force.kind = choose.one_in(3) ? ForceKind::radial : ForceKind::compress;
    // Only a radial field may push away, and squeezing counts towards the bound on stiffness: strength · step².
    const double rate = scene.time.fps * scene.time.substeps;
    force.strength = std::min(choose.usual(0, 300, {0, 3000}), 0.02 * rate * rate);
    if (force.kind == ForceKind::radial && choose.one_in(2)) force.strength = -force.strength;
    force.axis = choose.direction();
    scene.forces.push_back(force);
    return scene;
}

class PlasticScenes : public ::testing::TestWithParam<int> {};

TEST_P(PlasticScenes, lose_no_particle_cluster_or_piece) {
    std::uint64_t added = 0, removed = 0;
    int ran = 0;
    for (int k = 0; k < scenes_per_group; ++k) {
        const auto number = static_cast<std::uint64_t>(scenes_per_group * GetParam() + k);
        const Scene scene = plastic_scene(number);
        const Outcome outcome = run_checked(scene, scene.time.frames);
        ASSERT_EQ(outcome.complaint, "") << "scene " << number << ":\n" << scene_to_json(scene);
        ASSERT_TRUE(outcome.ran) << outcome.refusal;
        ++ran;
        Simulation simulation(scene, {.threads = 1, .instruction_set = {}, .progress = {}});
        const Stats first = simulation.stats();
        for (int frame = 0; frame < scene.time.frames; ++frame) {
            const StepReport report = simulation.advance_frame();
            added += report.clusters_added;
            removed += report.clusters_removed;
            const Stats stats = simulation.stats();
            ASSERT_LT(stats.weight_error, 1e-5) << "scene " << number << ":\n" << scene_to_json(scene);
            ASSERT_EQ(stats.fragments, first.fragments);
            ASSERT_EQ(stats.clusters.size(), first.clusters.size());
            ASSERT_GE(*std::min_element(stats.clusters.begin(), stats.clusters.end()), 1U);
        }
    }
    EXPECT_EQ(ran, scenes_per_group);
    EXPECT_GT(added, 0U);
    EXPECT_GT(removed, 0U);
    fmt::print("{} scenes ran, {} clusters added, {} removed\n", ran, added, removed);
}

INSTANTIATE_TEST_SUITE_P(Group, PlasticScenes, ::testing::Range(0, plastic_groups));

}  // namespace
}  // namespace pliant::testing

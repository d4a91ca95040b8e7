// Simulations in one process do not know of each other, and the state hash sees every change.
#include "sim/scenes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace pliant::testing {
namespace {

std::vector<std::uint64_t> hashes_of(const std::string& scene, int frames, int threads = 1) {
    Simulation simulation = simulate(scene, {}, threads);
    std::vector<std::uint64_t> hashes = {simulation.hash()};
    for (int i = 0; i < frames; ++i) {
        simulation.advance_frame();
        hashes.push_back(simulation.hash());
    }
    return hashes;
}

TEST(Isolation, two_simulations_interleaved_run_as_they_do_alone) {
    const std::vector<std::uint64_t> alone_a = hashes_of(busy_scene, 5), alone_b = hashes_of(free_ball, 5);
    Simulation a = simulate(busy_scene), b = simulate(free_ball);
    for (std::size_t i = 1; i <= 5; ++i) {
        a.advance_frame();
        b.advance_frame();
        EXPECT_EQ(a.hash(), alone_a[i]);
        EXPECT_EQ(b.hash(), alone_b[i]);
    }
}

TEST(Isolation, the_number_of_threads_is_the_one_asked_for_and_changes_nothing) {
    const std::vector<Override> large = {{"bodies.0.sampling.particles", "21000"}};
    std::set<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3, 8}) {
        Simulation simulation = simulate(busy_scene, large, threads);
        EXPECT_EQ(simulation.threads(), threads);
        simulation.advance_frame();
        hashes.insert(simulation.hash());
    }
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(Isolation, looking_does_not_disturb) {
    const std::vector<std::uint64_t> undisturbed = hashes_of(busy_scene, 3);
    Simulation simulation = simulate(busy_scene);
    for (std::size_t i = 1; i <= 3; ++i) {
        simulation.advance_frame();
        simulation.snapshot();
        simulation.stats();
        EXPECT_EQ(simulation.hash(), undisturbed[i]);
    }
}

TEST(Isolation, moving_a_simulation_takes_everything_along) {
    const std::vector<std::uint64_t> undisturbed = hashes_of(busy_scene, 2);
    Simulation first = simulate(busy_scene);
    first.advance_frame();
    Simulation second = std::move(first);
    second.advance_frame();
    EXPECT_EQ(second.hash(), undisturbed[2]);
}

TEST(Isolation, steps_and_frames_are_the_same_steps) {
    Simulation frames = simulate(busy_scene), steps = simulate(busy_scene);
    frames.advance_frame();
    for (int i = 0; i < steps.substeps(); ++i) steps.step();
    EXPECT_EQ(frames.hash(), steps.hash());
    EXPECT_EQ(steps.frame(), 1);
    EXPECT_NEAR(steps.time(), 1.0 / 60, 1e-12);
}

TEST(StateHash, changes_with_every_part_of_the_state) {
    Simulation simulation = simulate(busy_scene);
    State& state = simulation.parts().state;
    SoftBodies& soft = state.soft;
    std::set<std::uint64_t> seen = {simulation.hash()};
    const auto expect_new = [&](const char* what) { EXPECT_TRUE(seen.insert(simulation.hash()).second) << what; };
    const auto nudge = [&](Real& value, const char* what) {
        const Real old = value;
        value = std::nextafter(value, Real(1e9));
        expect_new(what);
        value = old;
    };
    const std::size_t last = soft.particle_count() - 1, cluster = soft.cluster_count() - 1;
    for (const std::size_t i : {std::size_t{0}, last})
        for (int k = 0; k < 3; ++k) {
            nudge(soft.particles[i].position[k], "position");
            nudge(soft.particles[i].velocity[k], "velocity");
        }
    for (const std::size_t c : {std::size_t{0}, cluster}) {
        for (std::size_t k = 0; k < 4; ++k) nudge(soft.rotation.at(c, k), "rotation");
        for (std::size_t k = 0; k < 6; ++k) nudge(soft.center.at(c, k), "center");
        for (std::size_t k = 0; k < 9; ++k) nudge(soft.plastic.at(c, k), "plastic part");
    }
    nudge(soft.by_cluster.members.back().weight, "share");
    nudge(soft.by_cluster.members.front().vector[0], "rest vector");
    std::swap(soft.id[0], soft.id[1]);
    expect_new("id");
    std::swap(soft.id[0], soft.id[1]);
    std::swap(soft.by_cluster.index[0], soft.by_cluster.index[1]);
    expect_new("membership");
    std::swap(soft.by_cluster.index[0], soft.by_cluster.index[1]);
    ++state.step;
    expect_new("step");
    --state.step;
    EXPECT_EQ(seen.count(simulation.hash()), 1u);  // everything was put back
}

TEST(StateHash, is_the_same_for_the_same_scene_and_differs_for_another_seed) {
    EXPECT_EQ(simulate(busy_scene).hash(), simulate(busy_scene).hash());
    EXPECT_NE(simulate(busy_scene).hash(), simulate(busy_scene, {{"seed", "2"}}).hash());
}

}  // namespace
}  // namespace pliant::testing

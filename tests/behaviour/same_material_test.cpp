// A material is the same however its body is cut into particles, clusters and steps.
#include "behaviour/helpers.hpp"

#include "measure/cluster_measure.hpp"
#include "sim/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

constexpr double young = 5e6, density = 1000, gravity = 9.81, side = 0.2, length = 0.95;

/// Timoshenko's beam, held at one end, under its weight; Poisson's ratio 0.
double beam_theory() {
    const double load = density * gravity * side * side, inertia = std::pow(side, 4) / 12;
    const double bending = load * std::pow(length, 4) / (8 * young * inertia);
    return bending + load * length * length / (2 * 5.0 / 6 * young / 2 * side * side);
}

struct Bar {
    int particles = 1000;
    std::string substeps = "\"auto\"";
};

double sag(const Bar& bar) {
    Simulation simulation = serial(
        scene_of(R"({
        "time": {"fps": 60, "frames": 120},
        "bodies": [{"shape": {"type": "box", "size": [1, 0.2, 0.2]}, "material": {"young": 5e6, "damping": 15},
            "pins": [{"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.5, 0, 0]}}],
            "self_collides": false}]
    })",
                 {{"bodies.0.sampling.particles", std::to_string(bar.particles)}, {"time.substeps", bar.substeps}}));
    const double start = bounds_of(simulation.snapshot()).lower.y();
    run_frames(simulation, 120);
    return start - bounds_of(simulation.snapshot()).lower.y();
}

TEST(SameMaterial, a_bar_of_any_number_of_particles_sags_as_beam_theory_says) {
    for (const int particles : {1000, 2000, 4000}) {
        const double ratio = sag({particles}) / beam_theory();
        measured(fmt::format("sag over theory, {} particles", particles), ratio);
        EXPECT_NEAR(ratio, 1, 0.1) << particles;
    }
}

TEST(SameMaterial, a_bar_sags_alike_when_the_step_is_halved) {
    EXPECT_NEAR(sag({1000, "40"}) / sag({1000, "80"}), 1, 0.01);
}

/// 1/s: how fast the energy of a stretched cube falls that is cut into so many clusters.
double decay(int clusters) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 60, "substeps": 16}, "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "box", "size": [0.5, 0.5, 0.5]}, "sampling": {"particles": 600},
            "material": {"young": 2e5, "damping": 4, "restitution": 1, "strain_sweeps": 0}, "stretch": [1.05, 1, 1]}]
    })",
                                            {{"bodies.0.clusters.count", std::to_string(clusters)}}));
    const auto energy = [&] { return simulation.stats().kinetic_energy + simulation.stats().elastic_energy; };
    run_frames(simulation, 6);
    const double first = energy();
    run_frames(simulation, 54);
    return std::log(first / energy()) / 0.9;
}

TEST(SameMaterial, damping_means_the_same_in_one_cluster_and_in_a_hundred) {
    for (const int clusters : {1, 8, 100}) EXPECT_NEAR(decay(clusters), 4, 0.2) << clusters;
}

/// Mean det F of the clusters, by mass.
double volume_left(const Simulation& simulation) {
    const SoftBodies& soft = simulation.parts().state.soft;
    const std::vector<ClusterMeasure> measures = measure_clusters(soft, simulation.dt());
    double sum = 0, mass = 0;
    for (std::size_t c = 0; c < measures.size(); ++c) {
        sum += soft.cluster_mass[c] * measures[c].deformation.determinant();
        mass += soft.cluster_mass[c];
    }
    return sum / mass;
}

double resting_volume(const std::string& material) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 180},
        "bodies": [{"shape": {"type": "box", "size": [0.5, 0.5, 0.5]}, "sampling": {"particles": 600},
                    "translate": [0, 0.25, 0]}],
        "obstacles": [{"type": "plane"}]
    })",
                                            {{"bodies.0.material", material}}));
    run_frames(simulation, 180);
    return volume_left(simulation);
}

TEST(Volume, of_a_jelly_cube_at_rest_is_kept) {
    const double jelly = resting_volume("\"jelly\""), foam = resting_volume(R"({"young": 2e4, "volume": 0})");
    measured("volume of the jelly", jelly);
    measured("volume without", foam);
    EXPECT_GT(jelly, 0.97);
    EXPECT_LT(foam, 0.93);
}

/// Poisson's ratio of a cube that is stretched along x between two pinned faces that may slide.
double poisson(double volume) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 90}, "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "box", "size": [1.2, 0.3, 0.3]}, "sampling": {"particles": 1500},
            "material": {"young": 2e5, "damping": 40},
            "pins": [
                {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.6, 0, 0]}},
                {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [0.6, 0, 0]},
                 "motion": {"keys": [{"time": 0}, {"time": 0.5, "translate": [0.06, 0, 0]}]}}]}]
    })",
                                            {{"bodies.0.material.volume", std::to_string(volume)}}));
    const Frame start = simulation.snapshot();
    const auto width = [&](const Frame& frame) {
        const Group up = select(start, [](const Vec3& p) { return std::abs(p.x()) < 0.25 && p.y() > 0.1; });
        const Group down = select(start, [](const Vec3& p) { return std::abs(p.x()) < 0.25 && p.y() < -0.1; });
        return mean_position(frame, up).y() - mean_position(frame, down).y();
    };
    const auto along = [&](const Frame& frame) {
        const Group right = select(start, [](const Vec3& p) { return p.x() > 0.15 && p.x() < 0.25; });
        const Group left = select(start, [](const Vec3& p) { return p.x() < -0.15 && p.x() > -0.25; });
        return mean_position(frame, right).x() - mean_position(frame, left).x();
    };
    run_frames(simulation, 90);
    const Frame end = simulation.snapshot();
    return (1 - width(end) / width(start)) / (along(end) / along(start) - 1);
}

TEST(Volume, makes_a_stretched_bar_thin_as_poissons_ratio_says) {
    const double none = poisson(0), full = poisson(1);
    measured("Poisson's ratio without", none);
    measured("Poisson's ratio with", full);
    EXPECT_NEAR(none, 0, 0.05);
    // 0.476 is asked for: what clusters keep is not quite what the body between them keeps (docs/physics.md).
    EXPECT_NEAR(full, 0.4, 0.05);
}

/// How much wider a cube gets, over how much it is pressed together, between plates without friction.
double bulge(double volume) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 90}, "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 1500},
            "material": {"young": 2e5, "damping": 40, "friction": 0}, "translate": [0, 0.15, 0]}],
        "obstacles": [{"type": "plane", "friction": 0}, {"type": "box", "size": [1, 0.2, 1], "friction": 0,
            "motion": {"keys": [{"time": 0, "translate": [0, 0.4, 0]}, {"time": 0.5, "translate": [0, 0.37, 0]}]}}]
    })",
                                            {{"bodies.0.material.volume", std::to_string(volume)}}));
    const Vec3 start = bounds_of(simulation.snapshot()).size();
    run_frames(simulation, 90);
    const Vec3 end = bounds_of(simulation.snapshot()).size();
    const Vec3 strain = end.cwiseQuotient(start).array().log();
    return -0.5 * (strain.x() + strain.z()) / strain.y();
}

TEST(Volume, makes_a_pressed_cube_bulge_as_poissons_ratio_says) {
    const double none = bulge(0), full = bulge(1);
    measured("Poisson's ratio without, pressed", none);
    measured("Poisson's ratio with, pressed", full);
    EXPECT_NEAR(none, 0, 0.1);
    EXPECT_NEAR(full, 0.476, 0.03);
}

}  // namespace
}  // namespace pliant::testing

// Point-based bodies break: where, when and as far as they should, to the same bits each time.
#include "fracture/helpers.hpp"
#include "particles/vectors.hpp"
#include "run/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace pliant::testing {
namespace {

constexpr double young = 1e5, area = 0.0625, length = 0.9;  // Pa, m², m: of the part that is free

/// A bar of 1 m × 0.25 m × 0.25 m that is drawn out by 0.3 m in three seconds: slowly against its waves.
Scene pulled_points(const std::vector<Override>& overrides = {}) {
    return parse_scene(R"({
        "time": {"fps": 60, "frames": 160},
        "gravity": [0, 0, 0],
        "bodies": [{
            "name": "bar", "solver": "point_based", "shape": {"type": "box", "size": [1, 0.25, 0.25]},
            "sampling": {"particles": 1500},
            "material": {"young": 1e5, "poisson": 0, "density": 500, "viscosity": 50, "toughness": 0.1},
            "pins": [
                {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.5, 0, 0]},
                 "motion": {"keys": [{"time": 0}, {"time": 3, "translate": [-0.15, 0, 0]}], "interpolation": "linear"}},
                {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [0.5, 0, 0]},
                 "motion": {"keys": [{"time": 0}, {"time": 3, "translate": [0.15, 0, 0]}], "interpolation": "linear"}}]
        }]
    })",
                       "points", overrides);
}

const PointBody& points_of(const Simulation& simulation) { return simulation.parts().state.points.front(); }

double mass_of_points(const PointBody& body) {
    double sum = 0;
    for (const Real m : body.mass) sum += static_cast<double>(m);
    return sum;
}

void run(Simulation& simulation) {
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
}

/// N: the largest that the bar carried, from its energy: E = ½ F² L / (Y A).
double load_of(const Scene& scene, std::size_t& pieces) {
    Simulation simulation(scene);
    double energy = 0;
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        const Stats stats = simulation.stats();
        energy = std::max(energy, stats.elastic_energy);
        pieces = stats.fragments;
        if (pieces > 1) break;
    }
    return std::sqrt(2 * energy * young * area / length);
}

TEST(PulledPoints, break_at_the_load_that_their_toughness_says) {
    double last = 0;
    for (const double toughness : {0.05, 0.1, 0.15}) {
        std::size_t pieces = 0;
        // As long to the break at each: waves are as small a part of the load.
        const auto pin = [&](int k, double way) {
            return Override{fmt::format("bodies.0.pins.{}.motion.keys.1.translate", k), fmt::format("[{}, 0, 0]", way)};
        };
        const double way = 1.5 * toughness;
        const double load = load_of(
            pulled_points({{"bodies.0.material.toughness", std::to_string(toughness)}, pin(0, -way), pin(1, way)}),
            pieces);
        EXPECT_GE(pieces, 2U) << toughness;
        EXPECT_NEAR(load / (young * area * toughness), 1, 0.15) << toughness;
        EXPECT_GT(load, last);
        last = load;
    }
}

TEST(PulledPoints, come_apart_at_their_weakest_place_and_stay_apart) {
    Simulation simulation(pulled_points({{"bodies.0.material.toughness",
                                          R"({"value": 0.2, "regions": [{"shape": {"type": "box", "size": [0.2, 1, 1],
                                              "translate": [0.15, 0, 0]}, "value": 0.1}]})"}}));
    const double mass = mass_of_points(points_of(simulation));
    std::uint64_t cracks = 0;
    double force = 0;
    while (simulation.frame() < simulation.frame_count()) {
        const StepReport report = simulation.advance_frame();
        cracks += report.cluster_splits;
        force = std::max(force, report.breaking_force);
        EXPECT_EQ(mass_of_points(points_of(simulation)), mass);
    }
    const PointBody& body = points_of(simulation);
    EXPECT_GT(cracks, 0U);
    EXPECT_GT(force, 0);
    EXPECT_EQ(simulation.stats().crumbs, 0U);
    ASSERT_EQ(std::set<std::uint32_t>(body.fragment.begin(), body.fragment.end()).size(), 2U);
    double left = -1, right = 1;  // how far the two pieces reach towards each other
    const auto first = static_cast<std::size_t>(
        std::min_element(body.particles.begin(), body.particles.end(),
                         [](const Particle& a, const Particle& b) { return a.position[0] < b.position[0]; }) -
        body.particles.begin());
    for (std::size_t i = 0; i < body.size(); ++i) {
        const double x = static_cast<double>(body.particles[i].position[0]);
        if (body.fragment[i] == body.fragment[first])
            left = std::max(left, x);
        else
            right = std::min(right, x);
        for (std::size_t s = 0; s < body.count[i]; ++s)
            EXPECT_EQ(body.fragment[body.neighbor[i * most_neighbors + s]], body.fragment[i]);
    }
    EXPECT_GT(right, left);
    for (std::size_t k = 0; k < body.cuts.size(); ++k) {
        const auto slot = std::find(body.id.begin(), body.id.end(), body.cuts[k]) - body.id.begin();
        EXPECT_NEAR(static_cast<double>(body.embedded[static_cast<std::size_t>(slot)].value[0]), 0.15,
                    0.1 + 3 * simulation.bodies()[0].spacing);
    }
    const Frame frame = simulation.snapshot();
    ASSERT_EQ(frame.fragment_parents.size(), 2U);
    EXPECT_EQ(frame.fragment_parents[1], 0U);
}

TEST(PulledPoints, hold_without_toughness) {
    Simulation simulation(pulled_points({{"bodies.0.material.toughness", "0"}}));
    for (int frame = 0; frame < 90; ++frame) simulation.advance_frame();
    EXPECT_EQ(simulation.stats().fragments, 1U);
    EXPECT_TRUE(points_of(simulation).cuts.empty());
}

TEST(PulledPoints, that_flow_first_break_later_and_keep_a_strain) {
    const auto broke_at = [](const std::vector<Override>& overrides, double& plastic) {
        Simulation simulation(pulled_points(overrides));
        while (simulation.frame() < simulation.frame_count() && simulation.stats().fragments < 2)
            simulation.advance_frame();
        plastic = simulation.stats().plastic_strain_max;
        return simulation.frame();
    };
    double brittle = 0, ductile = 0;
    // It yields below the stress that breaks it, and hardens.
    const int first = broke_at({}, brittle),
              later = broke_at({{"bodies.0.material.yield_stress", "4000"}, {"bodies.0.material.flow", "3"}}, ductile);
    EXPECT_LT(first, later);
    EXPECT_EQ(brittle, 0);
    EXPECT_GT(ductile, 0.02);
}

TEST(BrokenPoints, gain_no_energy_and_no_momentum) {
    Simulation simulation(parse_scene(R"({
        "time": {"fps": 60, "frames": 20}, "gravity": [0, 0, 0],
        "bodies": [{"solver": "point_based", "shape": {"type": "box", "size": [1, 0.25, 0.25]},
                    "sampling": {"particles": 1200},
                    "material": {"young": 1e5, "density": 500, "toughness": {"value": 0.5, "regions": [
                        {"shape": {"type": "box", "size": [0.15, 1, 1]}, "value": 0.1}]}}, "stretch": [1.2, 1, 1],
                    "spin": [0, 40, 20]}]})",
                                      "stretched"));
    const Stats before = simulation.stats();
    double most = 0;
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        const Stats stats = simulation.stats();
        most = std::max(most, stats.kinetic_energy + stats.elastic_energy);
    }
    const Stats after = simulation.stats();
    EXPECT_GT(after.fragments, 1U);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-4 * before.mass);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 2e-3 * before.angular_momentum.norm());
    EXPECT_LT(most, 1.01 * (before.kinetic_energy + before.elastic_energy));
}

TEST(BrokenPoints, have_the_same_bits_at_any_number_of_threads_and_across_checkpoints) {
    const std::vector<Override> many = {{"bodies.0.sampling.particles", "2100"}, {"time.frames", "70"}};
    std::vector<std::uint64_t> hashes;
    std::vector<std::byte> saved;
    for (const int threads : {1, 2, 3, 8}) {
        BuildOptions options;
        options.threads = threads;
        Simulation simulation(pulled_points(many), options);
        while (simulation.frame() < simulation.frame_count()) {
            simulation.advance_frame();
            if (saved.empty() && !points_of(simulation).cuts.empty()) saved = checkpoint_bytes(simulation, {}, 7);
        }
        EXPECT_FALSE(points_of(simulation).cuts.empty());
        hashes.push_back(simulation.hash());
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front());
    Simulation resumed(pulled_points(many));
    load_checkpoint(ChunkFile::parse(saved, "state.pcs", FileKind::checkpoint), 7, resumed);
    EXPECT_LT(resumed.frame(), resumed.frame_count());
    run(resumed);
    EXPECT_EQ(resumed.hash(), hashes.front());
}

TEST(BrokenPoints, are_cut_by_surfaces_and_blades) {
    Simulation cut(pulled_points(
        {{"bodies.0.fracture.cuts", R"([{"time": 0.1, "shape": {"type": "half_space", "normal": [1, 0, 0]}}])"},
         {"bodies.0.material.toughness", "0"},
         {"time.frames", "20"}}));
    run(cut);
    EXPECT_EQ(cut.stats().fragments, 2U);
    const std::vector<Override> blade = {
        {"bodies.0.material.toughness", "0"},
        {"time.frames", "40"},
        {"obstacles", R"([{"type": "box", "cuts": true, "size": [0.005, 0.4, 0.5], "translate": [0.05, 0.4, 0],
                           "motion": {"keys": [{"time": 0}, {"time": 0.5, "translate": [0, -0.4, 0]}]}}])"}};
    Simulation sliced(pulled_points(blade));
    run(sliced);
    EXPECT_EQ(sliced.stats().fragments, 2U);
    const PointBody& body = points_of(sliced);
    for (std::size_t i = 0; i < body.size(); ++i)
        for (std::size_t k = 0; k < i; k += 7)
            if (std::abs(static_cast<double>(body.embedded[i].value[0]) - 0.05) > 0.1 &&
                std::abs(static_cast<double>(body.embedded[k].value[0]) - 0.05) > 0.1) {
                EXPECT_EQ(body.fragment[i] == body.fragment[k],
                          (body.embedded[i].value[0] < 0.05F) == (body.embedded[k].value[0] < 0.05F));
            }
}

TEST(BrokenPoints, part_between_cells_alone_when_told_to) {
    Simulation simulation(pulled_points({{"bodies.0.fracture", R"({"cells": 5, "only_scores": true})"}}));
    run(simulation);
    const PointBody& body = points_of(simulation);
    ASSERT_GT(simulation.stats().fragments, 1U);
    std::vector<std::uint32_t> cell(body.next_id[0], 0);
    for (std::size_t i = 0; i < body.size(); ++i) cell[body.id[i]] = body.cell[i];
    for (std::size_t k = 0; k < body.cuts.size(); k += 2) EXPECT_NE(cell[body.cuts[k]], cell[body.cuts[k + 1]]);
}

TEST(BrokenPoints, collide_with_each_other_without_a_jump) {
    // Cut in the middle and pushed together: the halves must not pass into each other.
    Simulation simulation(parse_scene(R"({
        "time": {"fps": 60, "frames": 40}, "gravity": [0, 0, 0],
        "bodies": [{"solver": "point_based", "shape": {"type": "box", "size": [0.8, 0.25, 0.25]},
                    "sampling": {"particles": 1200}, "material": {"young": 1e5, "density": 500, "viscosity": 50},
                    "fracture": {"cuts": [{"time": 0.02, "shape": {"type": "half_space", "normal": [1, 0, 0]}}]},
                    "pins": [{"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.4, 0, 0]},
                              "motion": {"keys": [{"time": 0.1}, {"time": 0.6, "translate": [0.1, 0, 0]}]}},
                             {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [0.4, 0, 0]}}]}]})",
                                      "pushed"));
    for (int frame = 0; frame < 6; ++frame) simulation.advance_frame();
    ASSERT_EQ(simulation.stats().fragments, 2U);
    EXPECT_LT(simulation.stats().kinetic_energy, 1e-4) << "nothing moves when it is cut at rest";
    run(simulation);
    const PointBody& body = points_of(simulation);
    double left = -1, right = 1;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const double x = static_cast<double>(body.particles[i].position[0]);
        if (body.embedded[i].value[0] < 0)
            left = std::max(left, x);
        else
            right = std::min(right, x);
    }
    EXPECT_LT(left - right, 1.5 * simulation.bodies()[0].spacing);
    EXPECT_GT(simulation.stats().elastic_energy, 1) << "they press against each other";
}

}  // namespace
}  // namespace pliant::testing

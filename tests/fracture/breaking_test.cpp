// Bodies break where, when and as far as they should.
#include "fracture/helpers.hpp"

#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pliant::testing {
namespace {

/// The largest force on the pins while the bar is drawn out, N: what the springs of all clusters that the middle plane
/// cuts carry; and whether the bar broke.
struct Pull {
    double load = 0;    ///< N
    double strain = 0;  ///< of the bar's free length when it broke
    std::size_t pieces = 0;
};

Pull pull(const Scene& scene) {
    Simulation simulation(scene);
    Pull pull;
    double energy = 0;
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        const Stats stats = simulation.stats();
        pull.pieces = stats.fragments;
        if (stats.fragments > 1) break;
        // The free part of 0.9 m is strained alike: E = ½ F² L / (Y A).
        energy = std::max(energy, stats.elastic_energy);
        pull.strain = 0.3 * std::min(1.0, stats.time) / 0.9;
    }
    pull.load = std::sqrt(2 * energy * 1e5 * 0.04 / 0.9);
    return pull;
}

TEST(PulledBar, breaks_in_two_at_the_load_that_its_toughness_says) {
    double last = 0;
    for (const double toughness : {0.05, 0.1, 0.15}) {
        const Pull found = pull(pulled_bar({{"bodies.0.material.toughness", std::to_string(toughness)}}));
        EXPECT_EQ(found.pieces, 2U) << toughness;
        EXPECT_NEAR(found.load / (1e5 * 0.04 * toughness), 1, 0.15) << toughness;
        EXPECT_GT(found.load, last);
        last = found.load;
    }
}

TEST(PulledBar, breaks_at_the_same_load_with_half_the_step) {
    const Pull coarse = pull(pulled_bar()), fine = pull(pulled_bar({{"time.substeps", "16"}}));
    EXPECT_NEAR(fine.load / coarse.load, 1, 0.1);
}

TEST(PulledBar, breaks_at_its_weakest_place) {
    Simulation simulation(pulled_bar({{"bodies.0.material.toughness",
                                       R"({"value": 0.1, "regions": [{"shape": {"type": "box", "size": [0.2, 1, 1],
                                           "translate": [0.2, 0, 0]}, "value": 0.05}]})"}}));
    while (simulation.frame() < simulation.frame_count() && simulation.stats().fragments < 2)
        simulation.advance_frame();
    ASSERT_EQ(simulation.stats().fragments, 2U);
    const SoftBodies& soft = soft_of(simulation);
    double left = -1, right = 1;  // how far the two pieces reach towards each other, as built
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        if (soft.hidden[i]) continue;
        const bool is_left = soft.fragment[i] == soft.fragment[0] ? soft.built[0].x() < 0 : soft.built[0].x() > 0;
        if (is_left)
            left = std::max(left, soft.built[i].x());
        else
            right = std::min(right, soft.built[i].x());
    }
    const double radius = simulation.bodies()[0].radius;
    EXPECT_NEAR(0.5 * (left + right), 0.2, 0.1 + radius);
}

TEST(PulledBar, stays_in_two_and_keeps_its_mass_to_the_last_bit) {
    Simulation simulation(pulled_bar());
    const double mass = mass_of(soft_of(simulation));
    bool broke = false;
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        EXPECT_EQ(mass_of(soft_of(simulation)), mass);
        const Stats stats = simulation.stats();
        broke |= stats.fragments == 2;
        if (broke) {
            EXPECT_EQ(stats.fragments, 2U);
        }
        EXPECT_LT(stats.weight_error, 1e-5);
    }
    EXPECT_TRUE(broke);
    EXPECT_GT(simulation.stats().duplicates, 0U);
    EXPECT_EQ(simulation.stats().crumbs, 0U);
}

TEST(PulledBar, in_half_by_a_cut_has_halves_that_behave_alike) {
    // Cut through its middle at once; both ends are drawn out equally: a mirror image.
    Simulation simulation(pulled_bar(
        {{"bodies.0.fracture.cuts", R"([{"time": 0.2, "shape": {"type": "half_space", "normal": [1, 0, 0]}}])"},
         {"bodies.0.material.toughness", "0"}}));
    for (int frame = 0; frame < 60; ++frame) simulation.advance_frame();
    EXPECT_EQ(simulation.stats().fragments, 2U);
    const Stats stats = simulation.stats();
    EXPECT_EQ(stats.duplicates, 0U) << "a cut duplicates nothing";
    const SoftBodies& soft = soft_of(simulation);
    double mean[2] = {0, 0}, count[2] = {0, 0};
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        const int side = soft.built[i].x() > 0 ? 1 : 0;
        mean[side] += static_cast<double>(soft.particles[i].position[0]) - soft.built[i].x();
        ++count[side];
    }
    EXPECT_NEAR(mean[0] / count[0] / (mean[1] / count[1]), -1, 0.02);
}

TEST(Breaking, adds_no_energy) {
    Simulation simulation(dropped_block({{"output.energy", "true"}}));
    double added = 0, most = 0;
    std::uint64_t splits = 0;
    while (simulation.frame() < simulation.frame_count()) {
        const StepReport report = simulation.advance_frame();
        added += std::max(0.0, report.energy[static_cast<std::size_t>(Stage::fracture)].total());
        splits += report.cluster_splits;
        most = std::max(most, simulation.stats().kinetic_energy + simulation.stats().elastic_energy);
    }
    EXPECT_GT(splits, 0U);
    EXPECT_LT(added, 0.02 * most);
}

TEST(Breaking, keeps_momentum_where_nothing_outside_acts) {
    // Two halves of a stretched bar fly apart.
    Simulation simulation(parse_scene(R"({
        "time": {"fps": 60, "frames": 30, "substeps": 8}, "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "box", "size": [1, 0.2, 0.2]}, "sampling": {"particles": 800},
                    "material": {"young": 1e5, "toughness": 0.1, "strain_limit": 1}, "stretch": [1.3, 1, 1],
                    "spin": [0, 40, 20]}]})",
                                      "stretched"));
    const Stats before = simulation.stats();
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const Stats after = simulation.stats();
    EXPECT_GT(after.fragments, 1U);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-4 * before.mass);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 2e-3 * before.angular_momentum.norm());
    EXPECT_LT(after.kinetic_energy + after.elastic_energy, 1.01 * (before.kinetic_energy + before.elastic_energy));
}

TEST(Breaking, parts_coarser_levels_with_the_finest) {
    Simulation simulation(dropped_block());
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    ASSERT_GT(simulation.stats().fragments, 1U);
    const SoftBodies& soft = soft_of(simulation);
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
        std::set<std::uint32_t> pieces;
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k)
            pieces.insert(soft.fragment[soft.by_cluster.index[k]]);
        EXPECT_EQ(pieces.size(), 1U) << "cluster " << c << " of level " << int(soft.mode[c].level);
    }
}

TEST(Breaking, never_happens_in_regions_that_must_not_break) {
    Simulation simulation(dropped_block(
        {{"bodies.0.material.toughness",
          R"({"value": 0.02, "regions": [{"shape": {"type": "box", "size": [2, 2, 2]}, "value": 0}]})"}}));
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    EXPECT_EQ(simulation.stats().fragments, 1U);
}

TEST(Breaking, goes_between_cells_alone_when_told_to) {
    Simulation simulation(dropped_block(
        {{"bodies.0.fracture", R"({"cells": 6, "only_scores": true})"}, {"bodies.0.clusters.levels", "1"}}));
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const SoftBodies& soft = soft_of(simulation);
    EXPECT_GT(simulation.stats().fragments, 1U);
    EXPECT_EQ(simulation.stats().duplicates, 0U);
    // Most of a cell stays in one piece.
    std::map<std::uint32_t, std::map<std::uint32_t, int>> cells;
    for (std::size_t i = 0; i < soft.particle_count(); ++i) ++cells[soft.cell[i]][soft.fragment[i]];
    for (const auto& [cell, pieces] : cells) {
        int all = 0, most = 0;
        for (const auto& [piece, count] : pieces) all += count, most = std::max(most, count);
        EXPECT_GT(most, 0.8 * all) << "cell " << cell;
    }
}

/// How far a body's particles are from the nearest rigid image of where they were built, root mean square, m.
double distortion(const SoftBodies& soft, std::uint32_t fragment) {
    std::vector<Vec3> from, to;
    Vec3 mean_from = Vec3::Zero(), mean_to = Vec3::Zero();
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        if (soft.fragment[i] != fragment || soft.hidden[i]) continue;
        from.push_back(soft.built[i]);
        to.push_back(vec(soft.particles[i].position));
        mean_from += from.back();
        mean_to += to.back();
    }
    const auto count = static_cast<double>(from.size());
    Mat3 sum = Mat3::Zero();
    for (std::size_t k = 0; k < from.size(); ++k)
        sum += (to[k] - mean_to / count) * (from[k] - mean_from / count).transpose();
    const Mat3 rotation = nearest_rotation(sum);
    double squares = 0;
    for (std::size_t k = 0; k < from.size(); ++k)
        squares += (to[k] - mean_to / count - rotation * (from[k] - mean_from / count)).squaredNorm();
    return std::sqrt(squares / count);
}

TEST(Breaking, leaves_brittle_shards_the_shape_they_were_built_in) {
    // No hinge between two cells goes on to hold them once it is bent: what is one fragment moves as one.
    Simulation simulation(parse_scene(R"({
        "time": {"fps": 60, "frames": 45, "substeps": 40},
        "bodies": [{
            "shape": {"type": "difference", "parts": [{"type": "sphere", "radius": 0.3}, {"type": "sphere", "radius": 0.24}]},
            "sampling": {"particles": 1800}, "clusters": {"per_cluster": 20},
            "material": {"young": 2e6, "density": 1800, "damping": 12, "toughness": 0.02},
            "fracture": {"cells": 30, "score_toughness": 0.3, "only_scores": true},
            "translate": [0, 0.4, 0], "velocity": [0, -5, 0]}],
        "obstacles": [{"type": "plane"}]})",
                                      "bowl"));
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    ASSERT_GT(simulation.stats().fragments, 3U);
    const SoftBodies& soft = soft_of(simulation);
    const std::set<std::uint32_t> fragments(soft.fragment.begin(), soft.fragment.end());
    for (const std::uint32_t fragment : fragments)
        EXPECT_LT(distortion(soft, fragment), 0.25 * simulation.bodies()[0].spacing) << "fragment " << fragment;
}

TEST(Breaking, ends_at_the_largest_number_of_fragments) {
    Simulation simulation(
        dropped_block({{"bodies.0.fracture.most_fragments", "2"}, {"bodies.0.material.toughness", "0.01"}}));
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    EXPECT_LE(simulation.stats().fragments, 3U) << "what is under way in that step may still come off";
}

TEST(Breaking, can_be_keyed) {
    Simulation simulation(
        pulled_bar({{"bodies.0.material.toughness", "10"},
                    {"bodies.0.fracture.weakenings",
                     R"([{"time": 0.5, "toughness": 0.01, "region": {"type": "box", "size": [0.2, 1, 1]}}])"}}));
    for (int frame = 0; frame < 29; ++frame) simulation.advance_frame();
    EXPECT_EQ(simulation.stats().fragments, 1U);
    for (int frame = 29; frame < 60; ++frame) simulation.advance_frame();
    EXPECT_GE(simulation.stats().fragments, 2U);
}

TEST(Blades, cut_what_they_go_through_and_nothing_else) {
    const std::string scene = R"({
        "time": {"fps": 60, "frames": 40, "substeps": 8}, "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "box", "size": [0.8, 0.2, 0.2]}, "sampling": {"particles": 900},
                    "material": {"young": 1e5, "damping": 20}, "pins": [
                    {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.4, 0, 0]}},
                    {"region": {"type": "box", "size": [0.1, 1, 1], "translate": [0.4, 0, 0]}}]}],
        "obstacles": [{"type": "box", "cuts": true, "size": [0.005, 0.4, 0.5], "translate": [0.05, 0.5, 0],
                       "motion": {"keys": [{"time": 0}, {"time": 0.5, "translate": [0, -0.45, 0]}]}}]})";
    Simulation cut(parse_scene(scene, "blade"));
    Simulation spared(parse_scene(scene, "blade", {{"bodies.0.fracture.blades", "false"}}));
    while (cut.frame() < cut.frame_count()) {
        cut.advance_frame();
        spared.advance_frame();
    }
    EXPECT_EQ(cut.stats().fragments, 2U);
    EXPECT_EQ(spared.stats().fragments, 1U);
    const SoftBodies& soft = soft_of(cut);
    const double spacing = cut.bodies()[0].spacing;
    for (std::size_t i = 0; i < soft.particle_count(); ++i)
        if (std::abs(soft.built[i].x() - 0.05) > 2 * spacing) {
            EXPECT_EQ(soft.fragment[i] == soft.fragment[0], (soft.built[i].x() < 0.05) == (soft.built[0].x() < 0.05));
        }
}

TEST(TornPairs, are_neighbors_that_no_cluster_holds_any_more) {
    const Scene scene = pulled_bar();
    Simulation simulation(scene);
    const std::vector<Vec3> rest = simulation.snapshot().positions;
    const double spacing = std::cbrt(0.04 / static_cast<double>(rest.size()));
    while (simulation.frame() < simulation.frame_count() && simulation.stats().fragments < 2)
        simulation.advance_frame();
    const SoftBodies& soft = soft_of(simulation);
    std::map<std::uint32_t, std::set<std::uint32_t>> clusters;  // by id
    for (std::uint32_t i = 0; i < soft.particle_count(); ++i)
        clusters[soft.id[i]] = {soft.finest.cluster.begin() + soft.finest.rows[i],
                                soft.finest.cluster.begin() + soft.finest.rows[i + 1]};
    const Frame frame = simulation.snapshot();
    ASSERT_GT(frame.torn.size(), 50U);
    for (const auto& [a, b] : frame.torn) {
        EXPECT_LT((rest[a] - rest[b]).norm(), 1.7 * spacing);
        for (const std::uint32_t c : clusters[frame.id_of(a)]) EXPECT_FALSE(clusters[frame.id_of(b)].contains(c));
    }
    // Every two neighbors that hang together no more are among them.
    const std::set<std::array<std::uint32_t, 2>> torn(frame.torn.begin(), frame.torn.end());
    std::size_t apart = 0, named = 0;
    for (std::uint32_t a = 0; a < rest.size(); ++a)
        for (std::uint32_t b = a + 1; b < rest.size(); ++b) {
            if ((rest[a] - rest[b]).norm() > 1.3 * spacing || frame.fragments[a] == frame.fragments[b]) continue;
            ++apart;
            named += torn.contains({a, b}) ? 1 : 0;
        }
    EXPECT_GT(apart, 20U);
    EXPECT_GE(named, apart * 9 / 10) << "of " << apart << ": the others never shared a cluster";
}

TEST(Fragments, know_what_they_broke_from) {
    Simulation simulation(dropped_block());
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const Frame frame = simulation.snapshot();
    ASSERT_GT(frame.fragment_parents.size(), 1U);
    EXPECT_EQ(frame.fragment_parents[0], 0U);
    for (std::uint32_t f = 1; f < frame.fragment_parents.size(); ++f) EXPECT_LT(frame.fragment_parents[f], f);
    EXPECT_EQ(frame.positions.size(), simulation.bodies()[0].particles) << "frames have no twins";
}

}  // namespace
}  // namespace pliant::testing

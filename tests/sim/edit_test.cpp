// Particles and clusters come and go in mid-run: every array, pin, glue, contact, id and fragment stays right.
#include "core/random.hpp"
#include "run/checkpoint.hpp"
#include "sim/scenes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pliant::testing {
namespace {

/// Everything that knows particles: levels, pins, glue of all kinds, contacts with themselves, each other and
/// obstacles, a rigid and a point-based body; clay that reclusters.
const std::string crowded = R"({
  "time": {"fps": 60, "frames": 60, "substeps": 4},
  "bodies": [
    {"name": "bar", "shape": {"type": "box", "size": [0.9, 0.2, 0.2]}, "sampling": {"particles": 400},
     "clusters": {"count": 16, "levels": 2}, "material": {"stiffness": 12, "damping": 4}, "translate": [0, 0.6, 0],
     "pins": [{"region": {"type": "half_space", "point": [-0.35, 0, 0], "normal": [1, 0, 0]}}]},
    {"name": "stone", "solver": "rigid", "shape": {"type": "sphere", "radius": 0.08}, "sampling": {"particles": 60},
     "translate": [0.2, 0.85, 0]},
    {"name": "clay", "shape": {"type": "box", "size": [0.4, 0.3, 0.3]}, "sampling": {"particles": 300},
     "clusters": {"count": 12}, "material": {"stiffness": 12, "damping": 10, "flow": 40, "yield": 0.02},
     "reclustering": {"max_condition": 1.3, "fade_out": 0.1, "fade_in": 0.05}, "translate": [0.2, 0.2, 0]},
    {"name": "points", "solver": "point_based", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]},
     "sampling": {"particles": 120}, "material": {"young": 2e4}, "translate": [-0.4, 0.15, 0]},
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 120},
     "material": {"stiffness": 12, "damping": 4}, "translate": [0.57, 0.6, 0]}
  ],
  "obstacles": [{"name": "ground", "type": "plane"}],
  "glue": [{"name": "seam", "mode": "hard", "a": "bar", "b": "ball",
            "where": {"type": "half_space", "point": [0.52, 0, 0], "normal": [1, 0, 0]}},
           {"name": "foot", "mode": "soft", "a": "ground", "b": "clay",
            "where": {"type": "half_space", "point": [0, 0.08, 0], "normal": [0, 1, 0]}}]
})";

double total_mass(const SoftBodies& soft) {
    double sum = 0;
    for (const Real m : soft.mass) sum += static_cast<double>(m);
    return sum;
}

/// A few random particles become two, a few are removed. Twins share the memberships at random, so that both keep one
/// of each level.
SoftEdit random_edit(const SoftBodies& soft, Random& random, bool removes) {
    SoftEdit edit;
    std::set<std::uint32_t> chosen;
    for (int k = 0; k < 12; ++k) chosen.insert(random.below(static_cast<std::uint32_t>(soft.particle_count())));
    for (const std::uint32_t i : chosen) {
        if (removes && random.below(3) == 0) {
            edit.removed_particles.push_back(i);
            continue;
        }
        NewParticle twin;
        twin.parent = i;
        twin.share = random.uniform(0.2, 0.8);
        std::map<int, std::vector<std::uint32_t>> by_level;
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k)
            by_level[soft.mode[soft.by_particle.index[k]].level].push_back(k - soft.by_particle.rows[i]);
        twin.sides.assign(soft.by_particle.rows[i + 1] - soft.by_particle.rows[i], MembershipSide::both);
        for (const auto& [level, rows] : by_level) {
            if (rows.size() < 2) continue;
            twin.sides[rows[0]] = MembershipSide::parent;
            twin.sides[rows[1]] = MembershipSide::twin;
            for (std::size_t r = 2; r < rows.size(); ++r)
                twin.sides[rows[r]] = static_cast<MembershipSide>(random.below(3));
        }
        edit.new_particles.push_back(twin);
    }
    return edit;
}

RC_GTEST_PROP(Edits, keep_everything_right_in_any_state, ()) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    Simulation simulation = simulate(crowded, {{"seed", std::to_string(1 + random.below(3))}});
    for (int frame = static_cast<int>(random.below(5)); frame > 0; --frame) simulation.advance_frame();
    for (int round = 0; round < 3; ++round) {
        Simulation::Parts& parts = simulation.parts();
        const SoftBodies before = parts.state.soft;
        const Stats stats = simulation.stats();
        const SoftEdit edit = random_edit(before, random, round == 2);
        StepReport report;
        const SoftMoves moves = parts.backend.edit(edit, report);
        const SoftBodies& soft = parts.state.soft;
        RC_ASSERT(is_consistent(parts.state, parts.model));
        // What stays keeps its id and its motion; ids are used once.
        for (std::size_t i = 0; i < before.particle_count(); ++i) {
            if (moves.particle[i] == no_slot) continue;
            RC_ASSERT(soft.id[moves.particle[i]] == before.id[i]);
            RC_ASSERT(soft.body[moves.particle[i]] == before.body[i]);
            RC_ASSERT(soft.particles[moves.particle[i]].velocity[1] == before.particles[i].velocity[1]);
        }
        RC_ASSERT(std::set<std::uint32_t>(soft.id.begin(), soft.id.end()).size() == soft.particle_count());
        if (edit.removed_particles.empty()) {
            RC_ASSERT(std::abs(total_mass(soft) - total_mass(before)) < 1e-6 * total_mass(before));
            const Stats after = simulation.stats();
            RC_ASSERT((after.momentum - stats.momentum).norm() < 1e-5 * (1 + stats.momentum.norm()));
            RC_ASSERT((after.angular_momentum - stats.angular_momentum).norm() <
                      1e-5 * (1 + stats.angular_momentum.norm()));
        }
        // Twins of pinned particles are pinned with them.
        for (std::size_t k = 0; k < edit.new_particles.size(); ++k) {
            const std::uint32_t parent = soft.id[moves.particle[edit.new_particles[k].parent]];
            const std::uint32_t twin = soft.id[moves.particle[before.particle_count() + k]];
            const std::vector<std::uint32_t>& pinned = parts.state.pins.id;
            RC_ASSERT(std::count(pinned.begin(), pinned.end(), parent) ==
                      std::count(pinned.begin(), pinned.end(), twin));
        }
        const Frame frame = simulation.snapshot();
        RC_ASSERT(frame.ids.size() == frame.positions.size());
        RC_ASSERT(std::set<std::uint32_t>(frame.ids.begin(), frame.ids.end()).size() == frame.ids.size());
        for (int k = 0; k < 2; ++k) simulation.advance_frame();
        RC_ASSERT(is_consistent(simulation.parts().state, simulation.parts().model));
        RC_ASSERT(simulation.stats().momentum.allFinite());
        RC_ASSERT(simulation.stats().max_speed < 30.0);
    }
}

TEST(Edits, go_on_with_the_same_bits_after_a_checkpoint) {
    Random random(5);
    Simulation first = simulate(crowded);
    for (int k = 0; k < 3; ++k) first.advance_frame();
    StepReport report;
    first.parts().backend.edit(random_edit(first.parts().state.soft, random, true), report);
    for (int k = 0; k < 2; ++k) first.advance_frame();
    Simulation second = simulate(crowded);
    load_checkpoint(ChunkFile::parse(checkpoint_bytes(first, {}, 7), "state.pcs", FileKind::checkpoint), 7, second);
    EXPECT_EQ(first.hash(), second.hash());
    for (int k = 0; k < 8; ++k) first.advance_frame(), second.advance_frame();
    EXPECT_EQ(first.hash(), second.hash());
}

TEST(Edits, that_give_both_all_memberships_change_nothing_but_rounding) {
    Simulation one = simulate(free_ball), two = simulate(free_ball);
    SoftEdit edit;
    for (std::uint32_t i = 0; i < 400; i += 7) edit.new_particles.push_back({i, 0.3, {}});
    StepReport report;
    two.parts().backend.edit(edit, report);
    for (int k = 0; k < 10; ++k) one.advance_frame(), two.advance_frame();
    const Frame a = one.snapshot(), b = two.snapshot();
    std::map<std::uint32_t, Vec3> place;
    for (std::size_t i = 0; i < b.positions.size(); ++i) place[b.id_of(i)] = b.positions[i];
    EXPECT_EQ(b.positions.size(), a.positions.size() + edit.new_particles.size());
    for (std::size_t i = 0; i < a.positions.size(); ++i)
        EXPECT_LT((place.at(a.id_of(i)) - a.positions[i]).norm(), 1e-4);
    EXPECT_EQ(two.stats().fragments, 1U);
}

TEST(Edits, that_cut_all_common_memberships_leave_two_fragments_and_two_stay_two) {
    Simulation bar = simulate(R"({"gravity": [0, 0, 0], "bodies": [{"shape": {"type": "box", "size": [1, 0.3, 0.3]},
        "sampling": {"particles": 200}, "clusters": {"count": 2}}]})");
    const SoftBodies& soft = bar.parts().state.soft;
    SoftEdit edit;
    for (std::uint32_t i = 0; i < soft.particle_count(); ++i)
        if (soft.by_particle.rows[i + 1] - soft.by_particle.rows[i] == 2)
            edit.new_particles.push_back({i, 0.5, {MembershipSide::parent, MembershipSide::twin}});
    ASSERT_FALSE(edit.new_particles.empty());
    StepReport report;
    bar.parts().backend.edit(edit, report);
    EXPECT_EQ(bar.stats().fragments, 2U);
    for (int k = 0; k < 30; ++k) bar.advance_frame();
    EXPECT_EQ(bar.stats().fragments, 2U);
}

TEST(Edits, that_remove_a_whole_body_leave_the_others_alone) {
    Simulation simulation = simulate(crowded);
    SoftEdit edit;
    const SlotRange clay = particles_of(simulation.parts().state.soft, 2);
    for (std::uint32_t i = clay.first; i < clay.last; ++i) edit.removed_particles.push_back(i);
    StepReport report;
    simulation.parts().backend.edit(edit, report);
    EXPECT_GT(report.warning(Warning::glue_lost), 0U) << "what held the clay has nothing to hold";
    for (int k = 0; k < 20; ++k) simulation.advance_frame();
    EXPECT_EQ(particles_of(simulation.parts().state.soft, 2).size(), 0U);
    EXPECT_TRUE(is_consistent(simulation.parts().state, simulation.parts().model));
    EXPECT_LT(simulation.stats().max_speed, 10);
    const Frame frame = simulation.snapshot();
    EXPECT_EQ(std::count(frame.bodies.begin(), frame.bodies.end(), 2U), 0);
}

TEST(Edits, are_the_same_on_two_threads) {
    std::uint64_t hash[2];
    for (int threads = 1; threads <= 2; ++threads) {
        BuildOptions options;
        options.threads = threads;
        Simulation simulation(parse_scene(crowded, "crowded"), options);
        Random random(9);
        for (int k = 0; k < 4; ++k) {
            StepReport report;
            simulation.advance_frame();
            simulation.parts().backend.edit(random_edit(simulation.parts().state.soft, random, true), report);
        }
        for (int k = 0; k < 4; ++k) simulation.advance_frame();
        hash[threads - 1] = simulation.hash();
    }
    EXPECT_EQ(hash[0], hash[1]);
}

}  // namespace
}  // namespace pliant::testing

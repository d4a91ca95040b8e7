// A checkpoint is the whole state: a simulation that loads it goes on as the one that wrote it.
#include "run/checkpoint.hpp"
#include "cache/helpers.hpp"
#include "sim/parts.hpp"

#include <cstring>

namespace pliant::testing {
namespace {

constexpr std::uint64_t key = 7;

ChunkFile file_of(const Simulation& simulation, const StepReport& pending = {}) {
    return ChunkFile::parse(checkpoint_bytes(simulation, pending, key), "state.pcs", FileKind::checkpoint);
}

/// The arrays that a part of the state lists, in bytes of the arrays' own objects: all of the part, unless one was
/// forgotten.
template <class Part>
std::size_t bytes_listed(const Part& part) {
    std::size_t bytes = 0;
    for_each_array([&](const ArrayTraits&, const auto&, const auto& array) { bytes += sizeof array; }, part);
    return bytes;
}

TEST(Checkpoints, know_every_array_of_the_state) {
    EXPECT_EQ(bytes_listed(SoftBodies{}), sizeof(SoftBodies));
    EXPECT_EQ(bytes_listed(PointBody{}), sizeof(PointBody));
    EXPECT_EQ(bytes_listed(RigidBodies{}), sizeof(RigidBodies));
    EXPECT_EQ(bytes_listed(GlueState{}), sizeof(GlueState));
    EXPECT_EQ(bytes_listed(PinnedParticles{}), sizeof(PinnedParticles));
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}
template <std::size_t K>
bool same_bytes(const Columns<K>& a, const Columns<K>& b) {
    return a.size() == b.size() && same_bytes(a.data(), b.data());
}

/// Two blocks that flow, lie on each other and are squeezed: clusters are replaced all the time.
Scene plastic_scene(const std::vector<Override>& overrides = {}) {
    return parse_scene(R"({
        "time": {"fps": 60, "frames": 60, "substeps": 4},
        "bodies": [
            {"shape": {"type": "box", "size": [0.8, 0.4, 0.4]}, "sampling": {"particles": 600}, "clusters": {"count": 20},
             "material": {"stiffness": 12, "damping": 20, "strain_limit": 0.5, "flow": 60, "yield": 0.02},
             "reclustering": {"max_condition": 1.6, "fade_out": 0.15, "fade_in": 0.07}, "translate": [0, 0.25, 0]},
            {"shape": {"type": "box", "size": [0.8, 0.4, 0.4]}, "sampling": {"particles": 600}, "clusters": {"count": 20, "levels": 2},
             "material": {"stiffness": 12, "damping": 20, "strain_limit": 0.5, "flow": 60, "yield": 0.02},
             "reclustering": {"max_condition": 1.6, "fade_out": 0.15, "fade_in": 0.07}, "translate": [0.1, 0.7, 0]}
        ],
        "obstacles": [{"type": "plane"}],
        "forces": [{"type": "compress", "strength": 40}]
    })",
                       "plastic", overrides);
}

TEST(Checkpoints, in_the_middle_of_fades_go_on_with_the_same_bits) {
    Simulation first(plastic_scene());
    int tried = 0;
    std::uint64_t added = 0, removed = 0;
    for (int frame = 0; frame < 48; ++frame) {
        const StepReport report = first.advance_frame();
        added += report.clusters_added;
        removed += report.clusters_removed;
        if (first.stats().clusters_fading == 0 || frame % 5 != 0) continue;
        ++tried;
        Simulation second(plastic_scene()), third(plastic_scene());
        load_checkpoint(file_of(first), key, second);
        load_checkpoint(file_of(second), key, third);
        EXPECT_EQ(second.hash(), first.hash());
        for (int more = 0; more < 6; ++more) second.advance_frame(), third.advance_frame();
        EXPECT_EQ(second.hash(), third.hash());
        Simulation unbroken(plastic_scene());
        for (int k = 0; k < frame + 7; ++k) unbroken.advance_frame();
        EXPECT_EQ(second.hash(), unbroken.hash()) << "from frame " << frame + 1;
    }
    EXPECT_GE(tried, 4);
    EXPECT_GT(added, 20U);
    EXPECT_GT(removed, 20U);
}

TEST(PlasticBranches, of_a_run_whose_clusters_were_replaced_take_them_over_with_their_own_material) {
    Simulation source(plastic_scene());
    for (int frame = 0; frame < 30; ++frame) source.advance_frame();
    ASSERT_NE(source.stats().clusters, Simulation(plastic_scene()).stats().clusters);
    Simulation same(plastic_scene()), stiffer(plastic_scene({{"bodies.0.material.stiffness", "20"}}));
    continue_from(source, same);
    continue_from(source, stiffer);
    EXPECT_EQ(same.stats().clusters, source.stats().clusters);
    for (int frame = 0; frame < 5; ++frame) source.advance_frame(), same.advance_frame(), stiffer.advance_frame();
    double apart = 0, moved = 0;
    const Frame a = source.snapshot(), b = same.snapshot(), c = stiffer.snapshot();
    for (std::size_t i = 0; i < a.positions.size(); ++i) {
        apart = std::max(apart, (a.positions[i] - b.positions[i]).norm());
        moved = std::max(moved, (a.positions[i] - c.positions[i]).norm());
    }
    EXPECT_LT(apart, 1e-3) << "the same material: the same to rounding";
    EXPECT_GT(moved, 5 * apart);
    Simulation other(plastic_scene({{"bodies.0.clusters.count", "21"}}));
    EXPECT_THROW(continue_from(source, other), InputError);
}

class EveryScene : public ::testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Checkpoints, EveryScene, ::testing::Range(std::uint64_t{0}, std::uint64_t{30}));

TEST_P(EveryScene, comes_back_with_every_byte_of_its_state_and_its_future) {
    const Scene scene = random_scene(GetParam());
    Simulation first(scene), second(scene);
    StepReport report;
    for (std::uint64_t n = 0; n < GetParam() % 4; ++n) report.add(first.advance_frame());
    const StepReport pending = load_checkpoint(file_of(first, report), key, second);
    EXPECT_EQ(first.parts().state.step, second.parts().state.step);
    for_each_array([](const ArrayTraits& traits, const auto&, const auto& a,
                      const auto& b) { EXPECT_TRUE(same_bytes(a, b)) << traits.name; },
                   first.parts().state.soft, second.parts().state.soft);
    EXPECT_EQ(pending.steps, report.steps);
    EXPECT_EQ(pending.contacts, report.contacts);
    EXPECT_EQ(pending.warnings, report.warnings);
    EXPECT_EQ(pending.max_penetration, report.max_penetration);
    for (int n = 0; n < 2; ++n) {
        first.advance_frame();
        second.advance_frame();
        EXPECT_EQ(first.hash(), second.hash());
    }
}

/// Compiles only while it names every member of RigidBodies: who adds one saves it too, and compares it here.
void expect_same(const RigidBodies& a, const RigidBodies& b) {
    const auto& [motions, shapes, memory] = a;
    EXPECT_TRUE(same_bytes(motions, b.motions));
    EXPECT_TRUE(same_bytes(shapes, b.shapes));
    EXPECT_TRUE(same_bytes(memory, b.memory));
}

Scene rigid_scene(const std::vector<Override>& overrides = {}) {
    return parse_scene(R"({
        "time": {"frames": 30},
        "bodies": [
            {"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"particles": 50}, "translate": [0, 0.21, 0]},
            {"shape": {"type": "box", "size": [0.5, 0.3, 0.5]}, "sampling": {"particles": 100}, "translate": [0, 0.6, 0]},
            {"solver": "rigid", "shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 50}, "translate": [0.1, 1, 0]}],
        "obstacles": [{"type": "plane"}]
    })",
                       "rigid", overrides);
}

TEST(Checkpoints, of_rigid_bodies_come_back_with_the_memory_of_their_contacts) {
    Simulation first(rigid_scene()), second(rigid_scene());
    for (int n = 0; n < 20; ++n) first.advance_frame();
    EXPECT_FALSE(first.parts().state.rigid.memory.empty());
    load_checkpoint(file_of(first), key, second);
    expect_same(first.parts().state.rigid, second.parts().state.rigid);
    for (int n = 0; n < 5; ++n) {
        first.advance_frame();
        second.advance_frame();
        EXPECT_EQ(first.hash(), second.hash());
    }
    Simulation other(rigid_scene({{"bodies.2.shape.radius", "0.21"}}));
    EXPECT_NE(refusal_of([&] { load_checkpoint(file_of(first), key, other); }).find("bodies"), std::string::npos);
}

TEST(RigidBranches, keep_their_velocity_and_spin_under_another_mass) {
    Simulation first(rigid_scene({{"bodies.2.spin", "[0, 90, 0]"}}));
    first.advance_frame();
    Simulation branch(rigid_scene({{"bodies.2.mass", "70"}}));
    continue_from(first, branch);
    const RigidMotion &was = first.parts().state.rigid.motions[1], &is = branch.parts().state.rigid.motions[1];
    EXPECT_EQ(is.velocity, was.velocity);
    EXPECT_LT((spin_of(branch.parts().model.rigid[1], is) - spin_of(first.parts().model.rigid[1], was)).norm(), 1e-9);
    Simulation soft(rigid_scene({{"bodies.2.solver", "shape_matching"}}));
    EXPECT_THROW(continue_from(first, soft), InputError);
}

TEST(Checkpoints, are_refused_by_a_simulation_of_other_bodies_which_stays_as_it_was) {
    Simulation simulation(small_scene());
    simulation.advance_frame();
    const ChunkFile file = file_of(simulation);
    for (const char* change :
         {"bodies.0.sampling.particles=90", "bodies.1.clusters.count=4", "bodies.0.shape.radius=0.21"}) {
        const std::string text = change;
        const std::size_t equals = text.find('=');
        Simulation other(small_scene({{text.substr(0, equals), text.substr(equals + 1)}}));
        const std::uint64_t before = other.hash();
        const std::string said = refusal_of([&] { load_checkpoint(file, key, other); });
        EXPECT_NE(said.find("bodies"), std::string::npos) << change << ": " << said;
        EXPECT_EQ(other.hash(), before);
    }
}

TEST(Checkpoints, of_another_run_are_refused) {
    Simulation simulation(small_scene());
    const ChunkFile file = file_of(simulation);
    EXPECT_NE(refusal_of([&] { load_checkpoint(file, key + 1, simulation); }).find("another run"), std::string::npos);
}

TEST(Checkpoints, whose_indices_lead_outside_are_refused) {
    const auto damage = [](auto change) {
        Simulation good(small_scene()), bad(small_scene());
        SoftBodies& soft = bad.parts().state.soft;
        change(soft);
        EXPECT_FALSE(is_consistent(soft));
        // As if the file had been made with these arrays, with every hash right.
        EXPECT_THROW(load_checkpoint(file_of(bad), key, bad), InputError);
    };
    EXPECT_TRUE(is_consistent(Simulation(small_scene()).parts().state.soft));
    damage([](SoftBodies& soft) { soft.by_cluster.index[3] = static_cast<std::uint32_t>(soft.particle_count()); });
    damage([](SoftBodies& soft) { soft.by_particle.index[3] = static_cast<std::uint32_t>(soft.cluster_count()); });
    damage([](SoftBodies& soft) { soft.by_cluster.rows[1] = 0xffffffff; });
    damage([](SoftBodies& soft) { std::swap(soft.by_particle.rows[1], soft.by_particle.rows[2]); });
    damage([](SoftBodies& soft) { soft.id[0] = soft.id[1]; });
    damage([](SoftBodies& soft) { soft.finest.twin[5] = static_cast<std::uint32_t>(soft.membership_count()); });
    damage([](SoftBodies& soft) { soft.finest.cluster[5] = static_cast<std::uint32_t>(soft.cluster_count()); });
    damage([](SoftBodies& soft) { std::swap(soft.finest.rows[1], soft.finest.rows[2]); });
    damage([](SoftBodies& soft) { soft.mass.pop_back(); });
    damage([](SoftBodies& soft) { soft.center.resize(soft.cluster_count() + 8); });
}

}  // namespace
}  // namespace pliant::testing

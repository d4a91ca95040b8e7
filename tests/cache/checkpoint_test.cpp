// A checkpoint is the whole state: a simulation that loads it goes on as the one that wrote it.
#include "io/checkpoint.hpp"
#include "cache/helpers.hpp"
#include "sim/parts.hpp"

#include <cstring>
#include <tuple>

namespace pliant::testing {
namespace {

constexpr std::uint64_t key = 7;

ChunkFile file_of(const Simulation& simulation, const StepReport& pending = {}) {
    return ChunkFile::parse(checkpoint_bytes(simulation, pending, key), "state.pcs", FileKind::checkpoint);
}

/// Compiles only while for_each_array knows every member of SoftBodies: who adds one comes by here.
constexpr std::size_t arrays_of_soft_bodies(const SoftBodies& soft) {
    const auto& [particles, mass, body, fragment, id, by_cluster, by_particle, finest, cluster_body, mode, rotation,
                 center, plastic, hardened, flow, rest_inverse, rest_missing, cluster_mass, response, full_response] =
        soft;
    const auto& [rows, index, members] = by_cluster;
    const std::size_t of_memberships = std::tuple_size_v<decltype(std::tie(rows, index, members))>;
    const auto& [finest_rows, finest_cluster, finest_twin] = finest;
    const auto single = std::tie(particles, mass, body, fragment, id, finest_rows, finest_cluster, finest_twin,
                                 cluster_body, mode, rotation, center, plastic, hardened, flow, rest_inverse,
                                 rest_missing, cluster_mass, response, full_response);
    static_cast<void>(by_particle);
    return std::tuple_size_v<decltype(single)> + 2 * of_memberships;
}

TEST(Checkpoints, know_every_array_of_the_state) {
    const SoftBodies soft;
    std::size_t count = 0;
    for_each_array([&](const char*, ArrayRole, const auto&) { ++count; }, soft);
    EXPECT_EQ(count, arrays_of_soft_bodies(soft));
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}
template <std::size_t K>
bool same_bytes(const Columns<K>& a, const Columns<K>& b) {
    return a.size() == b.size() && same_bytes(a.data(), b.data());
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
    for_each_array(
        [](const char* name, ArrayRole, const auto& a, const auto& b) { EXPECT_TRUE(same_bytes(a, b)) << name; },
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

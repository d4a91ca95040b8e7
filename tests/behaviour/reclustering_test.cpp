// Reclustering under large plastic flow: what RC17 claims, with numbers, on its own scenes.
#include "behaviour/helpers.hpp"

#include "plasticity/flow.hpp"
#include "reference/recluster.hpp"
#include "sim/parts.hpp"
#include "support/reference_bridge.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

std::vector<Override> with_mode(const char* mode) {
    return {{"bodies.0.reclustering.mode", std::string("\"") + mode + "\""}};
}

/// ½ s Σ m x²: all the work that the squeezing force can do.
double work_of_the_force(const Simulation& beam, double strength) {
    const Frame frame = beam.snapshot();
    const double mass = beam.stats().mass / static_cast<double>(frame.positions.size());
    double sum = 0;
    for (const Vec3& x : frame.positions) sum += 0.5 * strength * mass * x.x() * x.x();
    return sum;
}

TEST(CompressedBeam, has_the_numbers_of_rc17) {
    const Scene scene = load_scene("compressed-beam");
    const Simulation beam = serial(scene);
    EXPECT_NEAR(static_cast<double>(beam.bodies().front().particles), 5317, 0.02 * 5317);
    EXPECT_EQ(beam.bodies().front().clusters, (std::vector<std::size_t>{200}));
    EXPECT_EQ(scene.bodies[0].material.yield.value, 0);
    EXPECT_EQ(scene.forces[0].end, 4);
    EXPECT_EQ(load_scene("compressed-beam-elastic").bodies[0].material.yield.value, 0.1);
    EXPECT_GT(load_scene("compressed-beam-elastic").forces[0].strength, scene.forces[0].strength);
}

/// Without new clusters the beam gets more energy than the force can have given it; with them it never does, for more
/// than three times as long.
TEST(CompressedBeam, is_unstable_without_reclustering_and_bounded_with_it) {
    const double strength = load_scene("compressed-beam").forces[0].strength;
    Simulation without = serial(load_scene("compressed-beam", with_mode("off")));
    const double work = work_of_the_force(without, strength);
    const auto energy = [](const Simulation& s) { return s.stats().kinetic_energy + s.stats().elastic_energy; };
    int unstable = 0;
    double most = 0;
    for (int frame = 1; frame <= 120; ++frame) {
        without.advance_frame();
        most = std::max(most, energy(without));
        if (unstable == 0 && energy(without) > 1.2 * work) unstable = frame;
    }
    measured("without: most energy over the force's work", most / work);
    measured("without: frame at which it is unstable", unstable);
    ASSERT_GT(unstable, 0);
    EXPECT_GT(most, 2 * work);

    Simulation with = serial(load_scene("compressed-beam"));
    double bounded = 0, stretch = 0;
    std::size_t inverted = 0;
    std::uint64_t added = 0, removed = 0;
    for (int frame = 1; frame <= 300; ++frame) {
        const StepReport report = with.advance_frame();
        added += report.clusters_added;
        removed += report.clusters_removed;
        inverted += report.warning(Warning::inverted_cluster);
        bounded = std::max(bounded, energy(with));
        stretch = std::max(stretch, with.stats().max_stretch);
        ASSERT_LT(with.stats().weight_error, 1e-6);
    }
    measured("with: most energy over the force's work", bounded / work);
    measured("with: largest stretch", stretch);
    measured("with: clusters added", static_cast<double>(added));
    measured("with: clusters removed", static_cast<double>(removed));
    EXPECT_GE(300, 3 * unstable);
    EXPECT_LT(bounded, 0.6 * work);
    EXPECT_LT(stretch, 2.5);
    EXPECT_EQ(inverted, 0U);
    EXPECT_GT(added, 50U);
    EXPECT_EQ(with.stats().mass, without.stats().mass) << "to the bit: particles are neither added nor removed";
}

TEST(Reclustering, gives_the_same_bits_at_any_number_of_threads) {
    const std::vector<Override> large = {
        {"bodies.0.sampling.particles", "21000"}, {"bodies.0.clusters.count", "500"}, {"forces.0.strength", "30"}};
    std::uint64_t hash = 0;
    for (const int threads : {1, 2, 5}) {
        Simulation beam(load_scene("compressed-beam", large),
                        {.threads = threads, .instruction_set = {}, .progress = {}});
        const RunResult result = run_frames(beam, 24);
        EXPECT_GT(result.report.clusters_added, 20U);
        if (threads == 1) hash = beam.hash();
        EXPECT_EQ(beam.hash(), hash) << threads << " threads";
    }
}

/// The same force with some elasticity: new clusters made in world space take elastic strain for rest.
TEST(CompressedBeamElastic, moves_less_after_release_when_embedded) {
    const auto after_release = [](const char* mode) {
        Simulation beam = serial(load_scene("compressed-beam-elastic", with_mode(mode)));
        run_frames(beam, 240);
        double mean = 0;
        run_frames(beam, 60, [&](const Simulation& s) { mean += s.stats().kinetic_energy / 60; });
        measured(std::string(mode) + ": kinetic energy in the second after release, J", mean);
        measured(std::string(mode) + ": length across, m", beam.stats().bbox.size().y());
        return mean;
    };
    const double embedded = after_release("embedded"), world = after_release("world");
    EXPECT_LT(embedded, 0.5 * world);
}

/// The wrung and released beam, with clusters old and new: what of the elastic energy is left by the nonlinear
/// embedding, and with rotations left out (RC17 section 3.2.2).
TEST(TwistedBeam, nonlinear_embedding_beats_the_linearised_one) {
    Simulation beam = serial(load_scene("twisted-beam"));
    const RunResult result = run_frames(beam, beam.frame_count());
    measured("clusters added", static_cast<double>(result.report.clusters_added));
    measured("most sweeps", static_cast<double>(result.report.embedding_sweeps));
    measured("largest residual over the radius", result.report.embedding_residual);
    ASSERT_GT(result.report.clusters_added, 20U);
    EXPECT_LE(result.report.embedding_sweeps, 20U);
    EXPECT_EQ(result.report.warning(Warning::inverted_cluster), 0U);

    StepInput input;
    input.dt = static_cast<Real>(beam.dt());
    const reference::Body body = to_reference(beam.parts().state.soft, input, 0);
    std::vector<int> all;
    for (std::size_t c = 0; c < body.clusters.size(); ++c) all.push_back(static_cast<int>(c));
    const double nonlinear = reference::embed(body, all, 20).energy, few = reference::embed(body, all, 3).energy;
    const double linear = reference::embed_linear(body, all, std::vector<Mat3>(all.size(), Mat3::Identity())).energy;
    measured("linearised energy over nonlinear", linear / nonlinear);
    measured("energy after three sweeps over that after twenty", few / nonlinear);
    EXPECT_GT(linear, 10 * nonlinear);
    EXPECT_LT(few, 1.1 * nonlinear) << "few sweeps suffice";
}

}  // namespace
}  // namespace pliant::testing

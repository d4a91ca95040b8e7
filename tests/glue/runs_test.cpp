// Glue in runs that are stopped, resumed and branched, and in bodies whose clusters are replaced.
#include "glue/scenes.hpp"
#include "run/checkpoint.hpp"

#include <pliant/output.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

constexpr std::uint64_t key = 7;

ChunkFile file_of(const Simulation& simulation) {
    return ChunkFile::parse(checkpoint_bytes(simulation, {}, key), "state.pcs", FileKind::checkpoint);
}

/// Breaks in the middle of the run.
const std::vector<Override> breaking = {{"glue.0.break_force", "400"}};

TEST(GlueRuns, go_on_from_a_checkpoint_bit_for_bit) {
    for (const std::vector<Override>& overrides :
         {std::vector<Override>{}, std::vector<Override>{{"glue.0.mode", "soft"}}, breaking}) {
        Simulation whole = simulate(bar_and_ball, overrides);
        run(whole, 10);
        const ChunkFile file = file_of(whole);
        Simulation resumed = simulate(bar_and_ball, overrides, 2);
        load_checkpoint(file, key, resumed);
        EXPECT_EQ(resumed.hash(), whole.hash());
        run(whole, 15);
        run(resumed, 15);
        EXPECT_EQ(resumed.hash(), whole.hash());
        EXPECT_EQ(resumed.stats().glue[0].forces, whole.stats().glue[0].forces);
    }
}

TEST(GlueRuns, remember_what_broke) {
    Simulation whole = simulate(bar_and_ball, {{"glue.0.break_force", "5"}});
    run(whole, 20);
    ASSERT_EQ(whole.stats().glue[0].holding, 0U);
    Simulation resumed = simulate(bar_and_ball, {{"glue.0.break_force", "5"}});
    load_checkpoint(file_of(whole), key, resumed);
    EXPECT_EQ(resumed.stats().glue[0].holding, 0U);
    EXPECT_TRUE(resumed.parts().scratch.apart.empty()) << "they collide again";
}

TEST(GlueRuns, branch_with_other_glue_parameters) {
    Simulation source = simulate(bar_and_ball);
    run(source, 10);
    Simulation branch = simulate(bar_and_ball, {{"glue.0.release", "0.2"}});
    continue_from(source, branch);
    EXPECT_EQ(branch.frame(), 10);
    EXPECT_LT(largest_gap(branch), 1e-4);
    EXPECT_EQ(run(branch, 5).glue_released, source.stats().glue[0].holding);
}

TEST(GlueRuns, hold_through_reclustering) {
    Simulation simulation = simulate(R"({
      "time": {"fps": 60, "frames": 60, "substeps": 4}, "gravity": [0, 0, 0],
      "bodies": [
        {"name": "clay", "shape": {"type": "box", "size": [0.8, 0.4, 0.4]}, "sampling": {"particles": 600}, "clusters": {"count": 20},
         "material": {"stiffness": 12, "damping": 20, "strain_limit": 0.5, "flow": 60, "yield": 0.02},
         "reclustering": {"max_condition": 1.6, "fade_out": 0.15, "fade_in": 0.07}},
        {"name": "bead", "shape": {"type": "sphere", "radius": 0.08}, "sampling": {"particles": 40}, "translate": [0, 0.32, 0],
         "collides": false},
        {"name": "lid", "shape": {"type": "box", "size": [0.3, 0.1, 0.3]}, "sampling": {"particles": 60}, "translate": [0, -0.3, 0],
         "collides": false}
      ],
      "forces": [{"type": "compress", "strength": 60, "axis": [1, 0, 0], "bodies": ["clay"]}],
      "glue": [{"mode": "hard", "a": "clay", "b": "bead", "where": {"type": "half_space", "point": [0, 0.28, 0], "normal": [0, 1, 0]}},
               {"mode": "soft", "a": "lid", "b": "clay", "where": {"type": "half_space", "point": [0, -0.17, 0], "normal": [0, 1, 0]}}]
    })");
    const StepReport report = run(simulation, 60);
    EXPECT_GT(report.clusters_removed, 5U) << "clusters were replaced under the glue";
    EXPECT_EQ(report.warning(Warning::glue_changed), 0U) << "its particles are the same";
    const Stats stats = simulation.stats();
    EXPECT_EQ(stats.glue[0].holding, stats.glue[0].forces.size());
    EXPECT_LT(stats.max_speed, 3);
    EXPECT_LT(largest_gap(simulation), 0.02);
}

}  // namespace
}  // namespace pliant::testing

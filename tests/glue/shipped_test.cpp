// The scenes of glue that people see.
#include "glue/scenes.hpp"
#include "run/checkpoint.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

Simulation shipped(const char* name) {
    BuildOptions options;
    options.threads = 1;
    return Simulation(load_scene(name), options);
}

std::size_t holding(const Stats& stats) {
    std::size_t sum = 0;
    for (const GlueStats& glue : stats.glue) sum += glue.holding;
    return sum;
}

/// Per entry of the scene's glue, by its name.
const GlueStats& entry(const Simulation& simulation, const Stats& stats, const std::string& name) {
    for (std::size_t k = 0; k < stats.glue.size(); ++k)
        if (simulation.glue()[k].name == name) return stats.glue[k];
    ADD_FAILURE() << "no glue named " << name;
    return stats.glue.front();
}

TEST(GlueScenes, branches_hold_their_shape) {
    Simulation tree = shipped("branches");
    ASSERT_EQ(tree.bodies().size(), 22U) << "a trunk, eight branches, twelve twigs, an ornament";
    const double top = tree.stats().bbox.upper.y(), width = tree.stats().bbox.size().x();
    const std::size_t held = holding(tree.stats());
    const StepReport report = run(tree, 40);
    const Stats stats = tree.stats();
    EXPECT_EQ(holding(stats), held);
    EXPECT_EQ(report.warning(Warning::glue_collapsed) + report.warning(Warning::glue_lost), 0U);
    EXPECT_NEAR(stats.bbox.upper.y(), top, 0.05);
    EXPECT_NEAR(stats.bbox.size().x(), width, 0.1 * width) << "no branch hangs down";
    EXPECT_LT(largest_gap(tree), 0.002);
}

TEST(GlueScenes, two_buttons_of_the_shirt_open_at_their_time_and_the_others_stay_closed) {
    Simulation shirt = shipped("shirt-front");
    EXPECT_EQ(run(shirt, 60).glue_released, 0U);
    EXPECT_GT(run(shirt, 20).glue_released, 1U);
    const Stats stats = shirt.stats();
    for (const char* open : {"hole-1", "hole-2"}) EXPECT_EQ(entry(shirt, stats, open).holding, 0U) << open;
    for (const char* closed : {"hole-3", "hole-4", "hole-5", "seam", "thread-1"})
        EXPECT_GT(entry(shirt, stats, closed).holding, 0U) << closed;
}

TEST(GlueScenes, branches_are_let_go_and_broken_off) {
    Simulation tree = shipped("breaking-branches");
    const StepReport report = run(tree, 45);
    EXPECT_EQ(report.glue_released, 2U);
    EXPECT_GT(report.glue_broken, 0U);
    const Stats stats = tree.stats();
    for (const char* loose : {"fork-3", "fork-6"}) EXPECT_EQ(entry(tree, stats, loose).holding, 0U) << loose;
    EXPECT_EQ(entry(tree, stats, "fork-1").holding, 1U) << "the boulder does not come near it";
    EXPECT_TRUE(std::isfinite(stats.kinetic_energy));
}

TEST(GlueScenes, the_mobile_hangs_together) {
    Simulation mobile = shipped("mobile");
    run(mobile, 150);
    const Stats stats = mobile.stats();
    EXPECT_EQ(holding(stats), stats.glue.size());
    EXPECT_LT(largest_gap(mobile), 0.005);
    EXPECT_LT(stats.max_speed, 4);
    // The hook carries everything.
    EXPECT_NEAR(entry(mobile, stats, "hook").force / (9.81 * stats.mass), 1, 0.5);
}

TEST(GlueScenes, go_on_from_a_checkpoint_bit_for_bit_at_any_number_of_threads) {
    // Branches are let go after half a second, buttons after a whole one.
    const std::vector<std::pair<const char*, int>> scenes = {
        {"branches", 4}, {"shirt-front", 57}, {"breaking-branches", 27}, {"mobile", 20}};
    for (const auto& [name, frames] : scenes) {
        Simulation whole = shipped(name);
        run(whole, frames);
        const ChunkFile file = ChunkFile::parse(checkpoint_bytes(whole, {}, 7), "state.pcs", FileKind::checkpoint);
        run(whole, 6);
        for (const int threads : {1, 3}) {
            BuildOptions options;
            options.threads = threads;
            Simulation resumed(load_scene(name), options);
            load_checkpoint(file, 7, resumed);
            run(resumed, 6);
            EXPECT_EQ(resumed.hash(), whole.hash()) << name << ", " << threads << " threads";
        }
    }
}

}  // namespace
}  // namespace pliant::testing

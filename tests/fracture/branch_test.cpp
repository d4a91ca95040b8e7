// A branch goes on from before and from after a break: to the same bits when nothing is changed.
#include "fracture/helpers.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <cmath>

namespace pliant::testing {
namespace {

void expect_the_same_from(const Scene& scene, std::initializer_list<int> frames) {
    std::vector<std::uint64_t> hashes;
    std::vector<std::size_t> pieces;
    Simulation whole(scene);
    while (whole.frame() < whole.frame_count()) {
        hashes.push_back(whole.hash());
        pieces.push_back(whole.stats().fragments);
        whole.advance_frame();
    }
    EXPECT_EQ(pieces[static_cast<std::size_t>(*frames.begin())], 1U);
    EXPECT_GT(pieces[static_cast<std::size_t>(*(frames.end() - 1))], 1U);
    for (const int frame : frames) {
        Simulation past(scene), branch(scene);
        while (past.frame() < frame) past.advance_frame();
        continue_from(past, branch);
        EXPECT_EQ(branch.hash(), hashes[static_cast<std::size_t>(frame)]) << "frame " << frame;
        while (branch.frame() < branch.frame_count()) branch.advance_frame();
        EXPECT_EQ(branch.hash(), whole.hash()) << "from frame " << frame;
    }
}

TEST(BranchesOfBroken, repeat_the_run_from_before_and_after_a_split) {
    expect_the_same_from(dropped_block(), {1, 8, 30});
    expect_the_same_from(pulled_bar(), {10, 40, 70});
    expect_the_same_from(dropped_block({{"bodies.0.fracture", R"({"cells": 6, "only_scores": true})"}}), {1, 35});
}

TEST(BranchesOfBroken, take_changed_parameters) {
    Simulation past(pulled_bar());
    while (past.frame() < 70) past.advance_frame();
    ASSERT_EQ(past.stats().fragments, 2U);
    ASSERT_GT(past.stats().duplicates, 0U);
    Simulation heavy(pulled_bar({{"bodies.0.material.density", "2000"}, {"bodies.0.material.damping", "20"}}));
    const double mass = heavy.stats().mass;
    continue_from(past, heavy);
    EXPECT_NEAR(heavy.stats().mass / mass, 1, 1e-6);
    EXPECT_EQ(heavy.stats().fragments, 2U);
    Simulation loose(pulled_bar({{"bodies.0.pins.1.release", "0"}}));
    continue_from(past, loose);
    const auto momentum = [](Simulation& simulation) {
        while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
        EXPECT_LT(simulation.stats().weight_error, 1e-5);
        EXPECT_TRUE(std::isfinite(simulation.stats().kinetic_energy));
        return simulation.stats().fragments;
    };
    EXPECT_GE(momentum(heavy), 2U);
    EXPECT_GE(momentum(loose), 2U);
}

TEST(BranchesOfBroken, refuse_other_bodies) {
    Simulation past(pulled_bar());
    while (past.frame() < 70) past.advance_frame();
    Simulation other(pulled_bar({{"bodies.0.sampling.particles", "800"}}));
    EXPECT_THROW(continue_from(past, other), InputError);
}

}  // namespace
}  // namespace pliant::testing

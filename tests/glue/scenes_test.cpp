// Glue in scenes: what holds, what lets go, what is kept and what is reported.
#include "glue/scenes.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace pliant::testing {
namespace {

constexpr double rounding = static_cast<double>(std::numeric_limits<Real>::epsilon());

TEST(Glue, hard_bound_particles_stay_where_the_frame_is) {
    Simulation simulation = simulate(bar_and_ball);
    ASSERT_GT(simulation.stats().glue[0].holding, 3U);
    for (int frame = 0; frame < 60; ++frame) {
        simulation.advance_frame();
        ASSERT_LT(largest_gap(simulation), 20 * rounding) << "frame " << frame;
    }
    EXPECT_LT(simulation.stats().bbox.lower.y(), -0.14) << "it sags under the ball's weight";
}

TEST(Glue, chooses_fewer_than_ten_parents_and_says_so) {
    const Simulation simulation = simulate(bar_and_ball);
    ASSERT_EQ(simulation.glue().size(), 1U);
    const GlueSummary& summary = simulation.glue()[0];
    EXPECT_EQ(summary.name, "seam");
    EXPECT_GE(summary.fewest_parents, 4U);
    EXPECT_LT(summary.most_parents, 10U);
    EXPECT_GE(summary.conditioning, 0.15);
    EXPECT_TRUE(summary.notes.empty());
}

/// Over 1,000 steps, relative to the bodies' own motion.
void expect_momentum_kept(const std::vector<Override>& overrides) {
    Simulation simulation = simulate(free_pair, overrides);
    const Stats before = simulation.stats();
    run(simulation, 250);
    const Stats after = simulation.stats();
    const double linear = (after.momentum - before.momentum).norm() / before.momentum.norm();
    const double angular = (after.angular_momentum - before.angular_momentum).norm() / before.angular_momentum.norm();
    std::printf("after 1,000 steps: momentum %.1e, angular momentum %.1e\n", linear, angular);
    EXPECT_LT(linear, std::max(300 * rounding, 1e-11));
    EXPECT_LT(angular, std::max(1000 * rounding, 1e-11));
    EXPECT_TRUE(std::isfinite(after.kinetic_energy));
    EXPECT_LE(after.kinetic_energy, before.kinetic_energy);
}
TEST(Glue, hard_glue_keeps_momentum_over_a_thousand_steps) { expect_momentum_kept({}); }
TEST(Glue, soft_glue_keeps_momentum_over_a_thousand_steps) { expect_momentum_kept({{"glue.0.mode", "soft"}}); }
TEST(Glue, joints_keep_momentum_over_a_thousand_steps) { expect_momentum_kept({{"glue.0.mode", "joint"}}); }
TEST(Glue, welded_joints_keep_momentum_over_a_thousand_steps) {
    expect_momentum_kept({{"glue.0.mode", "joint"}, {"glue.0.kind", "welded"}});
}
TEST(Glue, glue_to_a_rigid_body_keeps_momentum_over_a_thousand_steps) {
    expect_momentum_kept({{"bodies.1.solver", "rigid"}});
    expect_momentum_kept({{"bodies.0.solver", "rigid"}});
}

TEST(Glue, soft_glue_of_any_stiffness_is_stable_and_holds_better_the_stiffer_it_is) {
    Simulation hard = simulate(bar_and_ball);
    run(hard, 60);
    double last = 1;
    for (const char* stiffness : {"5", "50", "5000", "1e6"}) {
        Simulation simulation = simulate(bar_and_ball, {{"glue.0.mode", "soft"}, {"glue.0.stiffness", stiffness}});
        run(simulation, 60);
        const double gap = largest_gap(simulation);
        EXPECT_LT(gap, std::max(0.5 * last, 3e-3)) << stiffness << ": down to what the step resolves";
        EXPECT_LT(simulation.stats().kinetic_energy, 2 * hard.stats().kinetic_energy + 1);
        last = gap;
    }
}

TEST(Glue, reports_the_force_that_it_holds_with) {
    for (const char* mode : {"hard", "soft", "joint"}) {
        Simulation simulation = simulate(R"({
          "time": {"fps": 60, "frames": 400, "substeps": 8},
          "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 200},
                      "material": {"stiffness": 12, "damping": 6}, "translate": [0, -0.3, 0]}],
          "obstacles": [{"type": "sphere", "name": "hook", "radius": 0.05}],
          "glue": [{"name": "hang", "mode": "hard", "a": "hook", "b": "ball",
                    "where": {"type": "half_space", "point": [0, -0.15, 0], "normal": [0, -1, 0]}}]
        })",
                                         {{"glue.0.mode", mode}});
        run(simulation, 400);
        const Stats stats = simulation.stats();
        ASSERT_EQ(stats.glue.size(), 1U);
        ASSERT_EQ(stats.glue[0].forces.size(), simulation.glue()[0].bindings);
        // The sum of sizes is the weight, and what bindings hold against each other.
        EXPECT_GT(stats.glue[0].force / (9.81 * stats.mass), 0.99) << mode;
        EXPECT_LT(stats.glue[0].force / (9.81 * stats.mass), 1.5) << mode;
        if (std::string(mode) == "joint") {
            EXPECT_NEAR(stats.glue[0].force / (9.81 * stats.mass), 1, 0.02);
        }
    }
}

TEST(Glue, lets_go_at_its_release_and_only_then) {
    Simulation simulation = simulate(bar_and_ball, {{"glue.0.release", "0.25"}});
    const StepReport before = run(simulation, 15);
    EXPECT_EQ(before.glue_released, 0U);
    const std::size_t held = simulation.stats().glue[0].holding;
    const double height = simulation.stats().bbox.lower.y();
    const StepReport after = run(simulation, 30);
    EXPECT_EQ(after.glue_released, held);
    EXPECT_EQ(simulation.stats().glue[0].holding, 0U);
    EXPECT_EQ(simulation.stats().glue[0].force, 0);
    EXPECT_LT(simulation.stats().bbox.lower.y(), height - 0.8) << "the ball falls freely for half a second";
}

TEST(Glue, breaks_above_its_force_and_holds_below) {
    Simulation strong = simulate(bar_and_ball, {{"glue.0.break_force", "1e5"}});
    EXPECT_EQ(run(strong, 30).glue_broken, 0U);
    Simulation weak = simulate(bar_and_ball, {{"glue.0.break_force", "5"}});
    const std::size_t held = weak.stats().glue[0].holding;
    EXPECT_EQ(run(weak, 30).glue_broken, held);
}

TEST(Glue, stiffness_follows_its_keys) {
    Simulation simulation = simulate(bar_and_ball, {{"bodies.0.pins.0.region.point", "[9, 0, 0]"},
                                                    {"glue.0.mode", "soft"},
                                                    {"glue.0.keys", R"([{"time": 0, "stiffness": 0},
                                                      {"time": 0.2, "stiffness": 0}, {"time": 0.4, "stiffness": 40}])"}});
    run(simulation, 12);
    const double open = largest_gap(simulation);
    EXPECT_GT(open, 0.1) << "it does not hold yet: the ball has fallen";
    EXPECT_EQ(simulation.stats().glue[0].force, 0);
    run(simulation, 90);
    EXPECT_LT(largest_gap(simulation), 0.2 * open) << "it has pulled the ball back";
}

TEST(Glue, glued_bodies_do_not_collide_with_each_other_until_it_lets_go) {
    // The ball starts half inside of the bar.
    const std::vector<Override> inside = {
        {"bodies.1.translate", "[0.45, 0.1, 0]"},
        {"gravity", "[0, 0, 0]"},
        {"glue.0.where", R"({"type": "sphere", "radius": 0.08, "translate": [0.45, 0.1, 0]})"}};
    Simulation simulation = simulate(bar_and_ball, inside);
    const StepReport report = run(simulation, 20);
    EXPECT_EQ(report.contacts, 0U);
    EXPECT_LT(simulation.stats().max_speed, 1e-3) << "nothing pushes them";
    std::vector<Override> colliding = inside;
    colliding.emplace_back("glue.0.collides", "true");
    Simulation pushed = simulate(bar_and_ball, colliding);
    EXPECT_GT(run(pushed, 20).contacts, 0U);
}

/// Three boxes in a row, each hard bound to the one before.
const std::string chain = R"({
  "time": {"fps": 60, "frames": 60, "substeps": 8},
  "bodies": [
    {"name": "first", "shape": {"type": "box", "size": [0.3, 0.2, 0.2]}, "sampling": {"particles": 120},
     "material": {"stiffness": 20}, "pins": [{"region": {"type": "half_space", "point": [-0.1, 0, 0], "normal": [1, 0, 0]}}]},
    {"name": "second", "shape": {"type": "box", "size": [0.1, 0.2, 0.2]}, "sampling": {"particles": 60},
     "material": {"stiffness": 20}, "translate": [0.22, 0, 0]},
    {"name": "third", "shape": {"type": "box", "size": [0.3, 0.2, 0.2]}, "sampling": {"particles": 120},
     "material": {"stiffness": 20}, "translate": [0.44, 0, 0]}
  ],
  "glue": [
    {"name": "later", "mode": "hard", "a": "second", "b": "third", "where": {"type": "half_space", "point": [0.34, 0, 0], "normal": [1, 0, 0]}},
    {"name": "earlier", "mode": "hard", "a": "first", "b": "second", "where": {"type": "half_space", "point": [0.24, 0, 0], "normal": [1, 0, 0]}}
  ]
})";

TEST(Glue, between_two_things_that_nothing_moves_does_nothing) {
    for (const char* mode : {"hard", "soft", "joint"}) {
        Simulation simulation = simulate(R"({
          "time": {"fps": 60, "frames": 5},
          "bodies": [{"name": "crank", "solver": "rigid", "shape": {"type": "box"}, "sampling": {"particles": 30},
                      "motion": {"keys": [{"time": 0}, {"time": 1, "angle": 90}]}},
                     {"name": "ball", "shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 60}, "translate": [1, 0, 0]}],
          "obstacles": [{"type": "sphere", "name": "hook", "radius": 0.1, "translate": [0, 2, 0]}],
          "glue": [{"mode": "hard", "a": "hook", "b": "crank", "particles": [0, 1]},
                   {"mode": "hard", "a": "crank", "b": "ball", "particles": [0, 1, 2]}]
        })",
                                         {{"glue.0.mode", mode}});
        run(simulation, 5);
        EXPECT_TRUE(std::isfinite(simulation.stats().kinetic_energy)) << mode;
        EXPECT_LT(simulation.stats().max_speed, 10) << mode;
    }
}

TEST(Glue, chains_are_solved_from_their_root_whatever_the_order_in_the_scene) {
    Simulation simulation = simulate(chain);
    const GlueState& glue = simulation.parts().state.glue;
    EXPECT_EQ(glue.links.front().glue, 1U) << "the binding to the first body comes first";
    run(simulation, 60);
    EXPECT_LT(largest_gap(simulation), 20 * rounding);
}

TEST(Glue, circles_of_hard_glue_are_refused_by_name) {
    const std::vector<Override> circle = {
        {"glue.1.a", "third"},
        {"glue.1.where", R"({"type": "half_space", "point": [9, 0, 0], "normal": [1, 0, 0]})"},
        {"glue.0.where", R"({"type": "half_space", "point": [9, 0, 0], "normal": [1, 0, 0]})"}};
    try {
        simulate(chain, circle);
        FAIL() << "it was built";
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().what.find("circle"), std::string::npos);
        EXPECT_NE(error.problem().value.find("later"), std::string::npos);
        EXPECT_NE(error.problem().value.find("earlier"), std::string::npos);
    }
    std::vector<Override> softer = circle;
    softer.emplace_back("glue.1.mode", "soft");
    Simulation simulation = simulate(chain, softer);
    run(simulation, 10);
    EXPECT_TRUE(std::isfinite(simulation.stats().kinetic_energy));
}

TEST(Glue, one_particle_may_have_several_bindings) {
    Simulation simulation = simulate(R"({
      "time": {"fps": 60, "frames": 60, "substeps": 8},
      "bodies": [
        {"name": "left", "shape": {"type": "box", "size": [0.3, 0.2, 0.2]}, "sampling": {"particles": 150}, "translate": [-0.3, 0, 0],
         "pins": [{"region": {"type": "half_space", "point": [-0.1, 0, 0], "normal": [1, 0, 0]}}]},
        {"name": "right", "shape": {"type": "box", "size": [0.3, 0.2, 0.2]}, "sampling": {"particles": 150}, "translate": [0.3, 0, 0],
         "pins": [{"region": {"type": "half_space", "point": [0.1, 0, 0], "normal": [-1, 0, 0]}}]},
        {"name": "between", "shape": {"type": "sphere", "radius": 0.08}, "sampling": {"particles": 60}}
      ],
      "glue": [
        {"mode": "hard", "a": "left", "b": "between", "particles": [0, 7, 9]},
        {"mode": "hard", "a": "right", "b": "between", "particles": [0, 8, 11]}
      ]
    })");
    EXPECT_EQ(simulation.parts().scratch.glue.placed.bindings.size(), 4U)
        << "the one with two holders is placed by neither";
    run(simulation, 60);
    EXPECT_LT(largest_gap(simulation), 2e-3);
    EXPECT_GT(simulation.stats().bbox.lower.y(), -0.3);
}

TEST(Glue, is_the_same_for_any_number_of_threads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3, 8}) {
        Simulation simulation = simulate(bar_and_ball, {{"bodies.0.sampling.particles", "6000"}}, threads);
        run(simulation, 5);
        hashes.push_back(simulation.hash());
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front());
}

/// A light point at the tip of a bar; the bar's frequency with it over the one without.
double frequency_ratio(const std::vector<Override>& glue) {
    const auto frequency = [&](const std::vector<Override>& overrides) {
        Simulation simulation = simulate(R"({
          "time": {"fps": 240, "frames": 720, "substeps": 4}, "gravity": [0, 0, 0],
          "bodies": [
            {"name": "bar", "shape": {"type": "box", "size": [1, 0.15, 0.15]}, "sampling": {"particles": 600},
             "clusters": {"count": 8},
             "material": {"stiffness": 100, "damping": 0, "strain_sweeps": 0}, "collides": false,
             "pins": [{"region": {"type": "half_space", "point": [-0.4, 0, 0], "normal": [1, 0, 0]}}]},
            {"name": "point", "solver": "rigid", "shape": {"type": "sphere", "radius": 0.02}, "sampling": {"particles": 20},
             "mass": 0.01, "translate": [0.45, 0.2, 0], "collides": false}
          ],
          "forces": [{"type": "uniform", "vector": [0, 5, 0], "end": 0.05, "bodies": ["bar"]}],
          "glue": [{"mode": "hard", "a": "bar", "b": "point", "where": {"type": "sphere", "radius": 0.03, "translate": [0.45, 0.2, 0]}}]
        })",
                                         overrides);
        std::size_t tip = 0;
        const Frame start = simulation.snapshot();
        for (std::size_t i = 0; i < start.positions.size(); ++i)
            if (start.bodies[i] == 0 && start.positions[i].x() > start.positions[tip].x()) tip = i;
        std::vector<double> crossings;
        double last = 0, mean = start.positions[tip].y();
        for (int frame = 0; frame < 720; ++frame) {
            simulation.advance_frame();
            const double y = simulation.snapshot().positions[tip].y() - mean;
            if (frame > 24 && last < 0 && y >= 0) crossings.push_back(frame - y / (y - last));
            last = y;
        }
        EXPECT_GT(crossings.size(), 3U);
        if (crossings.size() < 2) return 0.0;
        return 240 * static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front());
    };
    return frequency(glue) / frequency({{"glue.0.release", "0"}});
}

TEST(Glue, a_light_point_leaves_the_frequency_of_a_bar_as_it_was) {
    for (const char* mode : {"hard", "soft", "joint"}) {
        const double ratio = frequency_ratio({{"glue.0.mode", mode}});
        std::printf("frequency with the point over that without, %s: %.5f\n", mode, ratio);
        EXPECT_NEAR(ratio, 1, 0.02) << mode;
    }
}

}  // namespace
}  // namespace pliant::testing

// Glue on bodies whose particles are split and merged while it holds.
#include "glue/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

/// A block that flows under a weight, between a plate it is glued on and a bead that is glued on it.
const std::string flowing = R"({
  "time": {"fps": 60, "frames": 20, "substeps": 4},
  "bodies": [
    {"name": "plate", "solver": "rigid", "shape": {"type": "box", "size": [0.6, 0.1, 0.6]}, "sampling": {"particles": 100},
     "motion": {"keys": [{"time": 0}]}, "translate": [0, 0.4, 0], "collides": false},
    {"name": "block", "solver": "point_based", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]},
     "sampling": {"method": "grid", "spacing": 0.05}, "translate": [0, 0.1, 0], "collides": false,
     "material": {"young": 2e4, "viscosity": 200, "yield_stress": 50, "flow": 10},
     "point_based": {"split": 0, "merge": 1e6, "crowded": 1e6}},
    {"name": "bead", "shape": {"type": "sphere", "radius": 0.08}, "sampling": {"particles": 60}, "translate": [0, -0.2, 0],
     "collides": false}
  ],
  "glue": [
    {"name": "top", "mode": "hard", "a": "plate", "b": "block", "where": {"type": "half_space", "point": [0, 0.24, 0], "normal": [0, -1, 0]}},
    {"name": "bottom", "mode": "hard", "a": "block", "b": "bead", "parents": 200, "where": {"type": "half_space", "point": [0, -0.16, 0], "normal": [0, -1, 0]}}
  ]
})";

void expect_to_hold(const std::vector<Override>& overrides, bool splits) {
    Simulation simulation = simulate(flowing, overrides);
    const StepReport report = run(simulation, 20);
    EXPECT_GT(splits ? report.splits : report.merges, 0U);
    EXPECT_GT(report.warning(Warning::glue_changed), 0U);
    EXPECT_EQ(report.warning(Warning::glue_lost), 0U) << "each has a successor";
    const Stats stats = simulation.stats();
    for (const GlueStats& glue : stats.glue) EXPECT_EQ(glue.holding, glue.forces.size());
    EXPECT_TRUE(std::isfinite(stats.kinetic_energy));
    EXPECT_LT(stats.max_speed, 5) << "nothing is thrown away";
    EXPECT_LT(largest_gap(simulation), 0.01);
    // The same again on more threads.
    Simulation again = simulate(flowing, overrides, 3);
    run(again, 20);
    EXPECT_EQ(again.hash(), simulation.hash());
}

TEST(GlueResampling, holds_while_particles_are_split) {
    expect_to_hold({{"bodies.1.point_based.split", "1.05"}}, true);
}
TEST(GlueResampling, holds_while_particles_are_merged) {
    expect_to_hold({{"bodies.1.point_based.merge", "0.9"}}, false);
}

}  // namespace
}  // namespace pliant::testing

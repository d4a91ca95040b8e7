// What glue holds is the same at any step, and nothing is gained as steps shrink.
#include "glue/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace pliant::testing {
namespace {

/// A soft stub that is pinned, a rigid block welded to it and a spinning soft arm welded to that; no gravity.
const std::string welded = R"({
  "time": {"fps": 60, "frames": 120}, "gravity": [0, 0, 0],
  "bodies": [
    {"name": "stub", "shape": {"type": "box", "size": [0.3, 0.15, 0.15]}, "sampling": {"particles": 60},
     "clusters": {"count": 10}, "material": {"density": 100, "strain_limit": 100, "stiffness": 12, "damping": 2},
     "pins": [{"region": {"type": "box", "size": [0.16, 2, 2], "translate": [-0.15, 0, 0]}}], "collides": false},
    {"name": "block", "solver": "rigid", "shape": {"type": "box", "size": [0.3, 0.15, 0.15]},
     "sampling": {"particles": 60}, "translate": [0.26, 0, 0], "collides": false},
    {"name": "arm", "shape": {"type": "capsule", "radius": 0.06, "height": 0.2, "axis": [0, 0, 1], "angle": 90},
     "translate": [0.52, 0, 0], "sampling": {"particles": 200}, "clusters": {"count": 4},
     "material": {"density": 500, "strain_limit": 100, "stiffness": 4, "damping": 2}, "spin": [-114.24, 170.99, 131.57],
     "collides": false}
  ],
  "glue": [
    {"mode": "joint", "kind": "welded", "a": "stub", "b": "block", "where": {"type": "sphere", "radius": 0.1, "translate": [0.15, 0, 0]}},
    {"mode": "joint", "kind": "welded", "a": "block", "b": "arm", "where": {"type": "sphere", "radius": 0.1, "translate": [0.41, 0, 0]}}
  ]
})";

TEST(GlueSteps, welds_add_no_energy_however_short_the_steps_are) {
    for (const char* substeps : {"1", "4", "16", "64"}) {
        Simulation simulation = simulate(welded, {{"time.substeps", substeps}});
        const auto energy = [&] {
            const Stats stats = simulation.stats();
            return stats.kinetic_energy + stats.elastic_energy;
        };
        const double start = energy();
        double most = 0;
        for (int frame = 0; frame < 120; ++frame) {
            simulation.advance_frame();
            most = std::max(most, energy() / start);
        }
        std::printf("[ measured ] %s substeps: %.3f of the energy at the start\n", substeps, most);
        EXPECT_LT(most, 1.05) << substeps << " substeps";
    }
}

/// A soft post that is pinned, and a rigid arm held by hard glue at its top.
const std::string arm = R"({
  "time": {"fps": 60, "frames": 240},
  "bodies": [
    {"name": "post", "shape": {"type": "box", "size": [0.3, 0.6, 0.3]}, "sampling": {"particles": 600},
     "clusters": {"count": 40}, "material": {"stiffness": 12, "damping": 8, "strain_limit": 100},
     "pins": [{"region": {"type": "box", "size": [1, 0.2, 1], "translate": [0, -0.3, 0]}}], "translate": [0, 0.6, 0]},
    {"name": "arm", "solver": "rigid", "shape": {"type": "box", "size": [1, 0.08, 0.08]}, "sampling": {"particles": 100},
     "material": {"density": 300}, "translate": [0.55, 0.8, 0], "collides": false}
  ],
  "glue": [{"mode": "hard", "a": "post", "b": "arm", "where": {"type": "box", "size": [0.2, 0.3, 0.3], "translate": [0.1, 0.8, 0]}}]
})";

TEST(GlueSteps, a_rigid_arm_droops_alike_at_any_step) {
    std::vector<double> droop;
    for (const char* substeps : {"1", "4", "16"}) {
        Simulation simulation = simulate(arm, {{"time.substeps", substeps}});
        const double start = simulation.stats().center_of_mass.y();
        run(simulation, 180);
        double mean = 0;
        for (int frame = 0; frame < 60; ++frame) {
            simulation.advance_frame();
            const Stats stats = simulation.stats();
            mean += stats.center_of_mass.y() / 60;
            EXPECT_LT(stats.max_speed, 20);
        }
        droop.push_back(start - mean);
        std::printf("[ measured ] %s substeps: the center of mass sinks by %.3f m\n", substeps, droop.back());
    }
    for (const double d : droop) EXPECT_NEAR(d / droop.back(), 1, 0.1);
}

}  // namespace
}  // namespace pliant::testing

// Glue between rigid things, and rigid things that press on what is glued.
#include "glue/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

/// A cone that is glued to the ground while a large ball overlaps it: both cannot have their way.
const std::string pressed_aside = R"({
  "time": {"frames": 120},
  "bodies": [{"name": "cone", "solver": "rigid", "translate": [-0.15, 0.45, -0.2], "sampling": {"particles": 600},
              "shape": {"type": "cone", "radius": 0.22, "height": 0.5}}],
  "obstacles": [{"type": "plane"}, {"type": "sphere", "translate": [0, 0.79, 0]}],
  "glue": [{"mode": "soft", "a": "obstacle-0", "b": "cone", "where": {"type": "sphere", "radius": 0.4}, "space": "body"}]
})";

double fastest_of(Simulation& simulation, int frames) {
    double fastest = 0;
    for (int k = 0; k < frames; ++k) {
        run(simulation, 1);
        fastest = std::max(fastest, simulation.stats().max_speed);
    }
    return fastest;
}

TEST(RigidGlue, holds_many_points_as_one_weld) {
    const Simulation simulation = simulate(pressed_aside);
    EXPECT_EQ(simulation.glue()[0].bindings, 1U);
    EXPECT_GT(simulation.glue()[0].points, 500U);
}

TEST(RigidGlue, against_an_obstacle_in_its_way_stays_calm_at_any_stiffness) {
    for (const char* stiffness : {"1", "10", "100", "1e3", "1e6"}) {
        Simulation simulation = simulate(pressed_aside, {{"glue.0.stiffness", stiffness}});
        EXPECT_LT(fastest_of(simulation, 120), 4) << stiffness << " Hz";
    }
    Simulation hard = simulate(pressed_aside, {{"glue.0.mode", "hard"}});
    EXPECT_LT(fastest_of(hard, 120), 4);
}

TEST(RigidGlue, that_presses_on_the_ground_does_not_make_bounce) {
    Simulation simulation = simulate(R"({
      "time": {"frames": 60},
      "bodies": [{"name": "box", "solver": "rigid", "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "translate": [0, 1, 0],
                  "sampling": {"particles": 100}, "material": {"restitution": 0.6}}],
      "obstacles": [{"type": "box", "name": "press", "size": [0.3, 0.3, 0.3], "translate": [0, 1.31, 0],
                     "motion": {"keys": [{"time": 0}, {"time": 0.5, "translate": [0, -1, 0]}]}}, {"type": "plane"}],
      "glue": [{"mode": "hard", "a": "press", "b": "box", "where": {"type": "box", "size": [1, 1, 1]}, "space": "body"}]
    })");
    run(simulation, 40);  // the press ends half a box below where the box can go
    EXPECT_LT(fastest_of(simulation, 20), 0.2);
}

/// Free of weight, held all over by springs.
std::string floating_box(const std::string& region) {
    return R"({
      "time": {"fps": 240, "frames": 240, "substeps": 8}, "gravity": [0, 0, 0],
      "bodies": [{"name": "box", "solver": "rigid", "shape": {"type": "box", "size": [0.8, 0.2, 0.1]},
                  "sampling": {"method": "grid", "spacing": 0.02}, "collides": false}],
      "obstacles": [{"type": "sphere", "name": "hook", "radius": 0.01}],
      "glue": [{"mode": "soft", "a": "hook", "b": "box", "stiffness": 4, "damping": 0, "where": )" +
           region + "}]}";
}

/// Hz: counted by the changes of sign of the angular momentum about an axis.
double turning_frequency(const std::string& region, int axis) {
    std::string spin = "[0, 0, 0]";
    spin[static_cast<std::size_t>(1 + 3 * axis)] = '9';
    Simulation simulation = simulate(floating_box(region), {{"bodies.0.spin", spin}});
    double before = simulation.stats().angular_momentum[axis], first = 0, last = 0;
    int turns = 0;
    for (int frame = 0; frame < 240; ++frame) {
        run(simulation, 1);
        const double now = simulation.stats().angular_momentum[axis];
        if (before * now < 0) {
            const double time = (frame + before / (before - now)) / 240;
            if (turns == 0) first = time;
            last = time;
            ++turns;
        }
        before = now;
    }
    return turns > 1 ? 0.5 * (turns - 1) / (last - first) : 0;
}

TEST(RigidGlue, turns_as_springs_at_all_its_points_would_about_every_axis) {
    // Springs at all points have the moments that the masses at those points have: so turning is as fast as moving.
    const std::string everywhere = R"({"type": "box", "size": [2, 2, 2]})";
    for (const int axis : {0, 1, 2}) EXPECT_NEAR(turning_frequency(everywhere, axis), 4, 0.2) << "axis " << axis;
    // Those of a strip along x hardly hold against turning about x, and against the rest as before.
    const std::string strip = R"({"type": "box", "size": [2, 0.05, 0.05]})";
    EXPECT_LT(turning_frequency(strip, 0), 2.5);
    EXPECT_NEAR(turning_frequency(strip, 2), 4, 0.2);
}

TEST(RigidGlue, on_a_line_is_a_hinge) {
    // A door on two hinges, its free edge level with them: it falls open, and the edge it hangs on stays.
    Simulation simulation = simulate(R"({
      "time": {"frames": 40},
      "bodies": [{"name": "door", "solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.04, 0.6]},
                  "sampling": {"method": "grid", "spacing": 0.04}}],
      "obstacles": [{"type": "sphere", "name": "post", "radius": 0.01, "translate": [-3, 0, 0]}],
      "glue": [{"mode": "hard", "a": "post", "b": "door", "where": {"type": "box", "size": [0.04, 0.1, 2], "translate": [-0.18, 0, 0]}}]
    })");
    EXPECT_EQ(simulation.glue()[0].bindings, 2U);
    EXPECT_GT(simulation.glue()[0].points, 10U);
    run(simulation, 20);
    EXPECT_LT(simulation.stats().bbox.lower.y(), -0.3) << "it has turned";
    EXPECT_LT(largest_gap(simulation), 0.004);
}

TEST(RigidGlue, is_reported_with_the_load_that_contacts_put_on_what_it_holds) {
    // A shelf of soft matter, all of it bound, and a weight upon it.
    Simulation simulation = simulate(R"({
      "time": {"frames": 120},
      "bodies": [{"name": "shelf", "shape": {"type": "box", "size": [0.6, 0.1, 0.6]}, "sampling": {"particles": 300}},
                 {"name": "weight", "solver": "rigid", "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "mass": 20,
                  "sampling": {"particles": 100}, "translate": [0, 0.22, 0]}],
      "obstacles": [{"type": "sphere", "name": "wall", "radius": 0.01, "translate": [0, 0, -2]}],
      "glue": [{"mode": "hard", "a": "wall", "b": "shelf", "where": {"type": "box", "size": [2, 2, 2]}}]
    })");
    run(simulation, 120);
    EXPECT_LT(simulation.stats().max_speed, 0.1) << "at rest, about";
    const double loads = simulation.stats().glue[0].force / (9.81 * simulation.stats().mass);
    EXPECT_GT(loads, 0.95) << "the weight is two fifths of it";
    EXPECT_LT(loads, 1.2);
}

}  // namespace
}  // namespace pliant::testing

// What acts on bodies from outside: force fields, pins, obstacles.
#include "particles/force_fields.hpp"
#include "sim/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

constexpr double dt = 0.01;

TEST(ForceFields, uniform_is_the_same_everywhere) {
    Force f;
    f.vector = Vec3(1, 2, 3);
    EXPECT_EQ(acceleration_of(f, Vec3(9, 9, 9), Vec3(5, 0, 0), dt), Vec3(1, 2, 3));
}

TEST(ForceFields, compress_is_rc17s_field_along_any_axis) {
    Force f;
    f.kind = ForceKind::compress;
    f.strength = 3;
    EXPECT_LT((acceleration_of(f, Vec3(2, 5, 7), Vec3::Zero(), dt) - Vec3(-6, 0, 0)).norm(), 1e-12);
    f.axis = Vec3(0, 10, 0);
    f.center = Vec3(0, 1, 0);
    EXPECT_LT((acceleration_of(f, Vec3(2, 5, 7), Vec3::Zero(), dt) - Vec3(0, -12, 0)).norm(), 1e-12);
}

TEST(ForceFields, radial_pulls_towards_its_centre_and_falls_off) {
    Force f;
    f.kind = ForceKind::radial;
    f.strength = 8;
    f.center = Vec3(1, 0, 0);
    f.falloff = 2;
    EXPECT_LT((acceleration_of(f, Vec3(3, 0, 0), Vec3::Zero(), dt) - Vec3(-2, 0, 0)).norm(), 1e-12);
    f.falloff = 0;
    EXPECT_NEAR(acceleration_of(f, Vec3(5, 5, 5), Vec3::Zero(), dt).norm(), 8, 1e-12);
    f.falloff = 4;
    EXPECT_TRUE(acceleration_of(f, f.center, Vec3::Zero(), dt).allFinite());
    EXPECT_TRUE(acceleration_of(f, f.center + Vec3(1e-30, 0, 0), Vec3::Zero(), dt).allFinite());
}

TEST(ForceFields, wind_brings_a_body_to_its_own_speed_and_no_further_at_any_rate) {
    Force f;
    f.kind = ForceKind::wind;
    f.vector = Vec3(4, 0, 0);
    for (const double rate : {0.1, 10.0, 1000.0}) {
        f.strength = rate;
        Vec3 v = Vec3(0, 3, 0);
        for (int i = 0; i < 100; ++i) {
            v += dt * acceleration_of(f, Vec3::Zero(), v, dt);
            EXPECT_LE(v.x(), 4 * (1 + 1e-12));
            EXPECT_GE(v.y(), -1e-12);
        }
        EXPECT_NEAR(v.x(), 4 * (1 - std::exp(-rate)), 1e-9);
    }
}

TEST(ForceFields, act_from_their_start_until_their_end) {
    ForceField f{{}, {true, false}};
    f.force.start = 1;
    EXPECT_FALSE(acts_on(f, 0, 0.999));
    EXPECT_TRUE(acts_on(f, 0, 1));
    EXPECT_TRUE(acts_on(f, 0, 1e6));
    EXPECT_FALSE(acts_on(f, 1, 1));
    f.force.end = 2;
    EXPECT_TRUE(acts_on(f, 0, 1.999));
    EXPECT_FALSE(acts_on(f, 0, 2));
}

TEST(ForceFields, act_only_on_the_bodies_they_name) {
    const std::string scene = R"({"gravity": [0, 0, 0],
      "bodies": [{"name": "a", "shape": {"type": "sphere"}, "sampling": {"particles": 50}},
                 {"name": "b", "shape": {"type": "sphere"}, "sampling": {"particles": 50}, "translate": [5, 0, 0]}],
      "forces": [{"type": "uniform", "vector": [0, 6, 0], "bodies": ["b"]}]})";
    Simulation simulation = simulate(scene);
    for (int i = 0; i < 30; ++i) simulation.advance_frame();
    const Frame frame = simulation.snapshot();
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        EXPECT_NEAR(frame.velocities[i].y(), frame.bodies[i] == 1 ? 3 : 0, 1e-3);
}

const std::string held_bar = R"({
  "time": {"fps": 60, "frames": 60, "substeps": 4},
  "bodies": [{"shape": {"type": "box", "size": [1, 0.2, 0.2]}, "sampling": {"particles": 300}, "material": {"stiffness": 18, "damping": 15},
    "pins": [{"region": {"type": "half_space", "point": [-0.4, 0, 0], "normal": [1, 0, 0]},
              "motion": {"interpolation": "linear", "axis": [1, 0, 0], "keys": [{"time": 0}, {"time": 0.5, "translate": [0, 1, 0], "angle": 90}]}}]}]
})";

TEST(Pins, hold_their_particles_exactly_where_their_motion_is) {
    Simulation simulation = simulate(held_bar);
    const PinRule& rule = simulation.parts().model.pins.front();
    const PinnedParticles& pins = simulation.parts().state.pins;
    const PinSlots& slots = simulation.parts().scratch.pins;
    ASSERT_GT(pins.size(), 5u);
    for (int frame = 0; frame < 40; ++frame) {
        simulation.advance_frame();
        const RigidPose pose = rule.motion.pose(simulation.time());
        const SoftBodies& soft = simulation.parts().state.soft;
        const Vec3 origin = simulation.parts().model.bodies.front().origin;
        for (std::size_t k = 0; k < pins.size(); ++k) {
            EXPECT_EQ(soft.id[slots.slot[k]], pins.id[k]);
            const Real* x = soft.particles[slots.slot[k]].position;
            EXPECT_LT((origin + Vec3(x[0], x[1], x[2]) - pose(pins.start[k])).norm(), 1e-5);
        }
    }
}

TEST(Pins, let_go_at_their_release) {
    Simulation simulation =
        simulate(held_bar, {{"bodies.0.pins.0.release", "0.25"}, {"bodies.0.pins.0.motion.keys", "[]"}});
    for (int frame = 0; frame < 15; ++frame) simulation.advance_frame();
    const Vec3 held = simulation.stats().momentum;
    for (int frame = 0; frame < 15; ++frame) simulation.advance_frame();
    // Free fall: 0.25 s of gravity more.
    EXPECT_NEAR((simulation.stats().momentum - held).y() / simulation.stats().mass, -9.81 * 0.25, 0.05);
}

/// A corner of a floor and a thin wall, where a particle meets both in one step.
const std::string corner = R"({
  "time": {"fps": 60, "frames": 60, "substeps": 4},
  "bodies": [{"shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 400}, "material": {"stiffness": 18, "damping": 15},
              "translate": [0, 0.3, 0], "velocity": [20, -5, 0]}],
  "obstacles": [{"type": "plane", "restitution": 1}, {"type": "box", "size": [0.05, 2, 2], "translate": [0.6, 0, 0]}]
})";

TEST(Obstacles, a_fast_body_stays_in_its_corner) {
    Simulation simulation = simulate(corner);
    for (int frame = 0; frame < 30; ++frame) {
        simulation.advance_frame();
        const Box box = simulation.stats().bbox;
        EXPECT_LT(box.upper.x(), 0.6) << frame;
        EXPECT_GT(box.lower.y(), -0.01) << frame;
    }
}

TEST(Obstacles, a_body_at_20_metres_a_second_does_not_pass_a_box_of_20_centimetres_at_60_frames) {
    for (const char* substeps : {"2", "4"}) {
        Simulation simulation = simulate(
            corner,
            {{"obstacles.1.size", "[0.2, 4, 4]"}, {"time.substeps", substeps}, {"bodies.0.velocity", "[20, 0, 0]"}});
        for (int frame = 0; frame < 30; ++frame) {
            simulation.advance_frame();
            EXPECT_LT(simulation.stats().bbox.upper.x(), 0.5) << substeps << " " << frame;
        }
    }
}

TEST(Obstacles, without_friction_or_bounce_a_resting_body_stays_at_rest) {
    const std::string scene = R"({
      "bodies": [{"shape": {"type": "box", "size": [0.4, 0.2, 0.4]}, "sampling": {"particles": 300, "method": "grid"},
                  "material": {"stiffness": 12, "damping": 20, "restitution": 0}, "translate": [0, 0.1, 0]}],
      "obstacles": [{"type": "plane", "restitution": 0}]})";
    Simulation simulation = simulate(scene);
    for (int frame = 0; frame < 120; ++frame) simulation.advance_frame();
    const Vec3 before = simulation.stats().bbox.center();
    for (int frame = 0; frame < 60; ++frame) simulation.advance_frame();
    EXPECT_LT((simulation.stats().bbox.center() - before).norm(), 1e-3);
    EXPECT_LT(simulation.stats().max_speed, 0.05);
}

}  // namespace
}  // namespace pliant::testing

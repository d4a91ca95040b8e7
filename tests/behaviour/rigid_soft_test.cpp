// Rigid bodies on and in soft ones; bodies moved by keys; the shipped scene.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

TEST(RigidOnSoft, a_box_on_a_cushion_is_carried_by_it_and_presses_it_down) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"frames": 300},
        "bodies": [
            {"shape": {"type": "box", "size": [0.8, 0.3, 0.8]}, "sampling": {"particles": 800},
             "material": {"stiffness": 20, "damping": 60, "density": 300}, "translate": [0, 0.17, 0]},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.2, 0.4]}, "sampling": {"particles": 100},
             "material": {"density": 300}, "translate": [0, 0.5, 0]}],
        "obstacles": [{"type": "plane"}]
    })"));
    const double spacing = simulation.bodies()[0].spacing;
    run_frames(simulation, 280);
    const auto [force, left] = weigh(simulation, 1);
    const double weight = simulation.bodies()[1].mass * 9.81;
    measured("force over weight", force / weight);
    measured("left penetration / spacing", left / spacing);
    measured("max speed, m/s", simulation.stats().max_speed);
    EXPECT_NEAR(force, weight, 0.01 * weight);
    EXPECT_LT(left, 0.1 * spacing);
    EXPECT_LT(simulation.stats().max_speed, 0.02);
    const double bottom = simulation.parts().state.rigid.motions[0].position.y() - 0.1;
    measured("bottom of the box, m", bottom);
    EXPECT_GT(bottom, 0.2);
    EXPECT_LT(bottom, 0.32 + 0.5 * spacing) << "lower than on a cushion that does not give";
}

TEST(RigidOnSoft, starting_inside_each_other_they_come_apart_slowly) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [
            {"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 500}, "material": {"stiffness": 10, "damping": 20}},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"particles": 60}, "translate": [0.4, 0, 0]},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"particles": 60}, "translate": [0.7, 0.05, 0]}]
    })"));
    const RunResult result = run_frames(simulation, 300);
    EXPECT_TRUE(result.finite);
    measured("max speed", result.max_speed);
    EXPECT_LT(result.max_speed, 3);
    const RigidBody& body = simulation.parts().model.rigid[0];
    const auto& motions = simulation.parts().state.rigid.motions;
    const RigidPose pose = pose_of(motions[0]);
    double deepest = 0;
    const Frame frame = simulation.snapshot();
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        if (frame.bodies[i] == 0)
            deepest = std::min(
                deepest, body.solid->distance(pose.rotation.transpose() * (frame.positions[i] - pose.translation)));
    measured("deepest particle", deepest);
    EXPECT_GT(deepest, -0.01);
    EXPECT_GT((motions[1].position - motions[0].position).norm(), 0.39);
}

TEST(KeyedRigidBody, moves_along_its_keys_whatever_it_pushes) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"frames": 90},
        "bodies": [
            {"name": "ram", "solver": "rigid", "shape": {"type": "box", "size": [0.2, 0.6, 0.6]}, "sampling": {"particles": 100}, "translate": [-1, 0.3, 0],
             "motion": {"interpolation": "linear", "keys": [{"time": 0}, {"time": 1, "translate": [1, 0, 0]}]}},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 60}, "translate": [-0.5, 0.15, -0.1], "mass": 1000},
            {"shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 200}, "translate": [0, 0.16, 0.1]}],
        "obstacles": [{"type": "plane"}]
    })"));
    run_frames(simulation, 30);
    EXPECT_NEAR(simulation.parts().state.rigid.motions[0].velocity.x(), 1, 1e-9);
    run_frames(simulation, 60);
    const auto& motions = simulation.parts().state.rigid.motions;
    EXPECT_LT((motions[0].position - Vec3(0, 0.3, 0)).norm(), 1e-9);
    EXPECT_GT(motions[1].position.x(), 0.24) << "pushed before it";
    EXPECT_GT(center_of(simulation.snapshot(), 2).x(), 0.2) << "pushed too";
    EXPECT_LT(simulation.stats().max_speed, 1.0);
}

TEST(KeyedRigidBody, carries_what_lies_on_it) {
    Simulation simulation = serial(scene_of(R"({
        "bodies": [
            {"solver": "rigid", "shape": {"type": "box", "size": [1, 0.1, 1]}, "sampling": {"particles": 100},
             "motion": {"keys": [{"time": 0.2}, {"time": 1.2, "translate": [0.5, 0.3, 0], "angle": 90}]}},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "sampling": {"particles": 60}, "translate": [0.3, 0.15, 0]}]
    })"));
    run_frames(simulation, 120);
    // A quarter turn about y takes (0.3, 0) to (0, −0.3), and the lift half a metre along x.
    const Vec3 box = simulation.parts().state.rigid.motions[1].position;
    measured("off its place, m", (box - Vec3(0.5, 0.45, -0.3)).norm());
    EXPECT_LT((box - Vec3(0.5, 0.45, -0.3)).norm(), 0.03);
}

TEST(RigidBodies, feel_force_fields_and_pass_through_what_they_do_not_collide_with) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [
            {"name": "blown", "solver": "rigid", "shape": {"type": "box"}, "sampling": {"particles": 100}, "translate": [-3, 0, 0]},
            {"name": "ghost", "solver": "rigid", "shape": {"type": "box"}, "sampling": {"particles": 100}, "collides": false}],
        "forces": [{"type": "uniform", "vector": [4, 0, 0], "bodies": ["blown"]}]
    })"));
    const RunResult result = run_frames(simulation, 120);
    const double n = 480, dt = simulation.dt();
    EXPECT_NEAR(simulation.parts().state.rigid.motions[0].position.x(), -3 + 2 * n * (n + 1) * dt * dt, 1e-9);
    EXPECT_EQ(simulation.parts().state.rigid.motions[1].position,
              Vec3(simulation.parts().model.rigid[1].start.translation));
    EXPECT_EQ(result.report.contacts, 0U);
}

TEST(RigidMix, comes_to_rest_on_the_mattress_and_nothing_goes_through_it) {
    Simulation simulation = serial(load_scene("rigid-mix"));
    const RunResult result = run_frames(simulation, simulation.frame_count());
    EXPECT_TRUE(result.finite);
    EXPECT_EQ(result.report.warning(Warning::fast_contact), 0U);
    const Frame frame = simulation.snapshot();
    for (std::uint32_t b = 1; b < 9; ++b) {
        const Vec3 center = center_of(frame, b);
        EXPECT_GT(center.y(), 0.1) << simulation.bodies()[b].name;
        EXPECT_LT(center.y(), 1.2) << simulation.bodies()[b].name;
    }
    const Stats stats = simulation.stats();
    const double fallen = stats.mass * 9.81;
    measured("kinetic energy / m g 1 m", stats.kinetic_energy / fallen);
    measured("left penetration, m", result.report.left_penetration);
    measured("max speed at the end", stats.max_speed);
    EXPECT_LT(stats.kinetic_energy, 1e-3 * fallen);
}

}  // namespace
}  // namespace pliant::testing

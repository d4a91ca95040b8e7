// Rigid and soft bodies that meet in empty space keep linear and angular momentum.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

/// Two soft bodies, a rigid ball, box and ring of different densities fly into each other, spinning.
Scene meeting(const std::string& restitution) {
    return scene_of(R"({
        "time": {"fps": 60, "frames": 250, "substeps": 4}, "gravity": [0, 0, 0],
        "bodies": [
            {"shape": {"type": "sphere", "radius": 0.25}, "sampling": {"particles": 300},
             "material": {"stiffness": 8}, "translate": [-0.6, 0.05, 0], "velocity": [1, 0, 0], "spin": [0, 60, 90]},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.5, 0.3]}, "sampling": {"particles": 100},
             "material": {"density": 300}, "translate": [0.5, 0, 0], "velocity": [-1, 0.1, 0]},
            {"solver": "rigid", "shape": {"type": "torus", "radius": 0.2, "tube": 0.08}, "sampling": {"particles": 100},
             "material": {"density": 2000}, "translate": [0, 0.7, 0], "velocity": [0, -1, 0.1], "spin": [200, 0, 0]},
            {"solver": "rigid", "shape": {"type": "sphere", "radius": 0.15}, "sampling": {"particles": 100},
             "translate": [0, 0.1, 0.7], "velocity": [0, 0, -1.2], "spin": [200, 300, 0]},
            {"shape": {"type": "box", "size": [0.8, 0.2, 0.8]}, "sampling": {"particles": 300},
             "material": {"stiffness": 8}, "translate": [0, -0.6, 0], "velocity": [0, 0.6, 0]}]
    })",
                    {{"bodies.1.material.restitution", restitution},
                     {"bodies.2.material.restitution", restitution},
                     {"bodies.2.material.friction", "1"}});
}

class RigidMomentum : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Restitution, RigidMomentum, ::testing::Values("0", "0.5", "1"));

TEST_P(RigidMomentum, is_kept_over_a_thousand_steps_between_rigid_and_soft) {
    Simulation simulation = serial(meeting(GetParam()));
    expect_momentum_kept(simulation, 100);
}

TEST(RigidMomentum, of_rigid_bodies_alone_is_kept_to_double_precision) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 250, "substeps": 4}, "gravity": [0, 0, 0],
        "bodies": [
            {"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.5, 0.3]}, "sampling": {"particles": 60},
             "translate": [0.5, 0, 0], "velocity": [-1, 0.1, 0], "spin": [0, 50, 100]},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.3, 0.3, 0.6]}, "sampling": {"particles": 60},
             "translate": [-0.5, 0, 0], "velocity": [1, 0, 0], "spin": [100, 0, 100]},
            {"solver": "rigid", "shape": {"type": "cone", "radius": 0.3}, "sampling": {"particles": 60},
             "translate": [0, 0.9, 0.1], "velocity": [0, -1, 0], "spin": [0, 0, 100]}]
    })"));
    const Stats first = simulation.stats();
    const RunResult result = run_frames(simulation, 250);
    const Stats last = simulation.stats();
    EXPECT_GT(result.report.contacts, 10U);
    const double scale = std::sqrt(2 * first.kinetic_energy * first.mass);
    EXPECT_LT((last.momentum - first.momentum).norm(), 1e-11 * scale);
    EXPECT_LT((last.angular_momentum - first.angular_momentum).norm(), 1e-11 * scale);
    measured("energy kept", last.kinetic_energy / first.kinetic_energy);
    EXPECT_LT(last.kinetic_energy, first.kinetic_energy);
}

TEST(RigidFlight, of_a_tumbling_body_keeps_its_angular_momentum_to_the_bit_and_falls_like_a_point) {
    Simulation simulation = serial(scene_of(R"({
        "bodies": [{"solver": "rigid", "shape": {"type": "box", "size": [0.1, 0.3, 0.7]}, "sampling": {"particles": 100},
                    "translate": [0, 3, 0], "velocity": [1, 2, 0], "spin": [10, 500, 15]}]
    })"));
    const RigidMotion start = simulation.parts().state.rigid.motions[0];
    const double energy = 0.5 * spin_of(simulation.parts().model.rigid[0], start).dot(start.angular_momentum);
    run_frames(simulation, 120);
    const RigidMotion& motion = simulation.parts().state.rigid.motions[0];
    EXPECT_EQ(motion.angular_momentum, start.angular_momentum);
    const double now = 0.5 * spin_of(simulation.parts().model.rigid[0], motion).dot(motion.angular_momentum);
    EXPECT_NEAR(now, energy, 1e-3 * energy);
    const double n = 480, dt = simulation.dt();
    EXPECT_NEAR(motion.position.y(), 3 + 2 * 2 - 0.5 * 9.81 * n * (n + 1) * dt * dt, 1e-9);
    EXPECT_NEAR(motion.position.x(), 2, 1e-9);
    // Frames show the same motion.
    EXPECT_LT((center_of(simulation.snapshot()) - motion.position).norm(), 0.05);
}

}  // namespace
}  // namespace pliant::testing

// Fast rigid bodies do not pass through thin things, nor thin things through them.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

const Vec3& place(const Simulation& simulation, std::size_t rigid) {
    return simulation.parts().state.rigid.motions[rigid].position;
}

class FastRigidBall : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Speeds, FastRigidBall, ::testing::Values(20.0, 60.0, 200.0));

TEST_P(FastRigidBall, does_not_pass_a_thin_obstacle) {
    // At 200 m/s it covers 0.83 m a step; the wall is 2 cm thick.
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{"solver": "rigid", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}, "translate": [-1.3, 0.2, 0.1]}],
        "obstacles": [{"type": "box", "size": [0.02, 3, 3]}]
    })",
                                            {{"bodies.0.velocity", fmt::format("[{}, 3, 0]", GetParam())}}));
    const RunResult result = run_frames(simulation, 30);
    EXPECT_LT(place(simulation, 0).x(), -0.1);
    EXPECT_GT(result.report.contacts, 0U);
    EXPECT_GT(result.report.collision_pieces, 1U);
}

TEST_P(FastRigidBall, pushes_a_thin_rigid_plate_along) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{"solver": "rigid", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}, "translate": [-1.3, 0, 0]},
                   {"solver": "rigid", "shape": {"type": "box", "size": [0.02, 1, 1]}, "sampling": {"particles": 200}}]
    })",
                                            {{"bodies.0.velocity", fmt::format("[{}, 0, 0]", GetParam())}}));
    const RunResult result = run_frames(simulation, 30);
    EXPECT_LT(place(simulation, 0).x() + 0.1, place(simulation, 1).x());
    EXPECT_GT(result.report.contacts, 0U);
}

TEST_P(FastRigidBall, is_stopped_by_a_soft_wall) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [
            {"solver": "rigid", "shape": {"type": "sphere", "radius": 0.15}, "sampling": {"particles": 60},
             "material": {"density": 300}, "translate": [-1, 0.03, 0.02]},
            {"shape": {"type": "box", "size": [0.1, 1.2, 1.2]}, "sampling": {"particles": 800},
             "material": {"stiffness": 12, "damping": 20}}]
    })",
                                            {{"bodies.0.velocity", fmt::format("[{}, 0, 0]", GetParam())}}));
    std::uint64_t pieces = 0;
    for (int f = 0; f < 60; ++f) {
        pieces = std::max(pieces, simulation.advance_frame().collision_pieces);
        const Frame frame = simulation.snapshot();
        double wall = 0;
        int near = 0;
        for (std::size_t i = 0; i < frame.positions.size(); ++i) {
            const Vec3& x = frame.positions[i];
            if (frame.bodies[i] == 1 && std::hypot(x.y() - 0.03, x.z() - 0.02) < 0.15) wall += x.x(), ++near;
        }
        ASSERT_GT(near, 0);
        ASSERT_LT(place(simulation, 0).x(), wall / near) << "frame " << f;
    }
    measured("pieces", static_cast<double>(pieces));
}

TEST(FastRigidBodies, in_a_row_pass_their_push_on) {
    // Newton's cradle without strings: the last one leaves with nearly all of the speed.
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0], "time": {"substeps": 8},
        "shapes": {"ball": {"type": "sphere", "radius": 0.1}},
        "bodies": [
            {"solver": "rigid", "shape": {"ref": "ball"}, "sampling": {"particles": 30}, "material": {"restitution": 1}, "translate": [-0.6, 0, 0], "velocity": [10, 0, 0]},
            {"solver": "rigid", "shape": {"ref": "ball"}, "sampling": {"particles": 30}, "material": {"restitution": 1}},
            {"solver": "rigid", "shape": {"ref": "ball"}, "sampling": {"particles": 30}, "material": {"restitution": 1}, "translate": [0.25, 0, 0]},
            {"solver": "rigid", "shape": {"ref": "ball"}, "sampling": {"particles": 30}, "material": {"restitution": 1}, "translate": [0.5, 0, 0]}]
    })"));
    run_frames(simulation, 30);
    const auto& motions = simulation.parts().state.rigid.motions;
    EXPECT_NEAR(motions[3].velocity.x(), 10, 0.1);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(motions[static_cast<std::size_t>(k)].velocity.norm(), 0, 0.1);
}

TEST(FastRigidBodies, too_fast_to_be_cut_finely_enough_are_named) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [
            {"solver": "rigid", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}, "translate": [-3, 0, 0], "velocity": [3000, 0, 0]},
            {"solver": "rigid", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}}]
    })"));
    const RunResult result = run_frames(simulation, 2);
    EXPECT_GT(result.report.warning(Warning::fast_contact), 0U);
    EXPECT_TRUE(result.finite);
}

}  // namespace
}  // namespace pliant::testing

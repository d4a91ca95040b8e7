// Bodies that meet in empty space keep linear and angular momentum, and do not gain energy.
#include "behaviour/helpers.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

/// Four bodies of different shape, density and spacing fly into each other, spinning; 1,000 steps.
Scene meeting(const std::string& damping, const std::string& restitution) {
    return scene_of(R"({
        "time": {"fps": 60, "frames": 250, "substeps": 4}, "gravity": [0, 0, 0],
        "bodies": [
            {"shape": {"type": "sphere", "radius": 0.25}, "sampling": {"particles": 300},
             "material": {"stiffness": 8}, "translate": [-0.6, 0.05, 0], "velocity": [1, 0, 0], "spin": [0, 60, 90]},
            {"shape": {"type": "box", "size": [0.4, 0.5, 0.3]}, "sampling": {"particles": 400},
             "material": {"stiffness": 8, "density": 300}, "translate": [0.5, 0, 0], "velocity": [-1, 0.1, 0]},
            {"shape": {"type": "torus", "radius": 0.2, "tube": 0.08}, "sampling": {"particles": 300},
             "material": {"stiffness": 8, "density": 2000}, "translate": [0, 0.7, 0], "velocity": [0, -1, 0.1], "spin": [200, 0, 0]},
            {"shape": {"type": "sheet", "size": [0.8, 0, 0.8]}, "sampling": {"particles": 200},
             "material": {"stiffness": 8}, "translate": [0, -0.5, 0], "velocity": [0, 0.6, 0]}]
    })",
                    {{"bodies.0.material.damping", damping},
                     {"bodies.1.material.damping", damping},
                     {"bodies.2.material.damping", damping},
                     {"bodies.3.material.damping", damping},
                     {"bodies.0.material.restitution", restitution},
                     {"bodies.2.material.friction", "1"}});
}

class CollisionMomentum : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(DampingAndRestitution, CollisionMomentum,
                         ::testing::Values(std::pair("0", "0"), std::pair("4", "0.2"), std::pair("20", "0.9")));

TEST_P(CollisionMomentum, is_kept_over_a_thousand_steps_with_friction_and_bounces) {
    Simulation simulation = serial(meeting(GetParam().first, GetParam().second));
    expect_momentum_kept(simulation, 1000);
}

TEST(EasingMomentum, is_kept_while_bodies_that_began_inside_each_other_come_apart) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 60, "substeps": 4}, "gravity": [0, 0, 0],
        "bodies": [
            {"shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 400},
             "material": {"young": 5e4}, "velocity": [0, 0, 1.5], "spin": [0, 40, 0]},
            {"shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 400},
             "material": {"young": 5e4, "density": 500}, "translate": [0.03, 0.22, 0], "velocity": [0.5, 0, -1.5]}]
    })"));
    const Stats first = simulation.stats();
    const double scale = std::sqrt(2 * first.kinetic_energy * first.mass);
    const RunResult result = run_frames(simulation, 60);
    EXPECT_GT(result.report.warning(Warning::deep_contact), 0U);
    const Stats last = simulation.stats();
    const double angular = (last.angular_momentum - first.angular_momentum).norm() / (scale * first.bbox.size().norm());
    measured("angular momentum", angular);
    EXPECT_LT((last.momentum - first.momentum).norm() / scale, in_double ? 1e-9 : 5e-5);
    EXPECT_LT(angular, in_double ? 1e-9 : 5e-5) << "0.02 before both turned by what the way out did to it";
}

TEST(CollisionImpulses, of_one_body_on_another_add_up_to_its_weight) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 300, "substeps": 4},
        "bodies": [
            {"shape": {"type": "box", "size": [0.6, 0.2, 0.6]}, "sampling": {"particles": 400},
             "material": {"stiffness": 40, "damping": 300}, "translate": [0, 0.13, 0]},
            {"shape": {"type": "box", "size": [0.4, 0.2, 0.4]}, "sampling": {"particles": 200},
             "material": {"stiffness": 40, "damping": 300}, "translate": [0, 0.4, 0]}],
        "obstacles": [{"type": "plane"}]
    })"));
    run_frames(simulation, 300);
    const Stats stats = simulation.stats();
    ASSERT_EQ(stats.contact_impulses.size(), 2U);
    for (std::size_t b = 0; b < 2; ++b) {
        const double weight = simulation.bodies()[b].mass * 9.81, force = 60 * stats.contact_impulses[b].y();
        measured("force over weight", force / weight);
        EXPECT_NEAR(force, weight, 0.01 * weight) << "the lower one carries the upper one, and the ground both";
    }
}

}  // namespace
}  // namespace pliant::testing

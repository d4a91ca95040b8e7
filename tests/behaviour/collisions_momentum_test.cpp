// Bodies that meet in empty space keep linear and angular momentum, and do not gain energy (issue 5).
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

TEST_P(CollisionMomentum, IsKeptOverAThousandStepsWithFrictionAndBounces) {
    Simulation simulation = serial(meeting(GetParam().first, GetParam().second));
    const Stats first = simulation.stats();
    const double scale = std::sqrt(2 * first.kinetic_energy * first.mass);
    const double angular_scale = scale * first.bbox.size().norm() / 2;
    double momentum = 0, angular = 0, energy = 0;
    const RunResult result = run_frames(simulation, 250, [&](const Simulation& now) {
        const Stats stats = now.stats();
        momentum = std::max(momentum, (stats.momentum - first.momentum).norm() / scale);
        angular = std::max(angular, (stats.angular_momentum - first.angular_momentum).norm() / angular_scale);
        energy = std::max(energy, (stats.kinetic_energy + stats.elastic_energy) / first.kinetic_energy);
    });
    measured("contacts", static_cast<double>(result.report.contacts));
    measured("momentum", momentum);
    measured("angular momentum", angular);
    measured("most energy", energy);
    EXPECT_EQ(result.report.steps, 1000U);
    EXPECT_GT(result.report.contacts, 1000U);
    EXPECT_TRUE(result.finite);
    const double tolerance = in_double ? 1e-9 : 2e-5;
    EXPECT_LT(momentum, tolerance);
    EXPECT_LT(angular, tolerance);
    EXPECT_LT(energy, 1.05);
}

TEST(CollisionImpulses, OfOneBodyOnAnotherAddUpToItsWeight) {
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

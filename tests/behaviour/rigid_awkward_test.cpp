// Rigid bodies that start inside each other, in the same place, enclosed, or with masses and sizes that differ by
// orders of magnitude stay finite and come apart, without bursts.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

/// The deepest ball of any rigid body inside any other, m.
double deepest_overlap(const Simulation& simulation) {
    const auto& bodies = simulation.parts().model.rigid;
    const auto& motions = simulation.parts().state.rigid.motions;
    double deepest = 0;
    for (std::size_t a = 0; a < bodies.size(); ++a)
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            if (a == b) continue;
            const RigidPose from = pose_of(motions[a]), to = pose_of(motions[b]);
            for (const SurfaceBall& ball : bodies[a].balls) {
                const Vec3 local = to.rotation.transpose() * (from(ball.center) - to.translation);
                deepest = std::max(deepest, ball.radius - bodies[b].solid->distance(local));
            }
        }
    return deepest;
}

std::string rigid(const std::string& shape, const std::string& more) {
    return fmt::format(R"({{"solver": "rigid", "shape": {}, "sampling": {{"particles": 40}}{}}})", shape, more);
}

Scene floating(const std::string& bodies) { return scene_of(R"({"gravity": [0, 0, 0], "bodies": [)" + bodies + "]}"); }

TEST(AwkwardRigidBodies, in_the_same_place_come_apart_without_a_burst) {
    for (const char* shape : {R"({"type": "sphere", "radius": 0.3})", R"({"type": "box", "size": [0.4, 0.5, 0.6]})"}) {
        Simulation simulation = serial(floating(fmt::format("{0}, {0}", rigid(shape, ""))));
        const RunResult result = run_frames(simulation, 300);
        measured("max speed", result.max_speed);
        EXPECT_TRUE(result.finite);
        EXPECT_LT(result.max_speed, 3);
        EXPECT_LT(deepest_overlap(simulation), 0.01);
    }
}

TEST(AwkwardRigidBodies, enclosed_by_another_get_out) {
    Simulation simulation =
        serial(floating(rigid(R"({"type": "box"})", "") + ", " +
                        rigid(R"({"type": "sphere", "radius": 0.1})", R"(, "translate": [0.1, 0.2, 0])")));
    const RunResult result = run_frames(simulation, 600);
    EXPECT_TRUE(result.finite);
    EXPECT_LT(result.max_speed, 3);
    EXPECT_LT(deepest_overlap(simulation), 0.005);
}

/// A box of 1 kg on the ground with one of `heavy` kg on it, after 2 s.
Simulation pressed(double heavy, RunResult& result) {
    const std::string light =
        rigid(R"({"type": "box", "size": [0.4, 0.2, 0.4]})", R"(, "translate": [0, 0.1, 0], "mass": 1)");
    const std::string other = rigid(R"({"type": "box", "size": [0.4, 0.4, 0.4]})",
                                    fmt::format(R"(, "translate": [0, 0.45, 0], "mass": {})", heavy));
    Simulation simulation =
        serial(scene_of(fmt::format(R"({{"obstacles": [{{"type": "plane"}}], "bodies": [{}, {}]}})", light, other)));
    result = run_frames(simulation, 120);
    return simulation;
}

TEST(AwkwardRigidBodies, ten_times_as_heavy_are_carried) {
    RunResult result;
    const Simulation simulation = pressed(10, result);
    const auto& motions = simulation.parts().state.rigid.motions;
    measured("height of the light one, m", motions[0].position.y());
    EXPECT_NEAR(motions[0].position.y(), 0.1, 1e-3);
    EXPECT_NEAR(motions[1].position.y(), 0.4, 2e-3);
}

TEST(AwkwardRigidBodies, of_very_unequal_mass_stay_finite_and_slow) {
    for (const double heavy : {1e3, 1e6}) {
        RunResult result;
        pressed(heavy, result);
        measured("max speed", result.max_speed);
        EXPECT_TRUE(result.finite);
        EXPECT_LT(result.max_speed, 20) << heavy;
    }
}

TEST(AwkwardRigidBodies, of_very_unequal_size_rest_on_each_other) {
    const std::string table = rigid(R"({"type": "box", "size": [50, 2, 50]})",
                                    R"(, "translate": [0, -1, 0], "motion": {"keys": [{"time": 0}]})");
    const std::string pea = rigid(R"({"type": "sphere", "radius": 0.005})", R"(, "translate": [3.3, 0.02, 1.7])");
    Simulation simulation =
        serial(scene_of(fmt::format(R"({{"time": {{"substeps": 8}}, "bodies": [{}, {}]}})", table, pea)));
    run_frames(simulation, 60);
    EXPECT_NEAR(simulation.parts().state.rigid.motions[1].position.y(), 0.005, 1e-4);
}

RC_GTEST_PROP(AwkwardRigidBodies, thrown_together_at_random_stay_finite_and_slow, ()) {
    const char* shapes[] = {R"({"type": "sphere", "radius": 0.2})", R"({"type": "box", "size": [0.3, 0.5, 0.2]})",
                            R"({"type": "capsule", "radius": 0.1, "height": 0.4})",
                            R"({"type": "cylinder", "radius": 0.2, "height": 0.1})",
                            R"({"type": "torus", "radius": 0.2, "tube": 0.06})"};
    std::string bodies;
    const int count = *rc::gen::inRange(2, 6);
    for (int k = 0; k < count; ++k) {
        const auto place = [] { return 0.001 * *rc::gen::inRange(-300, 301); };
        const double x = place(), y = place(), z = place();
        const std::string more =
            fmt::format(R"(, "translate": [{}, {}, {}], "axis": [1, 2, {}], "angle": {}, "mass": {})", x, y, z,
                        place() + 1, *rc::gen::inRange(0, 360), std::pow(10.0, *rc::gen::inRange(-2, 3)));
        bodies += fmt::format("{}{}", k == 0 ? "" : ", ", rigid(shapes[*rc::gen::inRange(0, 5)], more));
    }
    Simulation simulation = serial(floating(bodies));
    const RunResult result = run_frames(simulation, 30);
    RC_ASSERT(result.finite);
    RC_ASSERT(result.max_speed < 20);
}

}  // namespace
}  // namespace pliant::testing

// Rigid bodies at rest, on slopes and in bounces, against what mechanics says.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

constexpr double g = 9.81;

TEST(RigidStack, of_five_boxes_comes_to_rest_and_stays_there) {
    std::string bodies;
    for (int k = 0; k < 5; ++k)
        bodies += fmt::format(R"({}{{"solver": "rigid", "shape": {{"type": "box", "size": [0.4, 0.4, 0.4]}},
            "sampling": {{"particles": 60}}, "translate": [{}, {}, 0], "axis": [0, 1, 0], "angle": {}}})",
                              k == 0 ? "" : ", ", 0.01 * (k % 3), 0.25 + 0.43 * k, 7 * k);
    Simulation simulation = serial(scene_of(R"({"time": {"frames": 600}, "obstacles": [{"type": "plane"}],
        "bodies": [)" + bodies + "]}"));
    const double potential = simulation.stats().mass * g * center_of(simulation.snapshot(), 2).y();
    run_frames(simulation, 300);
    std::vector<Vec3> places;
    for (std::uint32_t b = 0; b < 5; ++b) places.push_back(center_of(simulation.snapshot(), b));
    double energy = 0;
    const RunResult rest = run_frames(
        simulation, 300, [&](const Simulation& now) { energy = std::max(energy, now.stats().kinetic_energy); });
    measured("kinetic energy / potential energy", energy / potential);
    measured("penetration left / side", rest.report.left_penetration / 0.4);
    EXPECT_LT(energy, 1e-6 * potential) << "within 5 s, and ever after";
    EXPECT_LT(rest.report.left_penetration, 0.01 * 0.4);
    for (std::uint32_t b = 0; b < 5; ++b) {
        const Vec3 now = center_of(simulation.snapshot(), b);
        measured("crept, m in 5 s", (now - places[b]).norm());
        EXPECT_LT((now - places[b]).norm(), 1e-3);
        EXPECT_NEAR(now.y(), 0.2 + 0.4 * b, 0.02);
    }
}

TEST(RigidStack, weighs_on_what_is_below) {
    Simulation simulation = serial(scene_of(R"({
        "bodies": [
            {"solver": "rigid", "shape": {"type": "box"}, "sampling": {"particles": 60}, "mass": 10, "translate": [0, 0.5, 0]},
            {"solver": "rigid", "shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 60}, "mass": 5, "translate": [0.05, 1.3, 0]}],
        "obstacles": [{"type": "plane"}]
    })"));
    run_frames(simulation, 60);
    const Stats stats = simulation.stats();
    ASSERT_EQ(stats.contact_impulses.size(), 2U);
    EXPECT_NEAR(60 * stats.contact_impulses[0].y(), 10 * g, 0.01 * 10 * g) << "the ground's push less the ball's";
    EXPECT_NEAR(60 * stats.contact_impulses[1].y(), 5 * g, 0.01 * 5 * g);
    EXPECT_NEAR(stats.mass, 15, 1e-12);
}

/// A block on a plane of this slope, both with friction 0.5: how far it got along the slope in 2 s.
double slid(double degrees, const char* shape) {
    Simulation simulation = serial(scene_of(fmt::format(R"({{
        "bodies": [{{"solver": "rigid", "shape": {}, "sampling": {{"particles": 60}}, "axis": [0, 0, 1], "angle": {},
                    "translate": [{}, {}, 0]}}],
        "obstacles": [{{"type": "plane", "axis": [0, 0, 1], "angle": {}}}]
    }})",
                                                        shape, degrees, -0.15 * std::sin(degrees * radians),
                                                        0.15 * std::cos(degrees * radians), degrees)));
    const Vec3 start = center_of(simulation.snapshot());
    run_frames(simulation, 120);
    return (center_of(simulation.snapshot()) - start).norm();
}

TEST(RigidFriction, holds_a_block_below_its_angle_and_lets_it_slide_above) {
    const char* block = R"({"type": "box", "size": [0.6, 0.3, 0.6]})";
    const double angle = std::atan(0.5) / radians;
    const double below = slid(angle - 1, block), above = slid(angle + 1, block);
    // s = ½ g (sin θ − μ cos θ) t²
    const double theta = (angle + 1) * radians;
    const double expected = 0.5 * g * (std::sin(theta) - 0.5 * std::cos(theta)) * 4;
    measured("slid below, m", below);
    measured("slid above, m", above);
    measured("expected above, m", expected);
    EXPECT_LT(below, 1e-3);
    EXPECT_NEAR(above, expected, 0.03 * expected);
    const double steep = 40 * radians, far = 0.5 * g * (std::sin(steep) - 0.5 * std::cos(steep)) * 4;
    EXPECT_NEAR(slid(40, block), far, 0.02 * far);
}

TEST(RigidFriction, rolls_a_ball_by_five_sevenths) {
    const double expected = 0.5 * g * std::sin(10 * radians) * 4 * 5 / 7;
    const double rolled = slid(10, R"({"type": "sphere", "radius": 0.15})");
    measured("rolled / expected", rolled / expected);
    EXPECT_NEAR(rolled, expected, 0.02 * expected);
}

class BouncingBall : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Restitution, BouncingBall, ::testing::Values(0.5, 0.8, 1.0));

TEST_P(BouncingBall, rises_by_the_square_of_its_restitution) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"substeps": 8},
        "bodies": [{"solver": "rigid", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}, "translate": [0, 1.1, 0]}],
        "obstacles": [{"type": "plane", "restitution": 0}]
    })",
                                            {{"bodies.0.material.restitution", std::to_string(GetParam())}}));
    std::vector<double> heights, tops;
    for (int step = 0; step < 3 * 480; ++step) {
        simulation.step();
        heights.push_back(simulation.parts().state.rigid.motions[0].position.y() - 0.1);
        const std::size_t n = heights.size();
        if (n > 2 && heights[n - 2] >= heights[n - 3] && heights[n - 2] > heights[n - 1] && heights[n - 2] > 1e-3)
            tops.push_back(heights[n - 2]);
    }
    EXPECT_GT(*std::min_element(heights.begin(), heights.end()), -1e-9);
    ASSERT_GE(tops.size(), 2U);
    // Only what came into the step bounces, so that no energy is won: up to g h of the speed is lost in each bounce,
    // and about as much in a fall and a rise by symplectic Euler's steps of h.
    double speed = std::sqrt(2 * g), expected = 1, lost = 0;
    for (std::size_t n = 0; n < 2; ++n) {
        lost += 4 * g * simulation.dt() / speed;
        speed *= GetParam();
        expected *= GetParam() * GetParam();
        measured("height / expected", tops[n] / expected);
        EXPECT_LT(tops[n], expected * (1 + 1e-6));
        EXPECT_GT(tops[n], expected * (1 - lost - g * simulation.dt() / speed));
    }
}

/// The most kinetic and potential energy in ten seconds of bouncing without friction, over that at the start.
double most_energy(const char* shape, double degrees) {
    Simulation simulation = serial(scene_of(fmt::format(R"({{
        "time": {{"fps": 60, "frames": 600, "substeps": 4}},
        "bodies": [{{"solver": "rigid", "shape": {}, "sampling": {{"particles": 200}}, "translate": [0, 1, 0],
                     "axis": [1, 0.3, 0.2], "angle": {}, "material": {{"restitution": 1, "friction": 0}}}}],
        "obstacles": [{{"type": "plane", "restitution": 1, "friction": 0}}]}})",
                                                        shape, degrees)));
    const auto energy = [&] { return simulation.stats().kinetic_energy + simulation.stats().gravity_energy; };
    const double start = energy();
    double most = start;
    for (int frame = 0; frame < 600; ++frame) {
        simulation.advance_frame();
        most = std::max(most, energy());
    }
    measured("most energy over that at the start", most / start);
    return most / start;
}

TEST(RigidRestitution, of_one_never_gives_more_than_came_in) {
    for (const double degrees : {0.0, 20.0, 45.0}) {
        EXPECT_LT(most_energy(R"({"type": "box", "size": [0.4, 0.3, 0.2]})", degrees), 1.01) << degrees;
        EXPECT_LT(most_energy(R"({"type": "difference", "parts": [{"type": "box", "size": [0.5, 0.5, 0.5]},
                                    {"type": "box", "size": [0.4, 0.4, 0.4]}]})",
                              degrees),
                  1.03)
            << degrees;
    }
}

}  // namespace
}  // namespace pliant::testing

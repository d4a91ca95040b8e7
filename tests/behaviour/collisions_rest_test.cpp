// Bodies that lie on each other come to rest and stay there; friction holds and lets go where Coulomb says.
#include "behaviour/helpers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::testing {
namespace {

TEST(CollisionRest, a_stack_of_three_soft_boxes_settles_and_stays) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 600, "substeps": 4},
        "bodies": [
            {"shape": {"type": "box", "size": [0.6, 0.2, 0.6]}, "sampling": {"particles": 500},
             "material": {"stiffness": 30, "damping": 600}, "translate": [0, 0.125, 0]},
            {"shape": {"type": "box", "size": [0.6, 0.2, 0.6]}, "sampling": {"particles": 500},
             "material": {"stiffness": 30, "damping": 600}, "translate": [0.02, 0.375, 0]},
            {"shape": {"type": "box", "size": [0.6, 0.2, 0.6]}, "sampling": {"particles": 500},
             "material": {"stiffness": 30, "damping": 600}, "translate": [0, 0.625, 0.02]}],
        "obstacles": [{"type": "plane"}]
    })"));
    double potential = 0;
    for (std::uint32_t b = 0; b < 3; ++b)
        potential += simulation.bodies()[b].mass * 9.81 * center_of(simulation.snapshot(), b).y();
    run_frames(simulation, 300);
    double most = 0, deepest = 0;
    for (int f = 0; f < 300; ++f) {
        const StepReport report = simulation.advance_frame();
        most = std::max(most, simulation.stats().kinetic_energy / potential);
        deepest = std::max(deepest, report.left_penetration / simulation.bodies().front().spacing);
    }
    measured("kinetic over initial potential energy, from 5 s to 10 s", most);
    measured("penetration over spacing", deepest);
    EXPECT_LT(most, 1e-5);
    EXPECT_LT(deepest, 0.1);
    const Frame end = simulation.snapshot();
    // Boxes of 0.2 m, pressed a little: they touch where their faces are.
    EXPECT_GT(center_of(end, 1).y() - center_of(end, 0).y(), 0.19);
    EXPECT_GT(center_of(end, 2).y() - center_of(end, 1).y(), 0.19);
}

/// How far a block slides in two seconds on a soft slab that is held at its bottom, when gravity is turned by an angle.
double slide(double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    Simulation simulation = serial(scene_of(
        R"({
        "time": {"fps": 60, "frames": 180, "substeps": 4},
        "bodies": [
            {"name": "slab", "shape": {"type": "box", "size": [2, 0.2, 0.6]}, "sampling": {"particles": 1200},
             "material": {"stiffness": 40, "damping": 200, "friction": 0.5},
             "pins": [{"region": {"type": "box", "size": [3, 0.12, 3], "translate": [0, -0.1, 0]}}]},
            {"name": "block", "shape": {"type": "box", "size": [0.4, 0.15, 0.4]}, "sampling": {"particles": 250},
             "material": {"stiffness": 40, "damping": 200, "friction": 0.5}, "translate": [-0.5, 0.24, 0]}],
        "obstacles": []
    })",
        {{"gravity", fmt::format("[{}, {}, 0]", 9.81 * std::sin(angle), -9.81 * std::cos(angle))}}));
    run_frames(simulation, 60);
    const double start = center_of(simulation.snapshot(), 1).x();
    run_frames(simulation, 120);
    const double way = center_of(simulation.snapshot(), 1).x() - start;
    measured(fmt::format("way at {} degrees", degrees), way);
    return way;
}

TEST(CollisionRest, a_soft_block_on_a_soft_slope_does_not_creep) {
    const double angle = 20 * std::numbers::pi / 180;
    Simulation simulation = serial(scene_of(
        R"({
        "time": {"fps": 60, "frames": 180},
        "bodies": [
            {"shape": {"type": "box", "size": [1.6, 0.1, 0.5]}, "sampling": {"particles": 1500},
             "material": {"friction": 0.5},
             "pins": [{"region": {"type": "box", "size": [2, 0.06, 2], "translate": [0, -0.04, 0]}}]},
            {"shape": {"type": "box", "size": [0.3, 0.2, 0.3]}, "sampling": {"particles": 400},
             "material": {"friction": 0.5}, "translate": [0, 0.1501, 0]}]
    })",
        {{"gravity", fmt::format("[{}, {}, 0]", 9.81 * std::sin(angle), -9.81 * std::cos(angle))}}));
    run_frames(simulation, 120);
    const double start = center_of(simulation.snapshot(), 1).x();
    run_frames(simulation, 60);
    const double way = center_of(simulation.snapshot(), 1).x() - start;
    measured("way in a second, m", way);
    EXPECT_LT(std::abs(way), 2e-4);
}

TEST(CollisionRest, a_block_on_a_soft_slope_slides_at_its_friction_angle_within_two_degrees) {
    const double critical = std::atan(0.5) * 180 / std::numbers::pi;
    EXPECT_LT(slide(critical - 2), 0.02);
    // Coulomb: 0.38 m/s² down the slope from the start, so 1.2 m from the end of the first second to that of the third.
    EXPECT_GT(slide(critical + 2), 0.5);
}

}  // namespace
}  // namespace pliant::testing

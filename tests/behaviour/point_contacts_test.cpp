// What point-based bodies touch: obstacles, rigid bodies, each other, bodies of shape matching, and themselves.
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace pliant::testing {
namespace {

/// A cube of 512 particles; viscosity lets it come to rest, but would brake its rotation.
std::string cube(const std::string& viscosity, const std::string& more) {
    return R"({"solver": "point_based", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]},
               "sampling": {"method": "grid", "spacing": 0.05},
               "material": {"young": 1e5, "friction": 0.5, "restitution": 0, "viscosity": )" +
           viscosity + "}, " + more + "}";
}

std::string free_flight(const std::string& bodies) {
    return R"({"gravity": [0, 0, 0], "time": {"fps": 60, "substeps": 4}, "bodies": [)" + bodies + "]}";
}

std::string rigid_box(const std::string& more) {
    return R"({"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"particles": 60}, )" +
           more + "}";
}

std::string jelly_box(const std::string& more) {
    return R"({"shape": {"type": "box", "size": [0.4, 0.4, 0.4]}, "sampling": {"particles": 500},
               "material": {"stiffness": 20, "damping": 5}, )" +
           more + "}";
}

/// Two bodies fly at each other along x; they must meet, and turn back or stop.
void expect_an_exchange(const std::string& bodies, double least_gap) {
    Simulation simulation = serial(scene_of(free_flight(bodies)));
    const Stats start = simulation.stats();
    const RunResult result = run_frames(simulation, 60);
    const Stats end = simulation.stats();
    EXPECT_TRUE(result.finite);
    EXPECT_GT(result.report.contacts, 0U);
    EXPECT_LE(end.kinetic_energy, start.kinetic_energy * 1.001);
    const Frame frame = simulation.snapshot();
    const double gap = bounds_of(frame, 1).lower.x() - bounds_of(frame, 0).upper.x();
    measured("gap after the impact / spacing", gap / 0.05);
    EXPECT_GT(gap, least_gap) << "they must not have passed through each other";
    EXPECT_LT(center_of(frame, 0).x(), center_of(frame, 1).x());
}

TEST(PointBasedBody, collides_with_another) {
    expect_an_exchange(cube("0", R"("translate": [-0.5, 0, 0], "velocity": [1, 0, 0])") + "," +
                           cube("0", R"("translate": [0.5, 0.03, 0.02], "velocity": [-1, 0, 0])"),
                       0.5 * 0.05);
}

TEST(PointBasedBody, collides_with_a_rigid_one) {
    expect_an_exchange(cube("0", R"("translate": [-0.5, 0, 0], "velocity": [1, 0, 0])") + "," +
                           rigid_box(R"("translate": [0.5, 0.03, 0.02], "velocity": [-1, 0, 0])"),
                       0.5 * 0.05);
}

TEST(PointBasedBody, collides_with_one_of_shape_matching) {
    expect_an_exchange(cube("0", R"("translate": [-0.5, 0, 0], "velocity": [1, 0, 0])") + "," +
                           jelly_box(R"("translate": [0.5, 0.03, 0.02], "velocity": [-1, 0, 0])"),
                       0.5 * 0.05);
}

/// A soft cube of points that flies and spins.
std::string flying(const char* spacing, const char* density, const std::string& restitution, const std::string& more) {
    return fmt::format(R"({{"solver": "point_based", "shape": {{"type": "box", "size": [0.4, 0.4, 0.4]}},
                           "sampling": {{"method": "grid", "spacing": {}}},
                           "material": {{"young": 2e4, "density": {}, "friction": 0.8, "restitution": {}, "viscosity": 0}}, {}}})",
                       spacing, density, restitution, more);
}

class PointContactMomentum : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Restitution, PointContactMomentum, ::testing::Values("0", "0.7"));

// With friction, which turns the bodies, and among all kinds of them.
TEST_P(PointContactMomentum, is_kept_over_a_thousand_steps) {
    const std::string e = GetParam();
    Simulation simulation = serial(scene_of(free_flight(
        flying("0.066667", "1000", e, R"("translate": [-0.45, 0, 0], "velocity": [0.8, 0, 0], "spin": [0, 90, 60])") +
        "," + flying("0.08", "300", e, R"("translate": [0.4, 0.1, 0.05], "velocity": [-0.7, 0, 0])") + "," +
        jelly_box(R"("translate": [0, 0.6, 0], "velocity": [0, -0.8, 0.1], "spin": [100, 0, 0])") + "," +
        rigid_box(R"("translate": [0, -0.6, 0.1], "velocity": [0, 0.6, 0], "spin": [0, 80, 0])"))));
    expect_momentum_kept(simulation, 1000);
}

TEST(PointBasedBody, passes_through_what_it_is_told_not_to_collide_with) {
    Simulation simulation = serial(scene_of(
        free_flight(cube("0", R"("translate": [-0.5, 0, 0], "velocity": [2, 0, 0], "collides": false)") + "," +
                    cube("0", R"("translate": [0.5, 0, 0])") + "," + rigid_box(R"("translate": [1.1, 0, 0])"))));
    const RunResult result = run_frames(simulation, 60);
    EXPECT_EQ(result.report.contacts, 0U);
    EXPECT_NEAR(center_of(simulation.snapshot(), 0).x(), 1.5, 1e-3);
}

/// A cube on the ground, and something on top of it.
std::string stack(const std::string& top) {
    return R"({"time": {"fps": 60, "substeps": 4}, "obstacles": [{"type": "plane", "friction": 0.5}], "bodies": [)" +
           cube("1000", R"("translate": [0, 0.2, 0])") + "," + top + "]}";
}

TEST(PointBasedBody, rests_on_the_ground_which_carries_its_weight) {
    Simulation simulation = serial(scene_of(R"({"time": {"fps": 60, "substeps": 4},
        "obstacles": [{"type": "plane", "friction": 0.5}], "bodies": [)" +
                                            cube("1000", R"("translate": [0, 0.3, 0])") + "]}"));
    run_frames(simulation, 100);
    double force = 0;
    for (int f = 0; f < 20; ++f) {
        simulation.advance_frame();
        force += 60 * simulation.stats().contact_impulses[0].y() / 20;
    }
    const double weight = simulation.bodies()[0].mass * 9.81;
    measured("force over weight", force / weight);
    EXPECT_NEAR(force, weight, 0.02 * weight);
    EXPECT_NEAR(weight, 0.4 * 0.4 * 0.4 * 1000 * 9.81, 1);
    measured("max speed at rest", simulation.stats().max_speed);
    EXPECT_LT(simulation.stats().max_speed, 0.02);
    EXPECT_NEAR(bounds_of(simulation.snapshot()).lower.y(), 0.025, 0.005);
}

TEST(PointBasedBody, carries_a_rigid_box_and_is_pressed_down_by_it) {
    Simulation simulation =
        serial(scene_of(stack(R"({"solver": "rigid", "shape": {"type": "box", "size": [0.3, 0.2, 0.3]},
                          "sampling": {"particles": 60}, "material": {"density": 500}, "translate": [0, 0.55, 0]})")));
    run_frames(simulation, 150);
    const auto [force, left] = weigh(simulation, 1);
    const double weight = simulation.bodies()[1].mass * 9.81;
    measured("force over weight", force / weight);
    measured("left penetration / spacing", left / 0.05);
    EXPECT_NEAR(force, weight, 0.03 * weight);
    EXPECT_LT(left, 0.1 * 0.05);
    const double bottom = simulation.parts().state.rigid.motions[0].position.y() - 0.1;
    measured("bottom of the box, m", bottom);
    EXPECT_GT(bottom, 0.36);
    EXPECT_LT(bottom, 0.41);
}

TEST(PointBasedBody, carries_and_is_carried_by_a_body_of_shape_matching) {
    Simulation simulation = serial(scene_of(stack(
        R"({"shape": {"type": "box", "size": [0.3, 0.2, 0.3]}, "sampling": {"particles": 300},
            "material": {"stiffness": 20, "damping": 30, "density": 500}, "translate": [0, 0.55, 0]})")));
    run_frames(simulation, 150);
    double force = 0;
    for (int f = 0; f < 20; ++f) {
        simulation.advance_frame();
        force += 60 * simulation.stats().contact_impulses[1].y() / 20;
    }
    const double weight = simulation.bodies()[1].mass * 9.81;
    measured("force over weight", force / weight);
    EXPECT_NEAR(force, weight, 0.05 * weight);
    const double overlap =
        bounds_of(simulation.snapshot(), 0).upper.y() - bounds_of(simulation.snapshot(), 1).lower.y();
    measured("overlap of particle centers / spacing", overlap / 0.05);
    EXPECT_LT(overlap, 0.05);
}

TEST(PointBasedBody, meets_far_parts_of_itself) {
    // The legs of a horseshoe swing together; without contacts they would pass each other.
    const auto gap = [](bool meets) {
        Simulation simulation = serial(scene_of(
            R"({"gravity": [0, 0, 0], "time": {"fps": 60, "substeps": 4}, "bodies": [{"solver": "point_based",
            "shape": {"type": "difference", "parts": [{"type": "box", "size": [0.6, 1.2, 0.25]},
                                                      {"type": "box", "size": [0.2, 1.2, 1], "translate": [0, 0.25, 0]}]},
            "sampling": {"method": "grid", "spacing": 0.05}, "self_collides": )" +
            std::string(meets ? "true" : "false") + R"(, "material": {"young": 2e4, "viscosity": 5}}]})"));
        PointBody& body = simulation.parts().state.points[0];
        std::vector<std::size_t> left, right;
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (body.particles[i].position[1] < Real(0.2)) continue;
            const bool is_left = body.particles[i].position[0] < 0;
            (is_left ? left : right).push_back(i);
            body.particles[i].velocity[0] = Real(is_left ? 4 : -4);
        }
        double closest = 1;
        for (int f = 0; f < 30; ++f) {
            simulation.advance_frame();
            double most_left = -1, most_right = 1;
            for (const std::size_t i : left) most_left = std::max(most_left, double(body.particles[i].position[0]));
            for (const std::size_t i : right) most_right = std::min(most_right, double(body.particles[i].position[0]));
            closest = std::min(closest, most_right - most_left);
        }
        return closest;
    };
    const double with = gap(true), without = gap(false);
    measured("closest with contacts / spacing", with / 0.05);
    measured("closest without / spacing", without / 0.05);
    EXPECT_LT(without, -0.05) << "the test must be able to fail";
    EXPECT_GT(with, -0.25 * 0.05);
}

}  // namespace
}  // namespace pliant::testing

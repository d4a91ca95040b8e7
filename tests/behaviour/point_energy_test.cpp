// Nothing that a point-based body does by itself gives it energy, or takes its momenta.
#include "behaviour/levels_helpers.hpp"
#include "core/random.hpp"
#include "helpers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

double energy_of(const Stats& stats) { return stats.kinetic_energy + stats.elastic_energy + stats.gravity_energy; }

constexpr const char* ell = R"({"type": "union", "parts": [{"type": "box", "size": [0.6, 0.2, 0.2]},
    {"type": "box", "size": [0.2, 0.6, 0.2], "translate": [-0.2, 0.2, 0]}]})";

/// An L of 300 points that flows; `start` is how its motion begins.
std::string plastic(const std::string& start, const std::string& neighborhoods, double flow, double yield,
                    double poisson, const std::string& obstacles = "") {
    return fmt::format(R"({{"time": {{"fps": 60, "frames": 200, "substeps": 4}}, "gravity": [0, 0, 0],
        "bodies": [{{"solver": "point_based", "shape": {}, "sampling": {{"particles": 300}}, {},
                     "point_based": {{"neighborhoods": "{}"}},
                     "material": {{"young": 1e5, "poisson": {}, "yield_stress": {}, "flow": {}, "viscosity": 1}}}}], "obstacles": [{}]}})",
                       ell, start, neighborhoods, poisson, yield, flow, obstacles);
}

struct PlasticCase {
    const char *start, *neighborhoods;
    double flow, yield, poisson;
};
class FreePlasticPoints : public ::testing::TestWithParam<PlasticCase> {};

TEST_P(FreePlasticPoints, gain_no_energy_and_keep_both_momenta) {
    const PlasticCase& c = GetParam();
    Simulation simulation = serial(scene_of(plastic(c.start, c.neighborhoods, c.flow, c.yield, c.poisson)));
    const Stats start = simulation.stats();
    double most = 0, fastest = 0;
    for (int frame = 0; frame < simulation.frame_count(); ++frame) {
        simulation.advance_frame();
        const Stats stats = simulation.stats();
        most = std::max(most, energy_of(stats) / energy_of(start));
        fastest = std::max(fastest, stats.max_speed);
    }
    const Stats end = simulation.stats();
    measured("greatest energy, over that of the start", most);
    measured("greatest speed, m/s", fastest);
    const double turning = std::max(start.angular_momentum.norm(), 0.01);
    measured("angular momentum lost", (end.angular_momentum - start.angular_momentum).norm() / turning);
    EXPECT_LT(most, 1.05);
    EXPECT_LT(fastest, 30);
    EXPECT_LT((end.momentum - start.momentum).norm(), 1e-3 * start.mass);
    EXPECT_LT((end.angular_momentum - start.angular_momentum).norm(), 1e-3 * turning);
}

// With flow and momenta as they were, all of these exploded, and all that spin were braked.
INSTANTIATE_TEST_SUITE_P(Cases, FreePlasticPoints,
                         ::testing::Values(PlasticCase{R"("spin": [60, -150, 200])", "embedded", 1000, 60, 0.3},
                                           PlasticCase{R"("spin": [-120, 80, 190])", "embedded", 1000, 300, 0.45},
                                           PlasticCase{R"("stretch": [1.3, 0.8, 1.2])", "embedded", 1000, 60, 0.45},
                                           PlasticCase{R"("stretch": [0.8, 1.3, 1.1])", "world", 20, 2000, 0.3},
                                           PlasticCase{R"("twist": {"angle": 100})", "world", 5, 10000, 0.3}));

TEST(PlasticPoints, that_hit_a_wall_do_not_explode) {
    for (const double flow : {20.0, 1000.0}) {
        Simulation simulation = serial(scene_of(plastic(R"("velocity": [0, -2, 0], "translate": [0, 0.4, 0])",
                                                        "embedded", flow, 0, 0.45, R"({"type": "plane"})")));
        const double start = energy_of(simulation.stats());
        for (int frame = 0; frame < simulation.frame_count(); ++frame) {
            simulation.advance_frame();
            ASSERT_LT(energy_of(simulation.stats()), 1.02 * start) << "flow " << flow << ", frame " << frame;
        }
        EXPECT_LT(simulation.stats().max_speed, 4);
    }
}

/// Two elastic cubes of points, one dropped on the other by 3 cm; waves cross many spacings in a step of the scene.
TEST(ElasticPoints, that_fall_on_each_other_do_not_explode_at_long_steps) {
    constexpr const char* cubes = R"({"time": {"fps": 60, "frames": 60, "substeps": 1},
        "bodies": [
            {"solver": "point_based", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "sampling": {"particles": 150},
             "material": {"young": 1e5}, "translate": [0, 0.12, 0]},
            {"solver": "point_based", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "sampling": {"particles": 150},
             "material": {"young": 1e5}, "translate": [0.02, 0.37, 0.01]}],
        "obstacles": [{"type": "plane"}]})";
    Simulation simulation = serial(scene_of(cubes));
    const double start = energy_of(simulation.stats());
    double fastest = 0, most = 0;
    for (int frame = 0; frame < simulation.frame_count(); ++frame) {
        simulation.advance_frame();
        const Stats stats = simulation.stats();
        fastest = std::max(fastest, stats.max_speed);
        most = std::max(most, energy_of(stats) / start);
    }
    measured("greatest speed, m/s", fastest);
    measured("greatest energy, over that of the start", most);
    EXPECT_LT(fastest, 5);
    EXPECT_LT(most, 1.01);
}

/// A body of one to three particles of a solver, or a block of points, whose lowest point is at `height`.
std::string small_body(Random& random, const std::string& solver, double height) {
    const auto one_of = [&](std::initializer_list<double> values) {
        return values.begin()[static_cast<std::size_t>(random.uniform() * 0.999 * static_cast<double>(values.size()))];
    };
    const std::string material =
        fmt::format(R"("material": {{"stiffness": 6, "density": {}, "friction": {}, "restitution": {}}})",
                    one_of({30, 300, 3000}), one_of({0, 0.5, 2}), one_of({0, 0.2, 0.9}));
    const double radius = one_of({0.01, 0.03, 0.1}), x = 0.08 * random.uniform() - 0.04;
    if (solver == "point_based")
        return fmt::format(R"({{"solver": "point_based", "shape": {{"type": "box", "size": [0.2, 0.2, 0.2]}},
            "sampling": {{"particles": 100}}, {}, "translate": [{}, {}, 0]}})",
                           material, x, height + 0.12);
    return fmt::format(R"({{"solver": "{}", "shape": {{"type": "sphere", "radius": {}}}, "clusters": {{"count": 1}},
        "sampling": {{"particles": {}}}, {}, "translate": [{}, {}, 0]}})",
                       solver, radius, one_of({1, 2, 3}), material, x, height + 2 * radius);
}

TEST(SmallBodies, of_any_two_solvers_meet_without_gaining_energy) {
    Random random(5);
    double most = 0, fastest = 0;
    for (const char* low : {"shape_matching", "point_based", "rigid"})
        for (const char* high : {"shape_matching", "point_based", "rigid"})
            for (int trial = 0; trial < (runs_all_tests() ? 40 : 4); ++trial) {
                const std::string text = fmt::format(
                    R"({{"time": {{"fps": 60, "frames": 60, "substeps": {}}}, "bodies": [{}, {}],
                         "obstacles": [{{"type": "plane"}}]}})",
                    trial % 2 == 0 ? 4 : 16, small_body(random, low, 0), small_body(random, high, 0.25));
                Simulation simulation = serial(scene_of(text.c_str()));
                const double start = energy_of(simulation.stats());
                for (int frame = 0; frame < 60; ++frame) {
                    simulation.advance_frame();
                    const Stats stats = simulation.stats();
                    most = std::max(most, energy_of(stats) / start);
                    fastest = std::max(fastest, stats.max_speed);
                    ASSERT_LT(stats.max_speed, 40) << low << " under " << high << ", trial " << trial << "\n" << text;
                }
            }
    measured("greatest energy, over that of the start", most);
    measured("greatest speed, m/s", fastest);
    EXPECT_LT(most, 1.3);
}

}  // namespace
}  // namespace pliant::testing

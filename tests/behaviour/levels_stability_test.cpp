// How stiff a step may be. MR20 section 4.2 bounds α by 2; docs/methods.md section 2: with a goal that stands still the
// integrator is stable for α < 4 − 2 k_d. In a body of one cluster the goals of every vibration stand still, so that
// the bound must be found there.
#include "behaviour/levels_helpers.hpp"

#include "sim/parts.hpp"

#include <fmt/format.h>

#include <pliant/error.hpp>

#include <cmath>

namespace pliant::testing {
namespace {

constexpr double start_stretch = 1.001;

Scene one_cluster_cube(const std::vector<Override>& overrides = {}) {
    return load_scene("hovering-cube",
                      one_level(1) +
                          std::vector<Override>{{"bodies.0.material.damping", "0"},
                                                {"bodies.0.stretch", fmt::format("[{}, 1, 1]", start_stretch)}} +
                          overrides);
}

/// Does a small stretch grow? α and k_d are put below the scene's check, which refuses what this looks for.
bool grows(double alpha, double k_d) {
    Simulation cube = serial(one_cluster_cube({{"bodies.0.material.k_d", "0.5"}}));
    Simulation::Parts& parts = cube.parts();
    parts.state.soft.response.at(0, 0) = static_cast<Real>(alpha / parts.model.dt);
    parts.state.soft.response.at(0, 1) = static_cast<Real>(k_d);
    const double rest = cube.stats().bbox.size().y(), limit = 100 * (start_stretch - 1) * rest;
    for (int step = 0; step < 300; ++step) {
        cube.step();
        const double length = cube.stats().bbox.size().x();
        if (!(std::abs(length - rest) < limit)) return true;
    }
    return false;
}

/// The least α at which a small stretch grows.
double measured_bound(double k_d) {
    double stable = 1, unstable = 6;
    EXPECT_FALSE(grows(stable, k_d));
    EXPECT_TRUE(grows(unstable, k_d));
    while (unstable - stable > 0.005) {
        const double middle = 0.5 * (stable + unstable);
        (grows(middle, k_d) ? unstable : stable) = middle;
    }
    return 0.5 * (stable + unstable);
}

TEST(StiffestStep, is_four_minus_twice_the_damping_on_one_cluster) {
    for (const double k_d : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double found = measured_bound(k_d);
        measured(fmt::format("largest stable α at k_d = {}", k_d), found);
        EXPECT_NEAR(found, 4 - 2 * k_d, 0.05 * (4 - 2 * k_d)) << "k_d = " << k_d;
    }
}

TEST(StiffestStep, of_a_level_of_its_own_is_checked_beside_a_raw_alpha) {
    const auto with = [](const char* stiffness) {
        return one_cluster_cube(
            {{"bodies.0.material.alpha", "0.5"},
             {"bodies.0.clusters.level_overrides", fmt::format(R"([{{"level": 0, "stiffness": {}}}])", stiffness)}});
    };
    EXPECT_NO_THROW(with("20"));
    EXPECT_THROW(with("200"), InputError);
}

TEST(StiffestStep, is_where_the_scene_check_draws_the_line) {
    const auto with = [](double alpha, double k_d) {
        return one_cluster_cube(
            {{"bodies.0.material.alpha", fmt::format("{}", alpha)}, {"bodies.0.material.k_d", fmt::format("{}", k_d)}});
    };
    for (const double k_d : {0.25, 0.5, 1.0}) {
        EXPECT_NO_THROW(with(0.999 * (4 - 2 * k_d), k_d));
        EXPECT_THROW(with(4 - 2 * k_d, k_d), InputError);
    }
}

class JustBelowTwo : public ::testing::TestWithParam<double> {};

// On three levels, stretched to half as much again: a thousand steps without damping, and at full damping.
TEST_P(JustBelowTwo, three_levels_stay_stable) {
    for (const char* scheme : {"uniform", "linear", "gaussian"}) {
        Simulation cube = serial(
            load_scene("hovering-cube", {{"bodies.0.material.alpha", "1.99"},
                                         {"bodies.0.material.damping", "0"},
                                         {"bodies.0.material.k_d", fmt::format("{}", GetParam())},
                                         {"bodies.0.stretch", "[1.5, 1, 1]"},
                                         weights(fmt::format(R"({{"scheme": "{}", "favor": "fine"}})", scheme))}));
        const Stats start = cube.stats();
        const double energy = start.kinetic_energy + start.elastic_energy;
        const double size = start.bbox.size().norm();
        double largest = 0, early = 0, late = 0;
        for (int step = 0; step < 1000; ++step) {
            cube.step();
            const Stats now = cube.stats();
            largest = std::max(largest, now.bbox.size().norm() / size);
            double& most = step < 500 ? early : late;
            most = std::max(most, (now.kinetic_energy + now.elastic_energy) / energy);
        }
        measured(fmt::format("{}, largest size over the first", scheme), largest);
        measured(fmt::format("{}, most energy over the first, steps 1 to 500", scheme), early);
        measured(fmt::format("{}, most energy over the first, steps 501 to 1000", scheme), late);
        EXPECT_LT(largest, 2) << scheme;
        EXPECT_LT(early, 3) << scheme;
        EXPECT_LT(late, 1.2 * early) << scheme << ": it does not go on growing";
        if (GetParam() == 1) {
            EXPECT_LT(cube.stats().kinetic_energy, 1e-3 * energy) << scheme;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Damping, JustBelowTwo, ::testing::Values(0.0, 0.1, 1.0), [](const auto& info) {
    return fmt::format("k_d_{}_percent", static_cast<int>(100 * info.param));
});

}  // namespace
}  // namespace pliant::testing

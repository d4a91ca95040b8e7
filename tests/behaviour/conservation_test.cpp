// What a body alone in space keeps: momentum, angular momentum, and energy within a band (docs/methods.md section 2:
// with the least-squares rotation the pull is the gradient of an energy and free of torque).
#include "behaviour/helpers.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

/// Stretched, spinning and drifting, undamped; 2000 steps.
Scene spinning_body(const std::string& stretch, int strain_sweeps) {
    return scene_of(
        R"({
        "time": {"fps": 60, "frames": 500, "substeps": 4},
        "gravity": [0, 0, 0],
        "bodies": [{
            "shape": {"type": "difference", "parts": [
                {"type": "box", "size": [1, 0.8, 0.4]}, {"type": "box", "size": [0.8, 0.6, 1], "translate": [0.4, 0.3, 0]}]},
            "sampling": {"particles": 400},
            "clusters": {"count": 16},
            "material": {"stiffness": 6, "damping": 0, "restitution": 1},
            "velocity": [0.3, -0.2, 0.1], "spin": [40, 120, 60]
        }]
    })",
        {{"bodies.0.stretch", stretch}, {"bodies.0.material.strain_sweeps", std::to_string(strain_sweeps)}});
}

struct Drift {
    double momentum = 0, angular_momentum = 0;  // largest change, relative to the body's own motion
    double least_energy = 0, most_energy = 0;   // relative to the start
    double last_energy = 0;                     // mean of the last tenth, likewise
};

Drift drift_of(const std::string& stretch, int strain_sweeps) {
    Simulation simulation = serial(spinning_body(stretch, strain_sweeps));
    const Stats first = simulation.stats();
    // The body's own measure of motion: what its momenta would be if all of its particles moved alike.
    const double momentum_scale = std::sqrt(2 * first.kinetic_energy * first.mass);
    const double angular_scale = std::max(first.angular_momentum.norm(), momentum_scale * first.bbox.size().norm() / 2);
    const double energy_scale = first.kinetic_energy + first.elastic_energy;
    Drift drift;
    drift.least_energy = drift.most_energy = 1;
    std::uint64_t steps = 0;
    int tail = 0;
    for (int f = 0; f < simulation.frame_count(); ++f) {
        steps += simulation.advance_frame().steps;
        const Stats now = simulation.stats();
        drift.momentum = std::max(drift.momentum, (now.momentum - first.momentum).norm() / momentum_scale);
        drift.angular_momentum =
            std::max(drift.angular_momentum, (now.angular_momentum - first.angular_momentum).norm() / angular_scale);
        const double energy = (now.kinetic_energy + now.elastic_energy) / energy_scale;
        drift.least_energy = std::min(drift.least_energy, energy);
        drift.most_energy = std::max(drift.most_energy, energy);
        if (f >= simulation.frame_count() * 9 / 10) drift.last_energy += energy, ++tail;
    }
    drift.last_energy /= tail;
    EXPECT_EQ(steps, 2000U);
    measured("momentum", drift.momentum);
    measured("angular momentum", drift.angular_momentum);
    measured("least energy", drift.least_energy);
    measured("most energy", drift.most_energy);
    measured("last energy", drift.last_energy);
    return drift;
}

/// 2000 steps in doubles keep nine digits; in floats the rounding of some hundred thousand sums is left.
constexpr double tolerance = in_double ? 1e-9 : 3e-5;

constexpr const char* far_stretched = "[1.3, 1, 0.8]";
constexpr const char* little_stretched = "[1.06, 1, 0.95]";

TEST(Conservation, without_strain_limiting) {
    const Drift drift = drift_of(far_stretched, 0);
    EXPECT_LT(drift.momentum, tolerance);
    EXPECT_LT(drift.angular_momentum, tolerance);
    EXPECT_LT(drift.most_energy, 1.05);
    EXPECT_GT(drift.least_energy, 0.92);
    EXPECT_NEAR(drift.last_energy, 1, 0.02);
}

TEST(Conservation, within_the_strain_limit) {
    const Drift drift = drift_of(little_stretched, 5);
    EXPECT_LT(drift.momentum, tolerance);
    EXPECT_LT(drift.angular_momentum, tolerance);
    EXPECT_LT(drift.most_energy, 1.05);
}

// Beyond the limit the limit itself is a spring, so stiff that what it holds is not in the sum: it gives that back as
// motion at once, and takes energy away while it acts.
TEST(Conservation, beyond_the_strain_limit) {
    const Drift drift = drift_of(far_stretched, 5);
    EXPECT_LT(drift.momentum, tolerance);
    EXPECT_LT(drift.angular_momentum, tolerance);
    EXPECT_LT(drift.last_energy, 1);
}

}  // namespace
}  // namespace pliant::testing

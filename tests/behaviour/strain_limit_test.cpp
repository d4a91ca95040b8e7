// The strain limit as a spring: an energy, which is never more than it was, and the same at any step.
#include "behaviour/helpers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

double total_energy(const Simulation& simulation) {
    const Stats stats = simulation.stats();
    return stats.kinetic_energy + stats.elastic_energy + stats.gravity_energy;
}

/// Largest energy over the first, of a pinned and stretched ball that nothing damps.
double largest_gain(const std::string& limiter, int substeps) {
    Simulation simulation = serial(scene_of(
        R"({
        "time": {"fps": 60, "frames": 300},
        "bodies": [{"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 400}, "clusters": {"count": 16},
            "material": {"stiffness": 6, "damping": 0, "restitution": 1, "strain_limit": 0.05},
            "stretch": [1.5, 1, 0.8],
            "pins": [{"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.3, 0, 0]}}]}]
    })",
        {{"time.substeps", std::to_string(substeps)}, {"bodies.0.material.strain_limiter", "\"" + limiter + "\""}}));
    const double first = total_energy(simulation);
    double most = first;
    run_frames(simulation, 300, [&](const Simulation& s) { most = std::max(most, total_energy(s)); });
    return most / first;
}

TEST(StrainLimit, as_a_spring_never_adds_energy) {
    for (const int substeps : {1, 4, 16}) EXPECT_LT(largest_gain("spring", substeps), 1.001) << substeps;
}

TEST(StrainLimit, of_the_papers_does_and_is_there_for_comparison) { EXPECT_GT(largest_gain("projection", 4), 1.1); }

/// How far the free end of a bar hangs down that is beyond its limit.
double sag(int substeps) {
    Simulation simulation = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 300},
        "bodies": [{"shape": {"type": "box", "size": [1, 0.2, 0.2]}, "sampling": {"particles": 600},
            "clusters": {"count": 24}, "material": {"stiffness": 8, "damping": 12, "strain_limit": 0.03},
            "pins": [{"region": {"type": "box", "size": [0.1, 1, 1], "translate": [-0.5, 0, 0]}}]}]
    })",
                                            {{"time.substeps", std::to_string(substeps)}}));
    const double start = bounds_of(simulation.snapshot()).lower.y();
    run_frames(simulation, 300);
    return start - bounds_of(simulation.snapshot()).lower.y();
}

TEST(StrainLimit, as_a_spring_lets_a_bar_sag_alike_at_any_step) {
    const double fine = sag(16);
    EXPECT_GT(fine, 0.3) << "it is beyond its limit";
    for (const int substeps : {1, 2, 4}) EXPECT_NEAR(sag(substeps) / fine, 1, 0.05) << substeps;
}

}  // namespace
}  // namespace pliant::testing

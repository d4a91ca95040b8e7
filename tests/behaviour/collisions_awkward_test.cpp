// Bodies that start where they cannot be: overlapping, coincident, one inside the other, of extremely unequal size and
// mass. They stay finite, do not explode, and come apart or say why not.
#include "behaviour/helpers.hpp"

#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

struct Placed {
    const char* name;
    double size;      ///< of the second body, over the first one's
    double density;   ///< likewise
    double distance;  ///< between their centers, m; the first has radius 0.3
};

Scene two_bodies(const Placed& placed) {
    return scene_of(R"({
        "time": {"fps": 60, "frames": 180, "substeps": "auto"}, "gravity": [0, 0, 0],
        "bodies": [
            {"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 300}},
            {"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 300}}]
    })",
                    {{"bodies.1.shape.radius", fmt::format("{}", 0.3 * placed.size)},
                     {"bodies.1.material.density", fmt::format("{}", 1000 * placed.density)},
                     {"bodies.1.translate", fmt::format("[{}, {}, 0]", placed.distance, 0.1 * placed.distance)}});
}

class AwkwardBodies : public ::testing::TestWithParam<Placed> {};
INSTANTIATE_TEST_SUITE_P(Placed, AwkwardBodies,
                         ::testing::Values(Placed{"overlapping", 1, 1, 0.4}, Placed{"deep", 1, 1, 0.15},
                                           Placed{"coincident", 1, 1, 0}, Placed{"enclosed", 0.3, 1, 0.1},
                                           Placed{"enclosed in the middle", 0.3, 1, 0}, Placed{"tiny", 0.01, 1, 0.3},
                                           Placed{"a thousand times as heavy", 1, 1000, 0.4},
                                           Placed{"a thousand times as light", 1, 0.001, 0.4},
                                           Placed{"tiny and heavy", 0.03, 1000, 0.295}),
                         [](const auto& info) {
                             std::string name = info.param.name;
                             std::replace(name.begin(), name.end(), ' ', '_');
                             return name;
                         });

TEST_P(AwkwardBodies, stay_finite_and_come_apart_or_say_why_not) {
    Simulation simulation = serial(two_bodies(GetParam()));
    double energy = 0;  // J/kg
    const RunResult result = run_frames(simulation, 180, [&](const Simulation& now) {
        const Stats stats = now.stats();
        energy = std::max(energy, (stats.kinetic_energy + stats.elastic_energy) / stats.mass);
    });
    EXPECT_TRUE(result.finite);
    EXPECT_EQ(result.report.warning(Warning::non_finite_particle), 0U);
    EXPECT_EQ(result.report.warning(Warning::speed_limited), 0U);
    measured("most energy, J/kg", energy);
    measured("deep contacts", static_cast<double>(result.report.warning(Warning::deep_contact)));
    EXPECT_LT(energy, 20) << "all of it at 6 m/s, out of an overlap of 0.6 m";
    const StepReport last = simulation.advance_frame();
    const double spacing = std::max(simulation.bodies()[0].spacing, simulation.bodies()[1].spacing);
    measured("penetration left over spacing", last.left_penetration / spacing);
    const bool apart = last.left_penetration < 0.1 * spacing;
    EXPECT_TRUE(apart || result.report.warning(Warning::deep_contact) > 0) << "neither apart nor said";
}

RC_GTEST_PROP(AwkwardScenes, of_many_overlapping_bodies_stay_finite, (std::uint8_t seed)) {
    std::string bodies;
    std::uint64_t state = seed;
    const auto next = [&] {
        return static_cast<double>((state = state * 6364136223846793005u + 1442695040888963407u) >> 40) / 16777216.0;
    };
    const char* shapes[] = {R"("type": "sphere", "radius": 0.2)", R"("type": "box", "size": [0.4, 0.1, 0.3])",
                            R"("type": "sheet", "size": [0.5, 0, 0.5])",
                            R"("type": "strand", "path": [[0,0,0],[0.3,0.2,0],[0.5,0,0.2]])"};
    for (int b = 0; b < 5; ++b)
        bodies += fmt::format(
            R"({}{{"shape": {{{}}}, "sampling": {{"particles": {}}}, "translate": [{:.3f}, {:.3f}, {:.3f}], "scale": {:.3f},
               "material": {{"stiffness": 6, "density": {:.3f}, "friction": {:.2f}, "restitution": {:.2f}}}, "velocity": [{:.2f}, 0, 0], "spin": [0, {:.0f}, 0]}})",
            b == 0 ? "" : ",", shapes[static_cast<int>(4 * next())], 1 + static_cast<int>(80 * next()), 0.3 * next(),
            0.3 * next(), 0.3 * next(), std::pow(10, 2 * next() - 1), std::pow(10, 1 + 3 * next()), 2 * next(), next(),
            4 * next() - 2, 720 * next());
    Simulation simulation = serial(scene_of("{\"bodies\": [" + bodies +
                                            "], \"obstacles\": [{\"type\": \"plane\", \"translate\": [0, -0.5, 0]}]}"));
    const RunResult result = run_frames(simulation, 20);
    RC_ASSERT(result.finite);
    RC_ASSERT(result.report.warning(Warning::non_finite_particle) == 0U);
    RC_ASSERT(result.max_speed < 300);
}

TEST(CollisionThreads, give_the_same_bits_for_any_number) {
    const Scene scene = scene_of(R"({
        "time": {"fps": 60, "frames": 10, "substeps": "auto"}, "gravity": [0, 0, 0],
        "bodies": [
            {"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 11000}, "translate": [-0.3, 0, 0], "velocity": [2, 0, 0]},
            {"shape": {"type": "box", "size": [0.5, 0.5, 0.5]}, "sampling": {"particles": 11000}, "translate": [0.3, 0.05, 0], "velocity": [-2, 0, 0]}]
    })");
    const auto hash_with = [&](int threads) {
        Simulation simulation(scene, {.threads = threads, .instruction_set = {}, .progress = {}});
        StepReport report;
        for (int f = 0; f < 6; ++f) report.add(simulation.advance_frame());
        EXPECT_GT(report.contacts, 1000U);
        return simulation.hash();
    };
    const std::uint64_t one = hash_with(1);
    EXPECT_EQ(hash_with(2), one);
    EXPECT_EQ(hash_with(5), one);
}

}  // namespace
}  // namespace pliant::testing

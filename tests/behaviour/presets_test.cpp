// Every material preset can be dropped, with either solver.
#include "behaviour/helpers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace pliant::testing {
namespace {

class PresetMaterial : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetMaterial, survives_a_drop_with_either_solver) {
    for (const char* solver : {"shape_matching", "point_based"}) {
        Simulation simulation(parse_scene(fmt::format(R"({{"time": {{"frames": 60}}, "obstacles": [{{"type": "plane"}}],
                "bodies": [{{"solver": "{}", "shape": {{"type": "sphere", "radius": 0.2}}, "translate": [0, 0.7, 0],
                             "sampling": {{"particles": 250}}, "material": "{}"}}]}})",
                                                      solver, GetParam()),
                                          "drop.json"));
        double fastest = 0;
        StepReport report;
        for (int frame = 0; frame < 60; ++frame) {
            report.add(simulation.advance_frame());
            fastest = std::max(fastest, simulation.stats().max_speed);
        }
        // From half a metre it arrives with 3.1 m/s; what is thrown up by a rebound is faster for a moment.
        EXPECT_GT(fastest, 3) << solver;
        EXPECT_LT(fastest, 12) << solver;
        EXPECT_EQ(report.warning(Warning::non_finite_particle), 0U) << solver;
        const Stats stats = simulation.stats();
        EXPECT_LT(stats.bbox.upper.y(), 0.8) << solver << ": nothing flies away";
        EXPECT_LT(stats.bbox.upper.x() - stats.bbox.lower.x(), 1) << solver;
    }
}

std::vector<std::string> solids() {
    std::vector<std::string> names = material_presets();
    std::erase(names, "cloth");  // for sheets
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, PresetMaterial, ::testing::ValuesIn(solids()), [](const auto& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace pliant::testing

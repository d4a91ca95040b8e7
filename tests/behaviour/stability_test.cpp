// Every algorithm with every kernel gives a body that can be dropped (docs/methods.md section 2, Weights and
// Clustering).
#include "behaviour/helpers.hpp"

#include <tuple>

namespace pliant::testing {
namespace {

using Choice = std::tuple<const char*, const char*>;

class EveryClustering : public ::testing::TestWithParam<Choice> {};

TEST_P(EveryClustering, drops_and_stays_whole) {
    const auto [algorithm, kernel] = GetParam();
    Simulation simulation =
        serial(scene_of(R"({
        "bodies": [{
            "shape": {"type": "ellipsoid", "radii": [0.4, 0.25, 0.3]},
            "sampling": {"particles": 500},
            "clusters": {"count": 20},
            "material": {"stiffness": 15, "damping": 30},
            "translate": [0, 0.6, 0], "spin": [0, 0, 90]
        }],
        "obstacles": [{"type": "plane"}]
    })",
                        {{"bodies.0.clusters.algorithm", algorithm}, {"bodies.0.clusters.kernel", kernel}}));
    const double spacing = simulation.bodies().front().spacing;
    const RunResult result = run_frames(simulation, 90);
    measured("max stretch", result.max_stretch);
    EXPECT_TRUE(result.finite);
    EXPECT_GT(result.report.contacts, 0U);
    EXPECT_EQ(result.warnings(), 0U);
    EXPECT_LT(result.max_stretch, 1.5);
    EXPECT_GT(result.lowest, -0.01 * spacing);
    EXPECT_LT(simulation.stats().max_speed, 1) << "it calms down";
}

INSTANTIATE_TEST_SUITE_P(Choices, EveryClustering,
                         ::testing::Combine(::testing::Values("random", "kmeans", "fuzzy"),
                                            ::testing::Values("box", "poly6", "blend", "invsq", "fcm")),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" + std::get<1>(info.param);
                         });

}  // namespace
}  // namespace pliant::testing

// Self-collision: parts of one body that come from afar collide, neighbors and bodies at rest do not; who opted out
// does not.
#include "behaviour/helpers.hpp"

#include <algorithm>

namespace pliant::testing {
namespace {

class AtRest : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Shapes, AtRest,
    ::testing::Values(R"({"type": "sphere", "radius": 0.3})", R"({"type": "box", "size": [1, 0.2, 0.1]})",
                      R"({"type": "torus", "radius": 0.3, "tube": 0.08})", R"({"type": "sheet", "size": [1, 0, 1]})",
                      R"({"type": "strand", "path": [[0, 0, 0], [1, 0, 0], [1, 0.3, 0], [0, 0.3, 0]]})",
                      R"({"type": "difference", "parts": [{"type": "box", "size": [0.6, 0.6, 0.2]},
                          {"type": "box", "size": [0.1, 0.8, 1], "translate": [0, 0.2, 0]}]})"));

TEST_P(AtRest, a_body_does_not_touch_itself_however_it_flies) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "sphere"}, "sampling": {"particles": 600}, "clusters": {"per_cluster": 15},
                    "velocity": [3, 1, 0], "spin": [60, 20, 10]}]
    })",
                                            {{"bodies.0.shape", GetParam()}}));
    EXPECT_EQ(run_frames(simulation, 30).report.contacts, 0U);
}

/// A U of two arms; pins close it like a clasp.
Scene clasp(const std::vector<Override>& overrides) {
    return scene_of(R"({
        "time": {"fps": 60, "frames": 120, "substeps": 4}, "gravity": [0, 0, 0],
        "bodies": [{
            "shape": {"type": "union", "parts": [
                {"type": "box", "size": [1.2, 0.12, 0.3], "translate": [0, 0.35, 0]},
                {"type": "box", "size": [1.2, 0.12, 0.3], "translate": [0, -0.35, 0]},
                {"type": "box", "size": [0.12, 0.82, 0.3], "translate": [-0.54, 0, 0]}]},
            "sampling": {"particles": 1500}, "clusters": {"per_cluster": 20},
            "material": {"stiffness": 15, "damping": 20},
            "pins": [
                {"region": {"type": "box", "size": [0.15, 0.2, 1], "translate": [0.55, 0.35, 0]},
                 "motion": {"keys": [{"time": 0}, {"time": 1.5, "translate": [0, -0.5, 0]}]}},
                {"region": {"type": "box", "size": [0.15, 0.2, 1], "translate": [0.55, -0.35, 0]},
                 "motion": {"keys": [{"time": 0}, {"time": 1.5, "translate": [0, 0.5, 0]}]}}]}]
    })",
                    overrides);
}

/// Mean height of the upper arm's free middle over the lower one's at the end; they are driven 0.3 m past each other.
double gap_of_arms(const std::vector<Override>& overrides, std::uint64_t& contacts) {
    Simulation simulation = serial(clasp(overrides));
    const Frame start = simulation.snapshot();
    const Group upper = select(start, [](const Vec3& x) { return x.y() > 0.28 && std::abs(x.x() - 0.2) < 0.15; });
    const Group lower = select(start, [](const Vec3& x) { return x.y() < -0.28 && std::abs(x.x() - 0.2) < 0.15; });
    const RunResult result = run_frames(simulation, 120);
    contacts = result.report.contacts;
    const Frame end = simulation.snapshot();
    const double gap = mean_position(end, upper).y() - mean_position(end, lower).y();
    measured("gap", gap);
    return gap;
}

TEST(SelfCollision, keeps_the_arms_of_a_clasp_apart) {
    std::uint64_t contacts = 0;
    EXPECT_GT(gap_of_arms({}, contacts), 0.08) << "thickness of an arm: 0.12";
    EXPECT_GT(contacts, 100U);
}

TEST(SelfCollision, can_be_left_out_by_the_scene_and_by_the_body) {
    std::uint64_t contacts = 0;
    EXPECT_LT(gap_of_arms({{"collisions.self", "false"}}, contacts), 0.02);
    EXPECT_EQ(contacts, 0U);
    EXPECT_LT(gap_of_arms({{"bodies.0.self_collides", "false"}}, contacts), 0.02);
    EXPECT_EQ(contacts, 0U);
}

TEST(Collisions, can_be_left_out_by_the_scene_and_by_the_body) {
    for (const Override& off : {Override{"collisions.enabled", "false"}, Override{"bodies.1.collides", "false"}}) {
        Simulation simulation = serial(scene_of(R"({
            "gravity": [0, 0, 0],
            "bodies": [
                {"shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 200}, "translate": [-0.5, 0, 0], "velocity": [2, 0, 0]},
                {"shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 200}}]
        })",
                                                {off}));
        EXPECT_EQ(run_frames(simulation, 30).report.contacts, 0U) << off.first;
        EXPECT_NEAR(center_of(simulation.snapshot(), 0).x(), 0.5, 0.01);
    }
}

}  // namespace
}  // namespace pliant::testing
